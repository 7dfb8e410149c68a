import type { ReactNode } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import type { StoryCardView } from '../../server/domains/reading/reader/cards.ts';
import { address } from '../addresses.ts';
import { CoverGrid } from '../ui/CoverGrid.tsx';
import { StoryCard } from '../ui/StoryCard.tsx';

export type StoryCardsProps<Story extends StoryCardView> = {
  stories: readonly Story[];
  metaOf?: (story: Story) => ReactNode;
  whole?: boolean;
  eager?: number;
  /** Without their own colours, on a page in another story's colour. */
  plain?: boolean;
};

export function StoryCards<Story extends StoryCardView>({
  stories,
  metaOf = ({ author }) => author,
  whole,
  eager = 0,
  plain,
}: StoryCardsProps<Story>) {
  const t = useTranslations('story');
  const href = useHref();
  return (
    <CoverGrid whole={whole}>
      {stories.map((story, place) => (
        <StoryCard
          key={story.id}
          href={href(address('/stories/@slug', { slug: story.slug }))}
          title={story.title}
          cover={story.cover}
          meta={metaOf(story)}
          fresh={story.fresh ? t('fresh') : undefined}
          premium={story.premium ? t('premium') : undefined}
          colour={plain ? undefined : (story.colour ?? undefined)}
          language={story.language}
          priority={place < eager ? 'high' : 'lazy'}
        />
      ))}
    </CoverGrid>
  );
}
