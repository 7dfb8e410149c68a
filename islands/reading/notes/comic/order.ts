import type { Note } from './types.ts';

/** From top to bottom, as the eye goes; in a text along it. */
export const inOrder = (notes: readonly Note[]): Note[] =>
  notes.toSorted((one, other) => (one.y ?? one.offset ?? 0) - (other.y ?? other.offset ?? 0));
