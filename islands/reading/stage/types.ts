/** The stage as bars, panels and keys see it. They know nothing of its elements. */
import type { KeptNotes } from '../../../db/schema/reading/library.ts';
import type { Setting } from '../../../server/domains/reading/library/rules.ts';

import type { Panels } from './panels.ts';

export type Direction =
  | 'ltr'
  | 'rtl'
  | 'down'
  | 'strip'
  | 'ltr_down'
  | 'rtl_down'
  | 'ltr_along'
  | 'rtl_along';
export type Fit = 'width' | 'height' | 'original';
/** Two pages side by side: never, with the cover alone, or moved by one. */
export type Pairs = 'off' | 'cover' | 'moved';

/** How an episode is shown. The story decides what the reader has not chosen. */
export type Showing = {
  direction: Direction;
  fit: Fit | null;
  pairs: Pairs;
  saver: boolean;
  /** The next episode follows by itself when pages scroll. Null: as usual for the direction. */
  onward: boolean | null;
};

/** Items count from 1. The fraction is the position within a long one, 0 at its top. */
export type Place = { item: number; fraction: number };

/** The screen shows `item` to `last`, which differ when pages are side by side. */
export type Seen = Place & {
  last: number;
  /** Share of all items that has passed, 0 to 1. */
  share: number;
  /** The content after the last item is on screen. */
  isAtEnd: boolean;
};

export type Item = { id: string; number: number; element: HTMLElement };

export type Stage = {
  readonly items: readonly Item[];
  readonly seen: Seen;
  readonly showing: Showing;
  /** The page being read. It stays when the layout changes, even as the second of a pair. */
  readonly place: Place;
  /** The stage itself scrolls: page by page, or along a row. */
  readonly isPaged: boolean;
  /** Address of the content before the first page, if any. */
  readonly before: string | undefined;
  /** Our last jump, by `performance.now()`. The reader did not cause the scrolling after it. */
  readonly jumpedAt: number;
  goTo(place: Place | number): void;
  /** To the next or previous stop: a page, a pair, content between them, the end, the previous episode. */
  step(by: 1 | -1): void;
  toEnd(): void;
  /** Changes how the episode is shown, and keeps the position. */
  show(change: Partial<Showing>): void;
  /** 1 means not zoomed. */
  readonly zoom: number;
  zoomBy(factor: number, at?: { x: number; y: number }): void;
  zoomWhole(): void;
  /** Called when the screen shows other items, and once at the beginning. */
  onSeen(listener: (seen: Seen) => void): void;
  onShowing(listener: (showing: Showing) => void): void;
};

/** The part that lists and position keepers need. A chapter of a novel has it, too (../prose/book.ts). */
export type Followed = Pick<Stage, 'items' | 'seen' | 'onSeen'> & {
  readonly place?: Place;
  /** The end of the last item was reached. Without it, reaching the last item counts. */
  readonly isDone?: boolean;
};

declare global {
  interface HTMLElement {
    stage?: Stage;
    /** On the reader's host: data on the signed-in reader, for any script. */
    mine?: Promise<Mine | null>;
    /** On the reader's host: its panels, for scripts without a tool of their own. */
    panels?: Pick<Panels, 'need' | 'close' | 'reveal'>;
    book?: Followed;
  }
}

/** The server's data on one reader of a story, as far as the reader's page shows it. */
export type Mine = {
  subscribed: boolean;
  /** Null without a choice. A null direction is the story's. */
  choice: (Omit<Showing, 'direction'> & { direction: Direction | null; chosen_at: string }) | null;
  /** Auto-scroll level, 1 to 9. */
  glide_speed: number | null;
  read_count: number;
  prose: (Setting & { chosen_at: string }) | null;
  notes?: (KeptNotes & { chosen_at: string }) | null;
  episodes: {
    number: number;
    item: number;
    furthest_item: number;
    items: number;
    offset: number;
    finished: boolean;
    read_at: string;
  }[];
  liked_episode_ids: string[];
  unlocked_numbers: number[];
};
