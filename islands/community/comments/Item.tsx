/** A comment or reply: author, time, text and actions. Works with forms and links only. */
import { type ReactNode, useEffect, useId } from 'react';
import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { type Address, address } from '../../../pages/addresses.ts';
import { classes } from '../../../pages/ui/classes.ts';
import { Face } from '../../../pages/ui/Face.tsx';
import { Icon } from '../../../pages/ui/Icon.tsx';
import { Menu, MenuButton, MenuLine, MenuLink } from '../../../pages/ui/Menu.tsx';
import type { CommentView } from '../../../server/domains/community/comments/queries.ts';
import { Moment } from '../../Moment.tsx';
import { anchorOf } from './anchor.ts';
import { Body } from './Body.tsx';
import { type CommentCall, CommentForm } from './CommentForm.tsx';
import css from './Comments.module.css';
import { useThread } from './thread.ts';
import { Write } from './Write.tsx';

export function Item({ comment, children }: { comment: CommentView; children?: ReactNode }) {
  const t = useTranslations('comments');
  const href = useHref();
  const { people, page } = useThread();
  const { author } = comment;
  useEffect(() => {
    if (author) people.set(author.slug, author);
  }, [people, author]);
  if (comment.gone)
    return (
      <article className={css.item} id={anchorOf(comment.id)}>
        <p className={css.gone}>
          {comment.shut_out ? t('goneShutOut') : t('gone')}{' '}
          {comment.shut_out && (
            <a href={href(reportOf(comment, page))} rel="nofollow">
              {t('report')}
            </a>
          )}
        </p>
        <div className={css.below}>{children}</div>
      </article>
    );
  const isReply = comment.comment_id !== null;
  return (
    <article
      className={classes(
        css.item,
        comment.pinned && css.pinned,
        (comment.hidden || comment.held) && css.unseen,
      )}
      id={anchorOf(comment.id)}
    >
      {comment.pinned && (
        <p className={css.mark}>
          <Icon name="pin" /> {t('pinned')}
        </p>
      )}
      <div className={css.face}>
        <Face url={author?.mini_thumbnail_url ?? null} size={isReply ? 28 : 36} />
      </div>
      <div className={css.main}>
        <p className={css.who}>
          {author ? (
            <a href={href(address('/profile/@slug', { slug: author.slug }))} dir="auto">
              {author.display_name}
            </a>
          ) : (
            <b>{t('nobody')}</b>
          )}
          {author?.is_team && (
            <span className={css.team}>
              <Icon name="feather" /> {t('team')}
            </span>
          )}
          <a className={css.when} href={href(address('/comments/@id', { id: comment.id }))}>
            <Moment at={comment.created_at} />
          </a>
          {comment.edited_at && <span className={css.when}>{t('edited')}</span>}
        </p>
        {comment.held && <p className={css.mark}>{t('held')}</p>}
        {comment.hidden && (
          <p className={css.mark}>
            {comment.own ? t('hiddenOwn') : t('hidden')}{' '}
            {comment.statement_id && (
              <a href={href(address('/creator/statements/@id', { id: comment.statement_id }))}>
                {t('hiddenWhy')}
              </a>
            )}
          </p>
        )}
        <Body comment={comment} />
        <Actions comment={comment} />
        {children}
      </div>
    </article>
  );
}

const reportOf = ({ id, comment_id: above }: CommentView, back: Address): Address =>
  address(
    '/report',
    {},
    { query: { subject_type: above === null ? 'comment' : 'reply', subject_id: id, back } },
  );

function Actions({ comment }: { comment: CommentView }) {
  const t = useTranslations('comments');
  const { isClosed } = useThread();
  const { id, liked } = comment;
  const likes = formatNumber(comment.likes_count);
  return (
    <div className={css.actions}>
      <CommentForm call={liked ? 'DELETE /comments/:id/like' : 'PUT /comments/:id/like'} of={id}>
        <button
          type="submit"
          className={css.deed}
          aria-pressed={liked}
          aria-label={t('like', { number: likes })}
        >
          <Icon name="heart" filled={liked} /> {likes}
        </button>
      </CommentForm>
      {!isClosed && (
        <details className={css.reply} name="comment-reply">
          <summary className={css.deed}>{t('reply')}</summary>
          <Write
            call="POST /comment_replies"
            subjectId={id}
            fields={{ comment_id: id }}
            label={t('writeReply')}
            send={t('send')}
          />
        </details>
      )}
      {comment.own && !isClosed && !comment.hidden && <Change comment={comment} />}
      <More comment={comment} />
    </div>
  );
}

