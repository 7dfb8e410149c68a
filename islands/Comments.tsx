/**
 * The comments of an episode or a story: drawn by the server on a page of their own, fetched when the reader's panel opens.
 * It looks for new ones while somebody looks at it.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../locales/index.ts';
import { useTranslations } from '../locales/react.tsx';
import type { Address } from '../pages/addresses.ts';
import { Button, LinkButton } from '../pages/ui/Button.tsx';
import { Empty } from '../pages/ui/Empty.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { Segmented } from '../pages/ui/Segmented.tsx';
import { Spinner } from '../pages/ui/Spinner.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import type { CommentList } from '../server/domains/comments/queries.ts';
import type { Sort } from '../server/domains/comments/rules.ts';
import { api } from './api.ts';
import css from './comments/Comments.module.css';
import { Replies } from './comments/Replies.tsx';
import { ThreadContext } from './comments/thread.ts';
import { Write } from './comments/Write.tsx';
import { keepFresh } from './refreshing.ts';
import { isSignedIn } from './story/reader.ts';
import { useWording } from './useRefusal.ts';
import { useToast } from './useToast.ts';

const PER_PAGE = 24;
const MOST_AT_ONCE = 100;
const LOOKED_EVERY_MS = 20_000;

export type CommentsProps = {
  subject: { kind: 'episode' | 'story'; id: string };
  /** The page that holds all of them, and the same with its language. */
  page: Address;
  here: string;
  /** As the server has drawn it; null where it is fetched when it comes into sight. */
  start: CommentList | null;
  sort: Sort;
  hasSession: boolean;
  /** In a panel the order is chosen here; on the page by links. */
  isPanel?: boolean;
};

type Wanted = { sort: Sort; count: number };

export default function Comments({ subject, page, here, start, sort, hasSession, isPanel }: CommentsProps) {
  const t = useTranslations('comments');
  const wording = useWording();
  const { text, show } = useToast();
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
  const frame = {
    ...{ here, page, isSignedIn: isIn, version },
    isClosed: list?.closed === true && !list.moderates,
    moderates: list?.moderates ?? false,
    done: async (message: string | undefined) => {
      if (message) show(message);
      await load(wanted);
    },
    refused: (error: unknown) => show(wording(error).message),
  };
  if (list === null)
    return (
      <div className={css.thread}>
        {failed === null ? (
          <p>
            <LinkButton kind="ink" href={here}>
              {t('open')}
            </LinkButton>{' '}
            <Spinner label={t('loading')} />
          </p>
        ) : (
          <Notice kind="bad" urgent actions={<Button onClick={() => void load(wanted)}>{t('again')}</Button>}>
            {failed}
          </Notice>
        )}
      </div>
    );
  const field: Record<string, string> =
    subject.kind === 'episode' ? { episode_id: subject.id } : { story_id: subject.id };
  return (
    <ThreadContext value={frame}>
      <div className={css.thread}>
        {isPanel && list.comments.length > 0 && (
          <div className={css.sort}>
            <Segmented
              legend={t('sort')}
              quiet
              name="comments-sort"
              value={wanted.sort}
              options={[
                { value: 'top', label: t('top') },
                { value: 'new', label: t('newest') },
              ]}
              onChange={(next) => void load({ sort: next, count: PER_PAGE })}
            />
          </div>
        )}
        <div className={css.newer} role="status">
          {newer > 0 && (
            <Button onClick={() => void load({ ...wanted, sort: 'new' })}>
              {t('newer', { count: newer })}
            </Button>
          )}
        </div>
        {frame.isClosed ? (
          <Notice icon="lock">{list.locked ? t('locked') : t('closed')}</Notice>
        ) : (
          <Write
            call="POST /comments"
            subjectId={subject.id}
            fields={field}
            label={t('write')}
            send={t('post')}
            note={t('public')}
          />
        )}
        {failed && <Notice kind="bad">{failed}</Notice>}
        {list.comments.length === 0 && <Empty heading={t('none')}>{t('noneHint')}</Empty>}
        <ul className={css.list}>
          {list.comments.map((comment) => (
            <li key={comment.id}>
              <Replies comment={comment} />
            </li>
          ))}
        </ul>
        {isPanel && list.comments.length >= wanted.count && list.total > wanted.count && (
          <Button
            wide
            onClick={() =>
              wanted.count < MOST_AT_ONCE
                ? void load({ ...wanted, count: Math.min(MOST_AT_ONCE, wanted.count + PER_PAGE) })
                : location.assign(here)
            }
          >
            {t('more24', { count: formatNumber(list.total - wanted.count) })}
          </Button>
        )}
        <Toast>{text}</Toast>
      </div>
    </ThreadContext>
  );
}
