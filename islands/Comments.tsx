/**
 * The comments of an episode or a story: drawn by the server on a page of their own, fetched when the reader's panel opens.
 * It looks for new ones while somebody looks at it.
 */
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
import css from './comments/Comments.module.css';
import { Replies } from './comments/Replies.tsx';
import { ThreadContext } from './comments/thread.ts';
import { PER_PAGE, type Subject, useList } from './comments/useList.ts';
import { Write } from './comments/Write.tsx';
import { useWording } from './useRefusal.ts';
import { useToast } from './useToast.ts';

const MOST_AT_ONCE = 100;

export type CommentsProps = {
  subject: Subject;
  /** The page that holds all of them, and the same with its language. */
  page: Address;
  here: string;
  /** As the server has drawn it; null where it is fetched when it comes into sight. */
  start: CommentList | null;
  sort: Sort;
  hasSession: boolean;
  maxLength: number;
  /** In a panel the order is chosen here; on the page by links. */
  isPanel?: boolean;
};

export default function Comments({
  subject,
  page,
  here,
  start,
  sort,
  hasSession,
  maxLength,
  isPanel,
}: CommentsProps) {
  const t = useTranslations('comments');
  const wording = useWording();
  const { text, show } = useToast();
  const { list, wanted, failed, newer, isIn, version, load } = useList(subject, { start, sort, hasSession });
  const frame = {
    ...{ here, page, isSignedIn: isIn, version, maxLength },
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
