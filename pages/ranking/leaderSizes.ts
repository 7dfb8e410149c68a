/** How wide the ranking draws the covers of the first three. */
export const leaderSizes = '(width >= 60rem) 12.5rem, 7.5rem';
