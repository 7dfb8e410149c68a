import { useHref, useTranslations } from '../../locales/react.tsx';
import type { StoryCardView } from '../../server/domains/reading/cards.ts';
import { CoverGrid } from '../ui/CoverGrid.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { StoryCard } from '../ui/StoryCard.tsx';

export function Shelf({
  id,
  heading,
  stories,
}: {
  id: string;
  heading: string;
  stories: readonly StoryCardView[];
}) {
  const t = useTranslations('landing');
  const href = useHref();
  return (
    <section id={id}>
      <SectionHead heading={heading} />
      <CoverGrid>
        {stories.map((story) => (
          <StoryCard
            key={story.id}
            href={href(`/stories/${story.slug}`)}
            title={story.title}
            cover={story.cover}
            fresh={story.fresh ? t('fresh') : undefined}
            premium={story.premium ? t('premium') : undefined}
            meta={story.author}
            colour={story.colour ?? undefined}
            language={story.language}
          />
        ))}
      </CoverGrid>
    </section>
  );
}
