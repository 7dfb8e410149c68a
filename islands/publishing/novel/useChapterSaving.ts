/** How one chapter gets to the server, or into the store of this browser until it can. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type ChapterAutosave,
  createChapterAutosave,
  type Draft,
  type SaveState,
} from './chapterAutosave.ts';
import { keepDraft, takeDraft } from './keptDrafts.ts';
import type { Pictures } from './pictures.ts';
import type { Chapter, Chapters } from './useChapters.ts';
import { useServerChapter } from './useServerChapter.ts';

/** Browsers take no more than 64 kB of what is sent when a page is left. */
const LEAVING_MAX_LENGTH = 15_000;

export type WritingStart = {
  /** Who writes; what is kept here is theirs alone. */
  owner: string;
  chapter: Chapter;
  /** What was written before and never reached the server. */
  restored: Draft | null;
  /** The server's text has changed since. */
  isDisputed: boolean;
};

/** What the writing begins with: the server's text, or the copy that this browser kept. */
export function beginWriting(chapter: Chapter, owner: string): WritingStart {
  const key = { owner, chapterId: chapter.id };
  const kept = takeDraft(key);
  if (kept === null || (kept.html === chapter.html && kept.title === chapter.title)) {
    keepDraft(key, null);
    return { owner, chapter, restored: null, isDisputed: false };
  }
  const restored = { title: kept.title, html: kept.html };
  return { owner, chapter, restored, isDisputed: kept.seen !== chapter.updated_at };
}

/** `look` reads what stands in the area. */
export function useChapterSaving(
  start: WritingStart,
  { chapters, pictures }: { chapters: Chapters; pictures: Pictures },
  look: () => void,
) {
  const { owner, chapter, restored, isDisputed } = start;
  const key = { owner, chapterId: chapter.id };
  const base = { title: chapter.title, html: chapter.html };
  const server = useServerChapter(chapter, chapters, pictures);
  const autosave = useRef<ChapterAutosave | null>(null);
  const [state, setState] = useState<SaveState>(
    isDisputed ? { kind: 'disputed', dispute: true } : { kind: 'clean' },
  );

  const begin = useEffectEvent(() => {
    const saving = createChapterAutosave({
      base,
      send: (draft) => server.send(draft),
      fetch: () => server.fetch(),
      keep(draft) {
        const seen = saving.state.kind === 'disputed' ? '' : server.seen.current;
        keepDraft(key, draft && { ...draft, seen });
      },
      onState: setState,
    });
    autosave.current = saving;
    if (isDisputed) saving.dispute(restored ?? base, true);
    const leave = () => {
      look();
      // What somebody else wrote is overwritten by nobody's leaving.
      if (!saving.isDue || saving.state.kind === 'disputed') return;
      if (saving.both.mine.html.length > LEAVING_MAX_LENGTH) return;
      // Nobody is there to be told; the copy kept here tells it next time.
      void server.send(saving.both.mine, true).catch(() => undefined);
    };
    const again = () => void saving.save();
    addEventListener('pagehide', leave);
    addEventListener('online', again);
    return () => {
      look();
      removeEventListener('pagehide', leave);
      removeEventListener('online', again);
      if (saving.isDue) again();
      saving.stop();
    };
  });
  useEffect(() => begin(), []);

  return {
    state,
    autosave,
    /** The chapter is gone: nothing of it is to be sent or kept any more. */
    forget(): void {
      autosave.current?.stop();
      autosave.current = null;
      keepDraft(key, null);
    },
  };
}
