/** Figures of a story, updated when the reader subscribes or rates. */
import { formatNumber } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { type Count, Counts } from '../../pages/ui/Counts.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { type ShownStory, useReader } from './story/reader.ts';

export type StoryCountsProps = {
  story: ShownStory;
  figures: {
    ratingAverage: number | null;
    ratingsCount: number;
    subscribersCount: number;
    viewsCount: number;
    likesCount: number;
  };
};

export default function StoryCounts({ story, figures }: StoryCountsProps) {
  const t = useTranslations('story');
  const known = useReader(story);
  const { viewsCount, likesCount } = figures;
  const subscribersCount = known.subscribersCount ?? figures.subscribersCount;
  const rating = known.rating ?? { average: figures.ratingAverage, count: figures.ratingsCount };
  const counts: Count[] = [
    { label: t('subscribers', { count: subscribersCount }), value: formatNumber(subscribersCount) },
    { label: t('reads', { count: viewsCount }), value: formatNumber(viewsCount) },
    { label: t('likes', { count: likesCount }), value: formatNumber(likesCount) },
  ];
  if (rating.average !== null) {
    const label = t('ratings', { count: formatNumber(rating.count) });
    counts.unshift({ label, value: formatNumber(rating.average), sign: <Icon name="star" filled /> });
  }
  return <Counts items={counts} />;
}
