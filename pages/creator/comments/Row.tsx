import { ActionForm } from '../../../islands/ActionForm.tsx';
import { formatDate, formatTime } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { COMMENT_MAX_LENGTH } from '../../../server/domains/community/comments/rules.ts';
import { type Address, address } from '../../addresses.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FieldScope } from '../../ui/FieldScope.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type RowProps = {
  comment: Data['list']['comments'][number];
  form: { back: string; page: Address };
  storyHref: string;
  zone: string;
};

export function Row({ comment, form, storyHref, zone }: RowProps) {
  const t = useTranslations('teamComments');
  const href = useHref();
  const { id, author, story, episode, state, created_at: at } = comment;
  const name = author?.display_name ?? t('nobody');
  const isSeen = state === 'shown';
  // Team members cannot be banned. A ban from before can be lifted.
  const keptOut = author && (author.kept_out || !author.is_team) && { id: story.id, user_id: author.id };
  return (
    <li className={css.row}>
      <input
        type="checkbox"
        name="ids"
        value={id}
        form="hide-many"
        className={css.choose}
        aria-label={t('choose', { name })}
        disabled={state === 'hidden'}
      />
      <div className={css.what}>
        <p className={css.who}>
          {author ? (
            <a href={href(address('/profile/@slug', { slug: author.slug }))} dir="auto">
              {name}
            </a>
          ) : (
            name
          )}
          <span>
            <a href={storyHref} dir="auto">
              {story.title}
            </a>
            {episode && ` ${episode.number ?? ''}`}
            {comment.comment_id && ` · ${t('reply')}`} · {formatDate(at, zone)} {formatTime(at, zone)}
          </span>
          {!isSeen && <b>{t(state)}</b>}
        </p>
        <p className={css.body} dir="auto">
          {comment.body}
        </p>
        {isSeen && <Answer to={comment.comment_id ?? id} name={name} form={form} />}
        <div className={css.actions}>
          <LinkButton kind="quiet" href={href(address('/comments/@id', { id }))}>
            {t('open')}
          </LinkButton>
          {!isSeen && (
            <ActionForm call="POST /comments/:id/show" params={{ id }} {...form}>
              <Button type="submit" kind="quiet" icon="eye">
                {t('show')}
              </Button>
            </ActionForm>
          )}
          {state !== 'hidden' && (
            <ActionForm call="POST /comments/:id/hide" params={{ id }} {...form}>
              <Button type="submit" kind="quiet" icon="eye-off">
                {t('hide')}
              </Button>
            </ActionForm>
          )}
          {keptOut && (
            <ActionForm
              call={
                author.kept_out
                  ? 'DELETE /creator/stories/:id/kept_out/:user_id'
                  : 'PUT /creator/stories/:id/kept_out/:user_id'
              }
              params={keptOut}
              {...form}
            >
              <Button type="submit" kind="quiet" icon="ban">
                {author.kept_out ? t('letIn', { name }) : t('keepOut', { name })}
              </Button>
            </ActionForm>
          )}
        </div>
      </div>
    </li>
  );
}

type AnswerProps = Pick<RowProps, 'form'> & {
  /** The top comment, even when the answer is to a reply. */
  to: string;
  name: string;
};

function Answer({ to, name, form }: AnswerProps) {
  const t = useTranslations('teamComments');
  return (
    <Disclosure summary={t('answer')}>
      <ActionForm call="POST /comment_replies" className={css.answer} {...form}>
        <FieldScope>
          <input type="hidden" name="comment_id" value={to} />
          <TextArea
            label={t('answerTo', { name })}
            name="body"
            required
            maxLength={COMMENT_MAX_LENGTH}
            rows={3}
            dir="auto"
          />
          <Button type="submit" kind="ink">
            {t('sendAnswer')}
          </Button>
        </FieldScope>
      </ActionForm>
    </Disclosure>
  );
}
