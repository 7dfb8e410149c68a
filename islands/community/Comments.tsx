/**
 * Comments of an episode or a story. The server draws them on their own page, the reader's panel fetches them.
 * Refreshes while a reader looks at the list.
 */
import { useRef, useState } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import type { Address } from '../../pages/addresses.ts';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { Empty } from '../../pages/ui/Empty.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { Segmented } from '../../pages/ui/Segmented.tsx';
import { Spinner } from '../../pages/ui/Spinner.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import type { CommentList } from '../../server/domains/community/comments/queries.ts';
import type { Sort } from '../../server/domains/community/comments/rules.ts';
import { useWording } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import { anchorOf } from './comments/anchor.ts';
import { CommentForm } from './comments/CommentForm.tsx';
import css from './comments/Comments.module.css';
import type { Person } from './comments/named.ts';
import { Replies } from './comments/Replies.tsx';
import { ThreadContext, type ThreadFrame } from './comments/thread.ts';
import { PER_PAGE, type Subject, useList } from './comments/useList.ts';
import { Write } from './comments/Write.tsx';

const LOADED_MAX_COUNT = 100;

export type CommentsProps = {
  subject: Subject;
  page: Address;
  here: string;
  /** The list drawn by the server. Null when it is fetched once visible. */
  start: CommentList | null;
  sort: Sort;
  hasSession: boolean;
  maxLength: number;
  isPanel?: boolean;
  /** On a story's page: number of comments to show before a link to all of them. */
  few?: number;
};

export default function Comments(props: CommentsProps) {
  const { subject, page, here, start, sort, hasSession, maxLength, isPanel, few } = props;
  const t = useTranslations('comments');
  const wording = useWording();
  const { text, show } = useToast();
  const root = useRef<HTMLDivElement>(null);
  const thread = useList(subject, { start, sort, count: few ?? PER_PAGE, hasSession, root });
  const { list, wanted, failed, newer, isIn, version, load, keepOwn } = thread;
  const [answered, setAnswered] = useState<string | null>(null);
  const [people] = useState(() => new Map<string, Person>());
  const frame: ThreadFrame = {
    here,
    page,
    isSignedIn: isIn,
    version,
    maxLength,
    people,
    answered,
    isClosed: list?.closed === true && !list.moderates,
    moderates: list?.moderates ?? false,
    statesReasons: list?.states_reasons ?? false,
    viewerId: list?.viewer_id ?? null,
    done: async (message, { comment, reply }) => {
      if (message) show(message);
      if (comment) keepOwn(comment.id);
      if (reply) setAnswered(reply.comment_id);
      await load(wanted);
      if (comment) bringIntoSight(comment.id);
    },
    refused: (error: unknown) => show(wording(error).message),
  };
  const all = few !== undefined && (
    <LinkButton href={here} wide>
      {list === null ? t('readAndWrite') : t('readAndWriteOf', { number: formatNumber(list.comments_count) })}
    </LinkButton>
  );
  if (list === null)
    return (
      <div className={css.thread}>
        {failed !== null && (
          <Notice kind="bad" urgent actions={<Button onClick={() => void load(wanted)}>{t('again')}</Button>}>
            {failed}
          </Notice>
        )}
        {all}
        {failed === null && !all && <Coming here={here} />}
      </div>
    );
  const callNewer = async () => {
    await load({ ...wanted, sort: 'new' });
    root.current?.querySelector('ul')?.focus();
  };
  return (
    <ThreadContext value={frame}>
      <div className={css.thread} ref={root}>
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
        {few === undefined && (
          <>
            <Lock subject={subject} list={list} />
            <div className={css.newer} role="status">
              {newer > 0 && (
                <Button icon="arrow-up" onClick={() => void callNewer()}>
                  {t('newer', { count: newer })}
                </Button>
              )}
            </div>
            <Place subject={subject} list={list} isClosed={frame.isClosed} />
          </>
        )}
        {failed && <Notice kind="bad">{failed}</Notice>}
        {list.comments.length === 0 &&
          (few === undefined ? <Empty heading={t('none')}>{t('noneHint')}</Empty> : <p>{t('none')}</p>)}
        <ul className={css.list} tabIndex={-1} aria-label={t('heading')}>
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
              wanted.count < LOADED_MAX_COUNT
                ? void load({ ...wanted, count: Math.min(LOADED_MAX_COUNT, wanted.count + PER_PAGE) })
                : location.assign(here)
            }
          >
            {t('more24', { count: formatNumber(list.total - wanted.count) })}
          </Button>
        )}
        {all}
        <Toast>{text}</Toast>
      </div>
    </ThreadContext>
  );
}

/** A new comment may be far down in a long list. */
const bringIntoSight = (id: string): void =>
  void requestAnimationFrame(() =>
    document.getElementById(anchorOf(id))?.scrollIntoView({ block: 'nearest' }),
  );

function Coming({ here }: { here: string }) {
  const t = useTranslations('comments');
  return (
    <p>
      <LinkButton kind="ink" href={here}>
        {t('open')}
      </LinkButton>{' '}
      <Spinner label={t('loading')} />
    </p>
  );
}

type PlaceProps = { subject: Subject; list: CommentList; isClosed: boolean };

function Place({ subject, list, isClosed }: PlaceProps) {
  const t = useTranslations('comments');
  const field: Record<string, string> =
    subject.kind === 'episode' ? { episode_id: subject.id } : { story_id: subject.id };
  if (isClosed)
    return (
      <div role="status">
        <Notice icon="lock">{list.locked ? t('locked') : t('closed')}</Notice>
      </div>
    );
  return (
    <Write
      call="POST /comments"
      subjectId={subject.id}
      fields={field}
      label={t('write')}
      send={t('post')}
      note={t('public')}
    />
  );
}

function Lock({ subject, list }: Omit<PlaceProps, 'isClosed'>) {
  const t = useTranslations('comments');
  if (!list.moderates || subject.kind === 'story') return null;
  return (
    <CommentForm
      call={list.locked ? 'DELETE /episodes/:id/comments_lock' : 'PUT /episodes/:id/comments_lock'}
      of={subject.id}
      className={css.lock}
    >
      {list.locked && <span>{t('lockedNow')}</span>}
      <Button type="submit" kind="quiet" icon={list.locked ? 'lock-open' : 'lock'}>
        {list.locked ? t('unlock') : t('lock')}
      </Button>
    </CommentForm>
  );
}
