/** What a desk of short notes offers to pages, texts, panels and keys: the notes and feelings of one episode. */
import type { KeptNotes } from '#db/schema/reading/library.ts';
import type { NoteView } from '#server/domains/community/short-notes/queries.ts';
import type { PopKind } from '#server/domains/community/short-notes/rules.ts';

export type Note = NoteView;
export type Setting = KeptNotes;

/** A page or a chapter, with its number in the episode. */
export type Item = { id: string; number: number };

/** Where a note stands; what a server refuses a note for is not decided here. */
export type Place = { page_id: string; x: number; y: number } | { chapter_id: string; offset: number };

/** What somebody writes at present; without a place until one is chosen. */
export type Draft = { text: string; key: string; place: Place | null };

/** Sent in vain; it is sent again by itself. `refused` is why it will not be. */
export type Unsent = {
  episodeId: string;
  place: Place;
  body: string;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  refused?: string;
};

/** `ahead`: beyond the furthest point of the reader. */
export type Known = {
  state: 'coming' | 'here' | 'ahead' | 'failed';
  notes: readonly Note[];
  /** How many of a chapter stand further on than its text has been on the screen. */
  further: number;
};

export type Felt = { counts: Partial<Record<PopKind, number>>; mine: PopKind | null };

/** `status` 0 where the line was cut. The message is the server's, in the language of the page. */
export type Outcome = { ok: boolean; status: number; message: string | null };

export type NoteDeed = 'remove' | 'hide' | 'show' | 'mute' | 'block';

export type Desk = {
  readonly episodeId: string;
  readonly items: readonly Item[];
  /** On the screen. */
  readonly here: readonly Item[];
  readonly setting: Setting;
  /** Null unless somebody writes. */
  readonly draft: Draft | null;
  /** Of this episode. */
  readonly unsent: readonly Unsent[];
  readonly isSignedIn: boolean;
  /** Nothing more can be written. */
  readonly isClosed: boolean;
  readonly moderates: boolean;
  /** Hides as an administrator outside the team, with a statement of reasons. */
  readonly statesReasons: boolean;
  /** What stands in a text at a place. */
  wordsAt(offset: number): string;
  of(itemId: string): Known | undefined;
  feltAt(itemId: string): Felt;
  /** Whether the item has notes, as far as is known; they come when somebody is there. */
  isNoted(itemId: string): boolean;
  /** Grows with every change. */
  version(): number;
  onChange(listener: () => void): () => void;
  /** These are on the screen now: what is known of them is asked for, and nothing else. */
  look(here: readonly Item[]): void;
  /** More of a text has been on the screen. */
  further(): void;
  /** A list shows the notes, also where they stand on no page. Answers how to close it. */
  open(): () => void;
  set(change: Partial<Setting>): void;
  /** Somebody begins to write, or goes on. */
  write(place?: Place): void;
  type(text: string): void;
  stop(): void;
  send(): Promise<Outcome>;
  /** Somebody goes to sign in, and comes back to what they write. */
  leaveToSignIn(): void;
  /** Forgets one that was not sent. */
  forget(key: string): void;
  act(deed: NoteDeed, note: Note): Promise<Outcome>;
  react(itemId: string, kind: PopKind): Promise<Outcome>;
};

declare global {
  interface HTMLElement {
    /** Of the reader's host: opens the desk of the episode in sight, once. `notes` is dispatched there when it is another. */
    notes?: () => Promise<Desk | null>;
  }
}
