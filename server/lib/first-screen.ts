export const FIRST_SCREEN = 'first-screen';
