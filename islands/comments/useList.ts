/** The list of comments as it stands, how it is asked for again, and whether there are new ones. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommentList } from '../../server/domains/comments/queries.ts';
import type { Sort } from '../../server/domains/comments/rules.ts';
import { api } from '../api.ts';
import { keepFresh } from '../refreshing.ts';
import { isSignedIn } from '../story/reader.ts';
import { useWording } from '../useRefusal.ts';

export const PER_PAGE = 24;
const LOOKED_EVERY_MS = 20_000;

export type Subject = { kind: 'episode' | 'story'; id: string };

export type Wanted = { sort: Sort; count: number };

export function useList(
  subject: Subject,
  { start, sort, hasSession }: { start: CommentList | null; sort: Sort; hasSession: boolean },
) {
  const wording = useWording();
  const [list, setList] = useState(start);
  const [wanted, setWanted] = useState<Wanted>({ sort, count: PER_PAGE });
  const [failed, setFailed] = useState<string | null>(null);
  const [newer, setNewer] = useState(0);
  const [isIn, setIn] = useState(hasSession);
  const [version, setVersion] = useState(0);
  const latest = useRef(0);
  const first = start?.page ?? 1;
  const ask = useCallback(
    ({ sort, count }: Wanted) =>
      api('GET /comments', {
        query: {
          ...(subject.kind === 'episode' ? { episode_id: subject.id } : { story_id: subject.id }),
          sort,
          ...(first > 1 ? { page: first } : {}),
          per_page: count,
        },
        stay: true,
      }),
    [subject.kind, subject.id, first],
  );
  const load = useCallback(
    async (next: Wanted) => {
      latest.current += 1;
      const turn = latest.current;
      try {
        const found = await ask(next);
        // A later choice counts.
        if (turn !== latest.current) return;
        setList(found);
        setVersion(turn);
        setWanted(next);
        setNewer(0);
        setFailed(null);
      } catch (error) {
        if (turn === latest.current) setFailed(wording(error).message);
      }
    },
    [ask, wording],
  );
  const isEmpty = start === null;
  useEffect(() => {
    setIn(isSignedIn());
    if (isEmpty) void load({ sort, count: PER_PAGE });
  }, [isEmpty, load, sort]);
  const known = list?.comments_count;
  useEffect(() => {
    if (known === undefined) return;
    const leaving = new AbortController();
    const look = async () => {
      try {
        const found = await ask({ sort: 'new', count: 1 });
        if (!leaving.signal.aborted) setNewer(Math.max(0, found.comments_count - known));
      } catch {
        // The next look may be luckier.
      }
    };
    keepFresh(look, { everyMs: LOOKED_EVERY_MS, signal: leaving.signal });
    return () => leaving.abort();
  }, [known, ask]);
  return { list, wanted, failed, newer, isIn, version, load };
}
