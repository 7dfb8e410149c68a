/** Autosave for a chapter. Title and text are one unit, and the browser keeps a copy until they are saved. */
import { ApiError, isPassing } from '../../api.ts';
import { type Autosave, createAutosave, type Saving } from '../../autosave/autosave.ts';
import type { Clock } from '../../clock.ts';

export type Draft = { title: string; html: string };

/** `why` stays the thrown error. The notice puts it into words. */
export type SaveState = Saving<unknown, true>;

const WAIT_MS = 1500;
const LONGEST_WAIT_MS = 10_000;

export type ChapterAutosaveOptions = {
  base: Draft;
  send(draft: Draft): Promise<Draft>;
  fetch(): Promise<Draft>;
  keep(draft: Draft | null): void;
  onState(state: SaveState): void;
  clock?: Clock;
};

const isSameDraft = (one: Draft, other: Draft): boolean =>
  one.title.trim() === other.title.trim() && one.html === other.html;

export type ChapterAutosave = Autosave<Draft, unknown, true>;

export const createChapterAutosave = ({ send, ...options }: ChapterAutosaveOptions): ChapterAutosave =>
  createAutosave<Draft, Draft, unknown, true>({
    ...options,
    waitMs: WAIT_MS,
    longestMs: LONGEST_WAIT_MS,
    due: ({ base, mine }) => (isSameDraft(base, mine) ? null : mine),
    async send(draft) {
      // The server's cleaned text becomes the user's version.
      const base = await send(draft);
      return { base, mine: base };
    },
    isConflict: (error) => error instanceof ApiError && error.code === 'episode_changed',
    /** A newer version with the same text (pages sorted, title changed) is no conflict. */
    merge: (theirs, { base, mine }, sent) => ({
      mine,
      dispute: isSameDraft(theirs, base) || isSameDraft(theirs, sent) ? null : true,
    }),
    judge: (error) => ({
      kind: isPassing(error) || !(error instanceof ApiError) ? 'lost' : 'refused',
      why: error,
    }),
  });
