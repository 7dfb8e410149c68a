import { useRef } from 'react';
import { api } from '../../api.ts';
import type { Draft } from './chapterAutosave.ts';
import type { Pictures } from './pictures.ts';
import type { Chapter, Chapters } from './useChapters.ts';

export function useServerChapter({ id, updated_at }: Chapter, chapters: Chapters, pictures: Pictures) {
  /** Time of the server's text last read or sent. */
  const seen = useRef(updated_at);
  const params = { id };
  const heard = (next: Chapter, version: number): Draft => {
    seen.current = next.updated_at;
    const { html: _, pictures: shown, ...item } = next;
    pictures.know(shown);
    chapters.put(item, version);
    return { title: next.title, html: next.html };
  };
  return {
    seen,
    send: (draft: Draft, keepalive = false): Promise<Draft> =>
      chapters.change(async (lock_version) => {
        const named = draft.title.trim() === '' ? {} : { title: draft.title };
        const body = { ...named, html: draft.html, lock_version };
        const reply = await api('PATCH /creator/episodes/chapters/:id', { params, body, keepalive });
        const now = heard(reply.chapter, reply.lock_version);
        // A blank title is not sent, but the text still is.
        return draft.title.trim() === '' ? { ...now, title: draft.title } : now;
      }),
    fetch: (): Promise<Draft> =>
      chapters.change(async () => {
        const reply = await api('GET /creator/episodes/chapters/:id', { params });
        return heard(reply.chapter, reply.lock_version);
      }),
  };
}
