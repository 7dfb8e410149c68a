/** A form that does one thing to one comment: it posts by itself, and by script without leaving the page. */
import type { FormEvent, ReactNode } from 'react';
import type { FormRoute } from '../../../pages/forms.ts';
import { ActionForm } from '../../ActionForm.tsx';
import { api } from '../../api.ts';
import { isSignedIn } from '../../reading/story/reader.ts';
import { tellOutOfSight } from '../blocked.ts';
import { type ThreadFrame, useThread } from './thread.ts';

export type CommentCall = Extract<
  FormRoute,
  | 'POST /comments'
  | 'POST /comment_replies'
  | `${'PATCH' | 'DELETE'} /${'comments' | 'comment_replies'}/:id`
  | `${'PUT' | 'DELETE'} /comments/:id/${'like' | 'pin'}`
  | `POST /comments/:id/${'hide' | 'show'}`
  | `PUT /users/:id/${'mute' | 'block'}`
  | 'PUT /creator/stories/:id/kept_out/:user_id'
  | `${'PUT' | 'DELETE'} /episodes/:id/comments_lock`
>;

type Answer = { message?: string } & Parameters<ThreadFrame['done']>[1];
type Send = (route: string, options: object) => Promise<Answer>;

export type DeedFormProps = {
  id?: string;
  call: CommentCall;
  /** Of the comment or the person in the call's address; none where something is written. */
  of?: string;
  /** The story that the person in `of` is kept out of as well. */
  storyId?: string | undefined;
  className?: string | undefined;
  headers?: () => Record<string, string>;
  /** Nobody has asked for it just now: a session that has ended leads nobody away. */
  stays?: () => boolean;
  /** It goes without the script, by way of signing in. */
  onLeft?: () => void;
  onDone?: () => void;
  onRefused?: (error: unknown) => void;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
  children?: ReactNode;
};

export function DeedForm({
  call,
  of,
  storyId,
  headers,
  stays,
  onLeft,
  onDone,
  onRefused,
  children,
  ...rest
}: DeedFormProps) {
  const { here, page, done, refused } = useThread();
  const named = storyId === undefined ? { id: of } : { id: storyId, user_id: of };
  const params = of === undefined ? {} : { params: named };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    // Sent by itself it leads to sign in and back.
    if (!isSignedIn()) return onLeft?.();
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const body: Record<string, unknown> = {};
    for (const [name, value] of values)
      if (!name.startsWith('_')) body[name] = value === 'on' || value === 'true' ? true : value;
    if (form.querySelector('[name=spoiler]')) body.spoiler = values.has('spoiler');
    try {
      const options = {
        ...params,
        ...(Object.keys(body).length > 0 ? { body } : {}),
        ...(headers ? { headers: headers() } : {}),
        ...(stays?.() ? { stay: true } : {}),
      };
      const { message, ...made } = await (api as unknown as Send)(call, options);
      // The menu or the reply that it was done in.
      for (const open of form.closest('article')?.querySelectorAll('details[name^=comment-][open]') ?? [])
        open.removeAttribute('open');
      onDone?.();
      // Short notes of the same page are theirs, too.
      if (of !== undefined && (storyId || call.startsWith('PUT /users/'))) tellOutOfSight(of);
      await done(message, call.startsWith('POST /comment') && of === undefined ? made : {});
    } catch (error) {
      (onRefused ?? refused)(error);
    }
  };
  return (
    <ActionForm
      {...({ call, ...params } as { call: 'POST /comments' })}
      back={here}
      page={page}
      onSubmit={(event) => void submit(event)}
      {...rest}
    >
      {children}
    </ActionForm>
  );
}
