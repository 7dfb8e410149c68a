/** A comment with its replies, loaded on demand. Without a script, the comment's page shows them. */
import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import type { CommentView } from '../../../server/domains/community/comments/queries.ts';
import { api } from '../../api.ts';
import css from './Comments.module.css';
import { Item } from './Item.tsx';
import { useThread } from './thread.ts';

const SHOWN_MAX_COUNT = 100;

export function Replies({ comment }: { comment: CommentView }) {
  const t = useTranslations('comments');
  const href = useHref();
  const { refused, version, answered } = useThread();
  const [replies, setReplies] = useState<readonly CommentView[] | null>(null);
  const { id, replies_count: count } = comment;
  const isOpen = replies !== null || answered === id;
  const load = useCallback(
    async (_turn: string) => {
      const query = { comment_id: id, per_page: SHOWN_MAX_COUNT };
      setReplies((await api('GET /comment_replies', { query, stay: true })).replies);
    },
    [id],
  );
  // Reloads open replies when the list was reloaded or their number changed.
  const turn = `${version} ${count}`;
  useEffect(() => {
    if (isOpen) void load(turn).catch(() => undefined);
  }, [turn, isOpen, load]);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    load(turn).catch(refused);
  };
  const left = count - (replies?.length ?? 0);
  return (
    <Item comment={comment}>
      {replies !== null && (
        <ul className={css.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <Item comment={reply} />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <p className={css.further}>
          <a href={href(address('/comments/@id', { id }))} onClick={replies === null ? open : undefined}>
            {t('replies', { count: left, shown: formatNumber(left) })}
          </a>
        </p>
      )}
    </Item>
  );
}
