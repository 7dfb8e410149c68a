import { useHref } from '../../locales/react.tsx';
import type { Introduced } from '../../server/domains/discovery/lists/queries-landing.ts';
import { address } from '../addresses.ts';
import { StoryCards } from '../layout/StoryCards.tsx';
import { Cover } from '../ui/Cover.tsx';
import { SectionHead, type SectionHeadProps } from '../ui/SectionHead.tsx';
import css from './Shelf.module.css';

/** Covers in a full row on wide screens. */
const ROW = 6;
/** Maximum number of covers with text, which leaves none alone in a row. */
const FEW_MAX_COUNT = 4;

export function Shelf({
  id,
  heading,
  more,
  stories,
}: {
  id: string;
  heading: string;
  more: SectionHeadProps['more'];
  stories: readonly Introduced[];
}) {
  return (
    <section id={id}>
      <SectionHead heading={heading} more={more} />
      {stories.length < ROW ? (
        <Few stories={stories.slice(0, FEW_MAX_COUNT)} />
      ) : (
        <StoryCards stories={stories} whole />
      )}
    </section>
  );
}

function Few({ stories }: { stories: readonly Introduced[] }) {
  const href = useHref();
  return (
    <ul className={css.few} data-count={stories.length}>
      {stories.map((story) => (
        <li key={story.id}>
          <a className={css.story} href={href(address('/stories/@slug', { slug: story.slug }))}>
            <Cover picture={story.cover} sizes="(width >= 60rem) 10rem, 6.5rem" priority="lazy" />
            <span className={css.words}>
              <span className={css.title} lang={story.language} dir="auto">
                {story.title}
              </span>
              <span className={css.by}>{story.author}</span>
              <span className={css.sentence} lang={story.language} dir="auto">
                {story.sentence}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
