import { type RefObject, useRef, useState } from 'react';
import { useOther } from '../../autosave/OtherVersion.tsx';
import { drawIn } from './area.ts';
import type { Draft } from './chapterAutosave.ts';
import { readProse } from './prose.ts';
import { useArea } from './useArea.ts';
import { useChapterSaving, type WritingStart } from './useChapterSaving.ts';
import type { Chapters } from './useChapters.ts';
import { useSentPictures } from './useSentPictures.ts';
import { createVersions } from './versions.ts';

const LOOK_MS = 300;

const isDraft = (value: unknown): value is Draft => {
  const { title, html } = (value ?? {}) as Record<string, unknown>;
  return typeof title === 'string' && typeof html === 'string';
};

export type Figures = { words: number; characters: number };

export function useWriting(
  start: WritingStart,
  chapters: Chapters,
  { root, label }: { root: RefObject<HTMLDivElement | null>; label: string },
) {
  const { chapter, restored } = start;
  const first = restored ?? { title: chapter.title, html: chapter.html };
  const [title, setTitle] = useState(first.title);
  const [figures, setFigures] = useState<Figures>({
    words: chapter.words_count,
    characters: chapter.characters_count,
  });
  const [leftOut, setLeftOut] = useState(0);
  const typed = useRef(first.title);
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The server's text and how this editor writes it, so that opening a chapter changes nothing. */
  const opened = useRef<{ raw: string; html: string } | null>(null);

  const kept = useOther(`chapter:${start.owner}:${chapter.id}`, isDraft);
  const { pictures, ...sent } = useSentPictures(chapter.pictures);

  const look = () => {
    clearTimeout(looking.current);
    if (area.current === null || autosave.current === null) return;
    const { html, words, characters } = readProse(area.current.root);
    setFigures({ words, characters });
    const isUntouched = opened.current?.raw === html;
    autosave.current.change({
      title: typed.current,
      html: isUntouched ? (opened.current?.html ?? '') : html,
    });
  };
  const lookSoon = () => {
    clearTimeout(looking.current);
    looking.current = setTimeout(look, LOOK_MS);
  };

  // Before `useArea`, so that its cleanup reads the text before the area goes.
  const { state, autosave, forget } = useChapterSaving(start, { chapters, pictures }, look);
  const { area, isOpen, formats, act } = useArea(root, {
    html: first.html,
    label,
    onDraw: pictures.show,
    onFiles: (files) => sent.guests.current?.files(files),
    onLeftOut: setLeftOut,
    onPicture: (image) => sent.guests.current?.picture(image),
    onOpen(made) {
      opened.current = { raw: readProse(made.root).html, html: first.html };
      look();
    },
    onInput: lookSoon,
  });

  sent.drawn.current = () => act(() => {});

  const put = ({ title, html }: Draft): void => {
    if (area.current === null) return;
    area.current.editor.setHTML(html);
    drawIn(area.current.editor, pictures.show);
    opened.current = { raw: readProse(area.current.root).html, html };
    typed.current = title;
    setTitle(title);
    look();
  };

  return {
    title,
    figures,
    pictures,
    guests: sent.guests,
    leftOut,
    sending: sent.sending,
    state,
    formats,
    isOpen,
    act,
    rename(next: string): void {
      typed.current = next;
      setTitle(next);
      lookSoon();
    },
    async settle(): Promise<void> {
      await pictures.settled();
      look();
      await autosave.current?.settle();
    },
    ...createVersions(autosave, { kept, look, put }),
    forget,
  };
}

export type Writing = ReturnType<typeof useWriting>;
