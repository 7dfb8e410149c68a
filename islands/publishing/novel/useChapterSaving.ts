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

/** Browsers limit data sent while leaving a page to 64 kB. */
const LEAVING_MAX_LENGTH = 15_000;

export type WritingStart = {
  /** The writing user. Copies in this browser are theirs only. */
  owner: string;
  chapter: Chapter;
  restored: Draft | null;
  isDisputed: boolean;
};

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
      // Leaving must not overwrite somebody else's text.
      if (!saving.isDue || saving.state.kind === 'disputed') return;
      if (saving.both.mine.html.length > LEAVING_MAX_LENGTH) return;
      // The page is gone, so nobody sees an error. The kept copy remains for next time.
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
    forget(): void {
      autosave.current?.stop();
      autosave.current = null;
      keepDraft(key, null);
    },
  };
}
