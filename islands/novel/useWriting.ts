/** One chapter while it is written: the area, what stands in it, and how far it is saved. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, api, isPassing } from '../api.ts';
import { type Area, type Format, formatsAt, openArea } from './area.ts';
import { type Autosave, createAutosave, type Draft, type SaveState } from './autosave.ts';
import { keepDraft, takeDraft } from './keptDrafts.ts';
import { readProse } from './prose.ts';
import type { Chapter, Chapters } from './useChapters.ts';

const LOOK_MS = 300;
/** Browsers take no more than 64 kB of what is sent when a page is left. */
const LEAVING_CHARACTERS_MOST = 15_000;

export type Figures = { words: number; characters: number };

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

const judge = (error: unknown): 'conflict' | 'passing' | 'final' => {
  if (!(error instanceof ApiError)) return 'passing';
  if (error.code === 'episode_changed') return 'conflict';
  return isPassing(error) ? 'passing' : 'final';
};

export function useWriting(
  start: WritingStart,
  chapters: Chapters,
  { root, label }: { root: RefObject<HTMLDivElement | null>; label: string },
) {
  const { chapter, restored } = start;
  const { id } = chapter;
  const key = { owner: start.owner, chapterId: id };
  const first = restored ?? { title: chapter.title, html: chapter.html };
  const [title, setTitle] = useState(first.title);
  const [figures, setFigures] = useState<Figures>({
    words: chapter.words_count,
    characters: chapter.characters_count,
  });
  const [state, setState] = useState<SaveState>({ kind: start.isDisputed ? 'conflict' : 'saved' });
  const [formats, setFormats] = useState<ReadonlySet<Format>>(new Set());
  const [isOpen, setOpen] = useState<boolean | 'failed'>(false);
  const area = useRef<Area | null>(null);
  const autosave = useRef<Autosave | null>(null);
  const typed = useRef(first.title);
  const seen = useRef(chapter.updated_at);
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The text as the server has it, in the words of this editor: opening a chapter changes nothing. */
  const opened = useRef<{ raw: string; html: string } | null>(null);

  const heard = (next: Chapter, version: number): Draft => {
    seen.current = next.updated_at;
    const { html: _, ...item } = next;
    chapters.put(item, version);
    return { title: next.title, html: next.html };
  };
  const send = useEffectEvent((draft: Draft, keepalive = false) =>
    chapters.change(async (lock_version) => {
      const named = draft.title.trim() === '' ? {} : { title: draft.title };
      const body = { ...named, html: draft.html, lock_version };
      const reply = await api('PATCH /creator/episodes/chapters/:id', { params: { id }, body, keepalive });
      const now = heard(reply.chapter, reply.lock_version);
      // A blank title is not sent, and not a reason to keep the text back.
      return draft.title.trim() === '' ? { ...now, title: draft.title } : now;
    }),
  );
  const fetch = useEffectEvent(() =>
    chapters.change(async () => {
      const reply = await api('GET /creator/episodes/chapters/:id', { params: { id } });
      return heard(reply.chapter, reply.lock_version);
    }),
  );

  const look = useEffectEvent(() => {
    clearTimeout(looking.current);
    if (area.current === null || autosave.current === null) return;
    const { html, words, characters } = readProse(area.current.root);
    setFigures({ words, characters });
    const isUntouched = opened.current?.raw === html;
    autosave.current.change({
      title: typed.current,
      html: isUntouched ? (opened.current?.html ?? '') : html,
    });
  });
  const lookSoon = () => {
    clearTimeout(looking.current);
    looking.current = setTimeout(() => look(), LOOK_MS);
  };

  const begin = useEffectEvent((place: HTMLDivElement) => {
    let gone = false;
    const base = { title: chapter.title, html: chapter.html };
    const saving = createAutosave({
      base,
      send: (draft) => send(draft),
      fetch: () => fetch(),
      judge,
      keep: (draft) => keepDraft(key, draft && { ...draft, seen: seen.current }),
      onState: setState,
    });
    autosave.current = saving;
    openArea(place, { html: first.html, label })
      .then((made) => {
        if (gone) return made.destroy();
        area.current = made;
        const { html, words, characters } = readProse(place);
        opened.current = { raw: html, html: first.html };
        setFigures({ words, characters });
        setOpen(true);
        if (start.isDisputed) saving.dispute(first);
        else saving.change(first);
        made.editor.addEventListener('input', () => lookSoon());
        const showFormats = () => setFormats(formatsAt(made.editor));
        made.editor.addEventListener('pathChange', showFormats);
        made.editor.addEventListener('select', showFormats);
        made.editor.addEventListener('cursor', showFormats);
      })
      .catch(() => setOpen('failed'));
    const leave = () => {
      look();
      if (!saving.isDue || saving.draft.html.length > LEAVING_CHARACTERS_MOST) return;
      // Nobody is there to be told; the copy kept here tells it next time.
      void send(saving.draft, true).catch(() => undefined);
    };
    const again = () => void saving.flush().catch(() => undefined);
    addEventListener('pagehide', leave);
    addEventListener('online', again);
    return () => {
      gone = true;
      look();
      removeEventListener('pagehide', leave);
      removeEventListener('online', again);
      if (saving.isDue) again();
      saving.stop();
      clearTimeout(looking.current);
      area.current?.destroy();
      area.current = null;
    };
  });
  // A chapter is opened once; another one is another component.
  useEffect(() => {
    const place = root.current;
    return place === null ? undefined : begin(place);
  }, [root]);

  return {
    title,
    figures,
    state,
    formats,
    isOpen,
    rename(next: string): void {
      typed.current = next;
      setTitle(next);
      lookSoon();
    },
    /** Runs a deed of the toolbar. */
    act(deed: (area: Area) => void): void {
      if (area.current === null) return;
      deed(area.current);
      setFormats(formatsAt(area.current.editor));
      lookSoon();
    },
    async settle(): Promise<void> {
      look();
      await autosave.current?.flush();
    },
    overwrite: (): void => void autosave.current?.overwrite().catch(() => undefined),
    async adopt(): Promise<void> {
      const theirs = await autosave.current?.adopt();
      if (theirs === undefined || area.current === null) return;
      area.current.editor.setHTML(theirs.html);
      opened.current = { raw: readProse(area.current.root).html, html: theirs.html };
      typed.current = theirs.title;
      setTitle(theirs.title);
      look();
    },
    /** The chapter is gone: nothing of it is to be sent or kept any more. */
    forget(): void {
      autosave.current?.stop();
      autosave.current = null;
      keepDraft(key, null);
    },
  };
}

export type Writing = ReturnType<typeof useWriting>;
