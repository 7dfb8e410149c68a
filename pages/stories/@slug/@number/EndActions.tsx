import { ActionForm } from '#islands/ActionForm.tsx';
import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { address } from '../../../addresses.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { END_ANCHOR } from '../../stage/anchors.ts';
import css from './EndActions.module.css';

/**
 * Actions at the end of an episode: like, subscribe, and after the last one share and rate. Shared forms and links, to
 * which scripts add the reader's state (islands/reading/stage/like.ts, end.ts).
 */
export function EndActions({
  reading,
  shareHref,
  ratingHref,
}: {
  reading: ReaderPage;
  shareHref: string;
  ratingHref: string;
}) {
  const t = useTranslations('story');
  const tools = useTranslations('readerTools');
  const href = useHref();
  const { storyId: id, storySlug: slug, number, episodeId, likesCount, next } = reading;
  const likes = formatNumber(likesCount);
  const here = href(address('/stories/@slug/@number', { slug, number }, { hash: END_ANCHOR }));
  return (
    <div className={css.actions}>
      <div className={css.row}>
        <ActionForm call="PUT /episodes/:id/like" params={{ id: episodeId }} back={here}>
          <Button
            type="submit"
            className={css.like}
            aria-label={tools('likeOf', { count: likes })}
            data-likes
          >
            <Icon name="heart" />
            <b>{likes}</b>
          </Button>
        </ActionForm>
        <ActionForm
          call="PUT /stories/:id/subscription"
          params={{ id }}
          back={here}
          className={css.subscription}
          data-subscription=""
        >
          <Button type="submit">
            <Icon name="bookmark" />
            <span className={css.words}>
              <span data-on="false">{t('subscribe')}</span>
              <span data-on="true" hidden>
                {t('isSubscribed')}
                <VisuallyHidden> {t('unsubscribe')}</VisuallyHidden>
              </span>
            </span>
          </Button>
        </ActionForm>
        {next === null && (
          <LinkButton icon="share-2" href={shareHref} rel="nofollow" data-tool="share">
            {tools('share')}
          </LinkButton>
        )}
        {next === null && (
          <LinkButton href={ratingHref} rel="nofollow" data-to-rating>
            {t('yourRating')}
          </LinkButton>
        )}
      </div>
      <p className={css.said} role="status" data-said data-failed={tools('subscribeFailed')} />
    </div>
  );
}
