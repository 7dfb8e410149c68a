export const STARS_MAX = 5;
