/** Accounts that visitors of the demo may use. The start line prints them. */
export const DEMO_CREATOR = 'mirko@demo.tsuzuki.example';
export const DEMO_READER = 'reader@demo.tsuzuki.example';
export const DEMO_ADMINISTRATOR = 'admin@demo.tsuzuki.example';
