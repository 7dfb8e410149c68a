/** A form with one action on one comment: posts without a script, stays on the page with one. */
import type { FormEvent, ReactNode } from 'react';
import type { FormRoute } from '../../../pages/forms.ts';
import { ActionForm } from '../../ActionForm.tsx';
import { api } from '../../api.ts';
import { isSignedIn } from '../../reading/story/reader.ts';
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
  /** Id of the comment or person in the call's address. Absent for new comments. */
  of?: string;
  /** The story that also bans the person in `of`. */
  storyId?: string | undefined;
  className?: string | undefined;
  headers?: () => Record<string, string>;
  /** True for automatic sends, which no user asked for: an expired session must not redirect them. */
  stays?: () => boolean;
  /** The form posts without the script, to sign in first. */
  onLeft?: () => void;
  onDone?: () => void;
  onRefused?: (error: unknown) => void;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
  children?: ReactNode;
};

export function CommentForm({
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
    // The plain form post leads to sign-in and back.
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
      // Closes the menu or reply form of this action.
      for (const open of form.closest('article')?.querySelectorAll('details[name^=comment-][open]') ?? [])
        open.removeAttribute('open');
      onDone?.();
      // Also removes the person's short notes from the page.
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

declare global {
  interface DocumentEventMap {
    /** Removes a muted or blocked person from the whole page. Scripts without React listen, too. */
    'person-out-of-sight': CustomEvent<string>;
  }
}

const tellOutOfSight = (detail: string): unknown =>
  document.dispatchEvent(new CustomEvent('person-out-of-sight' satisfies keyof DocumentEventMap, { detail }));
