import StoryRating from '#islands/reading/StoryRating.tsx';
import type { ShownStory } from '#islands/reading/story/reader.ts';
import type { RatingFigures } from '#islands/reading/story/reader-state.ts';
import { Island } from '#islands/runtime/Island.tsx';
import { useTranslations } from '#locales/react.tsx';

export const RATING_ANCHOR = 'rating';

type RatingProps = {
  story: ShownStory;
  here: string;
  /** Without figures, only the reader's own stars show. */
  figures?: RatingFigures;
};

export function Rating({ story, here, figures }: RatingProps) {
  const t = useTranslations('story');
  return (
    <section id={RATING_ANCHOR}>
      <h2>{figures ? t('ratingHeading') : t('yourRating')}</h2>
      <Island name="StoryRating" component={StoryRating} props={{ story, here, figures }} wake="reader" />
    </section>
  );
}
