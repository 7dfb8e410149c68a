import { useHref, useTranslations } from '#locales/react.tsx';
import type { StoryCardView } from '#server/domains/reading/reader/cards.ts';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { address } from '../../../addresses.ts';
import { StoryCards } from '../../../layout/StoryCards.tsx';
import { RATING_ANCHOR, Rating } from '../../Rating.tsx';
import css from './EndMore.module.css';

type EndMoreProps = {
  reading: Pick<ReaderPage, 'storyId' | 'storySlug' | 'number'>;
  similar: readonly StoryCardView[];
};

/**
 * The reader's rating and similar stories after the last episode. Part of the panels page, from which a script moves it
 * to the end (islands/reading/continuous/last.ts).
 */
export function EndMore({ reading: { storyId: id, storySlug: slug, number }, similar }: EndMoreProps) {
  const t = useTranslations('story');
  const href = useHref();
  const here = address(
    '/stories/@slug/@number',
    { slug, number },
    { query: { panels: 1 }, hash: RATING_ANCHOR },
  );
  return (
    <div className={css.more} id="reader-more" data-more>
      <Rating story={{ id, slug, episodesFrom: number }} here={href(here)} />
      {similar.length > 0 && (
        <section className={css.similar}>
          <h2>{t('similarToThis')}</h2>
          <StoryCards stories={similar} plain />
        </section>
      )}
    </div>
  );
}
