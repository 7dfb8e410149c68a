/** What saving by itself means for a chapter: title and text are one, and a copy stays here until the server has it. */
import { ApiError, isPassing } from '../../api.ts';
import { type Autosave, createAutosave, type Saving } from '../../autosave/autosave.ts';
import type { Clock } from '../../clock.ts';

export type Draft = { title: string; html: string };

/** Refusals stay what was thrown; they are put in words where they are shown. */
export type SaveState = Saving<unknown, true>;

const WAIT_MS = 1500;
const LONGEST_WAIT_MS = 10_000;

export type ChapterAutosaveOptions = {
  /** As the server has it. */
  base: Draft;
  /** Answers what the server has now. */
  send(draft: Draft): Promise<Draft>;
  fetch(): Promise<Draft>;
  /** Keeps a copy in the browser; null when there is nothing to keep. */
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
      // What the server made of it is what was meant.
      const base = await send(draft);
      return { base, mine: base };
    },
    isConflict: (error) => error instanceof ApiError && error.code === 'episode_changed',
    /** A version that changed although this text did not (a page sorted, a title changed) is no conflict. */
    merge: (theirs, { base, mine }, sent) => ({
      mine,
      dispute: isSameDraft(theirs, base) || isSameDraft(theirs, sent) ? null : true,
    }),
    judge: (error) => ({
      kind: isPassing(error) || !(error instanceof ApiError) ? 'lost' : 'refused',
      why: error,
    }),
  });
