/** How wide the landing page draws the cover of the story it opens with. */
export const heroSizes = '(width >= 60rem) 29rem, (width >= 40rem) 19rem, 100vw';
