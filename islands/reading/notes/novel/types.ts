import type { Book } from '../../prose/book.ts';
import type { Note } from '../comic/types.ts';

declare global {
  interface ImportMeta {
    later(path: '../notes/novel/margin.ts'): Promise<typeof import('./margin.ts')>;
  }
}

/** Notes that stand in one line. */
export type Spot = {
  notes: Note[];
  /** Of the line at the first one. */
  box: DOMRect;
  /** Of the column that holds the line: where its text begins and ends. */
  column: { left: number; right: number };
};

/** How a chapter lies, for what stands beside it. */
export type Lie = {
  article: HTMLElement;
  book: Book;
  /** Lines run from top to bottom. */
  isUpright: boolean;
  isPaged: boolean;
  /** Lines run from the right. */
  isRight: boolean;
};
