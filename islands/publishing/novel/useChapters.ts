import { useRef, useState } from 'react';
import type { Api } from '../../../server/api.ts';
import type { ReplyOf } from '../../../server/lib/contract.ts';
import { ApiError, api } from '../../api.ts';
import { createLatest } from '../../latest.ts';
import { addChapter } from './addChapter.ts';

export type ChapterList = ReplyOf<Api['GET /creator/episodes/chapters']>;
export type ChapterItem = ChapterList['chapters'][number];
export type Chapter = ReplyOf<Api['GET /creator/episodes/chapters/:id']>['chapter'];

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.code === 'episode_changed';

export function useChapters(episodeId: string, list: ChapterList) {
  const [chapters, setChapters] = useState<readonly ChapterItem[]>(list.chapters);
  const version = useRef(list.lock_version);
  const chain = useRef<Promise<unknown>>(Promise.resolve());

  const ask = () => api('GET /creator/episodes/chapters', { query: { episode_id: episodeId } });
  const change = <T>(work: (version: number) => Promise<T>): Promise<T> => {
    const next = chain.current.then(() => work(version.current));
    chain.current = next.catch(() => undefined);
    return next;
  };
  const follow = ({ chapters: next, lock_version }: ChapterList): void => {
    version.current = lock_version;
    setChapters(next);
  };
  /** Somebody else changed the episode. Reloads the list and retries once. */
  const onFresh = async <T>(work: (version: number) => Promise<T>): Promise<T> =>
    change(async (seen) => {
      try {
        return await work(seen);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        follow(await ask());
        return work(version.current);
      }
    });

  const [order] = useState(() =>
    createLatest<readonly string[]>((ids) =>
      onFresh(async (lock_version) =>
        follow(
          await api('PUT /creator/episodes/chapters/sort', {
            body: { episode_id: episodeId, chapter_ids: [...ids], lock_version },
          }),
        ),
      ),
    ),
  );

  const put = (chapter: ChapterItem, lock_version: number): void => {
    version.current = lock_version;
    setChapters((known) =>
      known.some(({ id }) => id === chapter.id)
        ? known.map((each) => (each.id === chapter.id ? chapter : each))
        : [...known, chapter],
    );
  };

  return {
    chapters,
    change,
    refresh: async (): Promise<void> => follow(await ask()),
    put,
    versioned: (next: number): void => {
      version.current = next;
    },
    add: (title: string): Promise<Chapter> =>
      onFresh(async (lock_version) => {
        const reply = await addChapter({ episode_id: episodeId, title, lock_version });
        put(reply.chapter, reply.lock_version);
        return reply.chapter;
      }),
    read: (id: string): Promise<Chapter> =>
      change(async () => {
        const reply = await api('GET /creator/episodes/chapters/:id', { params: { id } });
        put(reply.chapter, reply.lock_version);
        return reply.chapter;
      }),
    remove: (id: string): Promise<void> =>
      change(async (lock_version) => {
        try {
          follow(
            await api('DELETE /creator/episodes/chapters/:id', { params: { id }, body: { lock_version } }),
          );
        } catch (error) {
          // The text to delete may have changed. Shows the new list, and the user must confirm again.
          if (isOutdated(error)) follow(await ask());
          throw error;
        }
      }),
    async sort(ids: readonly string[]): Promise<void> {
      const before = chapters;
      setChapters(ids.flatMap((id) => before.find((chapter) => chapter.id === id) ?? []));
      try {
        await order.push(ids);
      } catch (error) {
        setChapters(before);
        throw error;
      }
    },
  };
}

export type Chapters = ReturnType<typeof useChapters>;
