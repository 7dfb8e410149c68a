/** Layouts in which the chapter itself scrolls, in one file. */
export { pages } from './pages.ts';
export { sideways } from './sideways.ts';
