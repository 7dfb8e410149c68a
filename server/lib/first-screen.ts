/** The id of the element that `FirstScreenEnd` is. */
export const FIRST_SCREEN = 'first-screen';
