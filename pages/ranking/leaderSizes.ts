export const leaderSizes = '(width >= 60rem) 12.5rem, 7.5rem';
