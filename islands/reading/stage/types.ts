/** What the stage offers to bars, panels and keys: they know this and nothing of its elements. */
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
/** Two pages side by side: not, with the cover alone, or moved by one. */
export type Pairs = 'off' | 'cover' | 'moved';

/** How an episode is shown; what a reader has not chosen is as the story sets it. */
export type Showing = {
  direction: Direction;
  fit: Fit | null;
  pairs: Pairs;
  saver: boolean;
  /** Where pages scroll, the next episode follows by itself; null as it is usual for the direction. */
  onward: boolean | null;
};

/** Items count from 1; the fraction says where within a long one, 0 at its top. */
export type Place = { item: number; fraction: number };

/** What is on the screen: from `item` to `last`, which differ where pages stand side by side. */
export type Seen = Place & {
  last: number;
  /** How much of all items has come past, 0 to 1. */
  share: number;
  /** What stands behind the last item is on the screen. */
  isAtEnd: boolean;
};

export type Item = { id: string; number: number; element: HTMLElement };

export type Stage = {
  readonly items: readonly Item[];
  readonly seen: Seen;
  readonly showing: Showing;
  /** The page that is read. It stays where the layout changes, even as the second of a pair. */
  readonly place: Place;
  /** The stage itself scrolls: page by page, or along a row. */
  readonly isPaged: boolean;
  /** Address of what stands before the first page, if anything. */
  readonly before: string | undefined;
  /** When a place was last gone to, by `performance.now()`: what scrolls then was not scrolled by hand. */
  readonly jumpedAt: number;
  goTo(place: Place | number): void;
  /** To the next or the previous stop: a page, a pair, what stands between them, the end, the episode before. */
  step(by: 1 | -1): void;
  toEnd(): void;
  /** Keeps the place while all that it changes is drawn anew. */
  show(change: Partial<Showing>): void;
  /** 1 is whole. */
  readonly zoom: number;
  zoomBy(factor: number, at?: { x: number; y: number }): void;
  zoomWhole(): void;
  /** Called when what is on the screen has changed, and once at the beginning. */
  onSeen(listener: (seen: Seen) => void): void;
  onShowing(listener: (showing: Showing) => void): void;
};

/** As far as lists and keepers of the place ask: a chapter of a novel knows as much (../prose/book.ts). */
export type Followed = Pick<Stage, 'items' | 'seen' | 'onSeen'> & {
  readonly place?: Place;
  /** The end of the last item has come; where nobody says so, with the last item itself. */
  readonly isDone?: boolean;
};

declare global {
  interface HTMLElement {
    /** Of the element that a stage has opened. */
    stage?: Stage;
    /** Of the reader's host: what was asked for somebody who is signed in, for whatever else wants to know it. */
    mine?: Promise<Mine | null>;
    /** Of the reader's host: its panels, for what needs some of them without a tool of its own. */
    panels?: Pick<Panels, 'need' | 'close' | 'reveal'>;
    /** Of the chapter that is read. */
    book?: Followed;
  }
}

/** What the server knows of one reader of a story, as far as the reader's page shows it. */
export type Mine = {
  subscribed: boolean;
  /** Null where they have chosen nothing; without a direction as the story sets it. */
  choice: (Omit<Showing, 'direction'> & { direction: Direction | null; chosen_at: string }) | null;
  /** Level at which pages scroll by themselves, 1 to 9. */
  glide_speed: number | null;
  read_count: number;
  /** How novels are set. */
  prose: (Setting & { chosen_at: string }) | null;
  /** How short notes are shown. */
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
