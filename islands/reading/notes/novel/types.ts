import type { Book } from '../../prose/book.ts';
import type { Note } from '../core/types.ts';

declare global {
  interface ImportMeta {
    later(path: '../notes/novel/margin.ts'): Promise<typeof import('./margin.ts')>;
  }
}

/** Notes on one line. */
export type Spot = {
  notes: Note[];
  /** Box at the first note of the line. */
  box: DOMRect;
  /** Where the text of its column begins and ends. */
  column: { left: number; right: number };
};

export type Lie = {
  article: HTMLElement;
  book: Book;
  /** Lines run from top to bottom. */
  isUpright: boolean;
  isPaged: boolean;
  /** Lines run from right to left. */
  isRight: boolean;
};
