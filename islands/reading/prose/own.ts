/** Ways of lying in which the chapter itself scrolls: one file, for whoever has chosen one or whose book is upright. */
export { pages } from './pages.ts';
export { sideways } from './sideways.ts';
