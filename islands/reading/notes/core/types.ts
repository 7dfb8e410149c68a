/** The desk of short notes, for pages, texts, panels and keys: notes and feelings of one episode. */
import type { KeptNotes } from '#db/schema/reading/library.ts';
import type { NoteView } from '#server/domains/community/short-notes/queries.ts';
import type { PopKind } from '#server/domains/community/short-notes/rules.ts';

export type Note = NoteView;
export type Setting = KeptNotes;

export type Item = { id: string; number: number };

/** Where a note stands. Only the server decides whether it refuses a note. */
export type Place = { page_id: string; x: number; y: number } | { chapter_id: string; offset: number };

export type Draft = { text: string; key: string; place: Place | null };

/** Failed to send, and retried by itself. `refused`: why there is no retry. */
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
  /** Notes of a chapter beyond the text that has been on screen. */
  further: number;
};

export type Felt = { counts: Partial<Record<PopKind, number>>; mine: PopKind | null };

/** `status` is 0 on a network error. The message is the server's, in the language of the page. */
export type Outcome = { ok: boolean; status: number; message: string | null };

export type Rights = {
  /** True when the reader cannot write notes. */
  isClosed: boolean;
  moderates: boolean;
  /** Hides as an administrator outside the team, with a statement of reasons. */
  statesReasons: boolean;
};

export type NoteAction = 'remove' | 'hide' | 'show' | 'mute' | 'block';

export type Desk = {
  readonly episodeId: string;
  readonly items: readonly Item[];
  /** On the screen. */
  readonly here: readonly Item[];
  readonly setting: Setting;
  readonly draft: Draft | null;
  /** The note that the list points out. */
  /** The note that the reader asked for last, anew each time. */
  readonly shown: { id: string } | null;
  readonly rights: Readonly<Rights>;
  isSignedIn(): boolean;
  unsent(): readonly Unsent[];
  wordsAt(offset: number): string;
  of(itemId: string): Known | undefined;
  feltAt(itemId: string): Felt;
  version(): number;
  onChange(listener: () => void): () => void;
  /** Sets the items on screen. Only their notes are loaded. */
  look(here: readonly Item[]): void;
  further(): void;
  /** Loads notes for a list, even when pages hide them. Returns how to close it. */
  open(): () => void;
  set(change: Partial<Setting>): void;
  showNote(id: string): void;
  write(place?: Place): void;
  type(text: string): void;
  stop(): void;
  send(): Promise<Outcome>;
  leaveToSignIn(): void;
  forget(key: string): void;
  /** `call`: as named in its contract, with the address filled in. */
  act(deed: { deed: NoteAction; note: Note; call: string }): Promise<Outcome>;
  react(itemId: string, kind: PopKind): Promise<Outcome>;
};

declare global {
  interface HTMLElement {
    /** On the reader's host: opens the desk of the episode in sight, once. A `notes` event announces another one. */
    notes?: () => Promise<Desk | null>;
  }
}
