import { useState } from 'react';
import type { Address } from '../../pages/addresses.ts';
import { Toast } from '../../pages/ui/Toast.tsx';
import type { CommentView } from '../../server/domains/community/comments/queries.ts';
import { useWording } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import css from './comments/Comments.module.css';
import { Item } from './comments/Item.tsx';
import type { Person } from './comments/named.ts';
import { ThreadContext } from './comments/thread.ts';

export type OneCommentProps = {
  comment: CommentView;
  replies: readonly CommentView[];
  page: Address;
  here: string;
  isClosed: boolean;
  moderates: boolean;
  statesReasons: boolean;
  viewerId: string | null;
  maxLength: number;
};

export default function OneComment({ comment, replies, page, here, maxLength, ...thread }: OneCommentProps) {
  const { isClosed, moderates, statesReasons, viewerId } = thread;
  const wording = useWording();
  const { text, show } = useToast();
  const [isLeaving, setLeaving] = useState(false);
  const [people] = useState(() => new Map<string, Person>());
  const frame = {
    here,
    page,
    moderates,
    statesReasons,
    viewerId,
    version: 0,
    maxLength,
    people,
    answered: null,
    isClosed: isClosed || isLeaving,
    isSignedIn: viewerId !== null,
    done: async () => {
      setLeaving(true);
      location.reload();
    },
    refused: (error: unknown) => show(wording(error).message),
  };
  return (
    <ThreadContext value={frame}>
      <div className={css.thread}>
        <Item comment={comment}>
          <ul className={css.replies}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <Item comment={reply} />
              </li>
            ))}
          </ul>
        </Item>
        <Toast>{text}</Toast>
      </div>
    </ThreadContext>
  );
}
