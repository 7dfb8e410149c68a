/** Who the demo's visitors may sign in as; the line that a start prints names them. */
export const DEMO_CREATOR = 'mirko@demo.tsuzuki.example';
export const DEMO_READER = 'reader@demo.tsuzuki.example';
export const DEMO_ADMINISTRATOR = 'admin@demo.tsuzuki.example';
