/** One comment with its replies, on a page of its own. */
import { useState } from 'react';
import type { Address } from '../pages/addresses.ts';
import { Toast } from '../pages/ui/Toast.tsx';
import type { CommentView } from '../server/domains/comments/queries.ts';
import css from './comments/Comments.module.css';
import { Item } from './comments/Item.tsx';
import { ThreadContext } from './comments/thread.ts';
import { useWording } from './useRefusal.ts';
import { useToast } from './useToast.ts';

export type OneCommentProps = {
  comment: CommentView;
  replies: readonly CommentView[];
  page: Address;
  here: string;
  hasSession: boolean;
  maxLength: number;
};

export default function OneComment({ comment, replies, page, here, hasSession, maxLength }: OneCommentProps) {
  const wording = useWording();
  const { text, show } = useToast();
  const [isLeaving, setLeaving] = useState(false);
  const frame = {
    ...{ here, page, isClosed: isLeaving, moderates: false, isSignedIn: hasSession, version: 0, maxLength },
    viewerId: null,
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
