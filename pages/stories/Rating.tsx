import { Island } from '#islands/runtime/Island.tsx';
import StoryRating from '#islands/StoryRating.tsx';
import type { ShownStory } from '#islands/story/reader.ts';
import { useTranslations } from '#locales/react.tsx';

export const RATING_ANCHOR = 'rating';

/** `here`: the page with its language, to come back to. */
export function Rating({ story, here }: { story: ShownStory; here: string }) {
  const t = useTranslations('story');
  return (
    <section id={RATING_ANCHOR}>
      <h2>{t('yourRating')}</h2>
      <Island name="StoryRating" component={StoryRating} props={{ story, here }} wake="reader" />
    </section>
  );
}