function Change({ comment }: { comment: CommentView }) {
  const t = useTranslations('comments');
  const isReply = comment.comment_id !== null;
  return (
    <details className={css.reply} name="comment-reply">
      <summary className={css.deed}>{t('edit')}</summary>
      <Write
        call={isReply ? 'PATCH /comment_replies/:id' : 'PATCH /comments/:id'}
        of={comment.id}
        subjectId={comment.id}
        label={t('editLabel')}
        send={t('save')}
        start={{ body: comment.body, spoiler: comment.spoiler }}
        note={t('editNote')}
      />
    </details>
  );
}

type Deed = {
  call: CommentCall;
  of: string;
  storyId?: string;
  icon: 'ban' | 'eye' | 'eye-off' | 'pin' | 'trash-2' | 'volume-x';
  label: string;
};

function More({ comment }: { comment: CommentView }) {
  const t = useTranslations('comments');
  const href = useHref();
  const { moderates, statesReasons, page } = useThread();
  const ids = useId();
  const { id, author } = comment;
  const isReply = comment.comment_id !== null;
  const name = author?.display_name ?? '';
  const actions: Deed[] = [];
  if (moderates && !isReply && !comment.hidden && !comment.held)
    actions.push({
      call: comment.pinned ? 'DELETE /comments/:id/pin' : 'PUT /comments/:id/pin',
      of: id,
      icon: 'pin',
      label: comment.pinned ? t('unpin') : t('pin'),
    });
  if (moderates && (comment.hidden || comment.held))
    actions.push({ call: 'POST /comments/:id/show', of: id, icon: 'eye', label: t('show') });
  if (moderates && !statesReasons && !comment.hidden)
    actions.push({ call: 'POST /comments/:id/hide', of: id, icon: 'eye-off', label: t('hide') });
  if (comment.own)
    actions.push({
      call: isReply ? 'DELETE /comment_replies/:id' : 'DELETE /comments/:id',
      of: id,
      icon: 'trash-2',
      label: t('remove'),
    });
  if (author && !comment.own) {
    actions.push({
      call: 'PUT /users/:id/mute',
      of: author.id,
      icon: 'volume-x',
      label: t('mute', { name }),
    });
    actions.push({ call: 'PUT /users/:id/block', of: author.id, icon: 'ban', label: t('block', { name }) });
    if (moderates && !statesReasons && !author.is_team)
      actions.push({
        call: 'PUT /creator/stories/:id/kept_out/:user_id',
        of: author.id,
        storyId: comment.story_id,
        icon: 'ban',
        label: t('blockAndKeepOut', { name }),
      });
  }
  return (
    <div className={css.more}>
      {actions.map(({ call, of, storyId }) => (
        <CommentForm
          key={call}
          id={`${ids}${call.replaceAll(/\W/g, '')}`}
          call={call}
          of={of}
          storyId={storyId}
        >
          {storyId && <input type="hidden" name="block" value="true" />}
        </CommentForm>
      ))}
      <Menu trigger={<Icon name="ellipsis" />} label={t('more')} name="comment-menu">
        <MenuLink icon="link" href={href(address('/comments/@id', { id }))}>
          {t('address')}
        </MenuLink>
        {!comment.own && (
          <MenuLink icon="flag" href={href(reportOf(comment, page))} rel="nofollow">
            {t('report')}
          </MenuLink>
        )}
        {statesReasons && (
          <MenuLink
            icon="eye-off"
            href={href(address('/admin/contents/@type/@id', { type: isReply ? 'reply' : 'comment', id }))}
          >
            {t('hideWithReasons')}
          </MenuLink>
        )}
        {actions.length > 0 && <MenuLine />}
        {actions.map(({ call, icon, label }) => (
          <MenuButton key={call} type="submit" form={`${ids}${call.replaceAll(/\W/g, '')}`} icon={icon}>
            {label}
          </MenuButton>
        ))}
      </Menu>
    </div>
  );
}
