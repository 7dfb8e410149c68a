import type { Note } from './types.ts';

/** From top to bottom of a page, or along the text. */
export const inOrder = (notes: readonly Note[]): Note[] =>
  notes.toSorted((one, other) => (one.y ?? one.offset ?? 0) - (other.y ?? other.offset ?? 0));
