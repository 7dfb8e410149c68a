import { formatDate, formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import type { StoryPage } from '../../../server/domains/reading/queries-story.ts';
import { EpisodeRow } from '../../ui/EpisodeRow.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { useStoryHref } from '../preview.ts';
import css from './EpisodeList.module.css';

export function EpisodeList({ story, order }: { story: StoryPage; order: 'oldest' | 'newest' }) {
  const t = useTranslations('story');
  const href = useStoryHref();
  const path = `/stories/${story.slug}`;
  const episodes = order === 'newest' ? story.episodes.toReversed() : story.episodes;
  const isTurned = order === 'newest';
  return (
    <section id="episodes">
      <SectionHead
        heading={t('episodes')}
        note={formatNumber(episodes.length)}
        end={
          episodes.length > 1 && (
            <a
              className={css.order}
              href={href(isTurned ? `${path}#episodes` : `${path}?order=newest#episodes`)}
            >
              <Icon name="arrow-up-down" />
              {isTurned ? t('oldestFirst') : t('newestFirst')}
            </a>
          )
        }
      />
      <Rows ordered>
        {episodes.map((episode) => (
          <EpisodeRow
            key={episode.id}
            href={href(`${path}/${episode.number}`)}
            number={episode.number}
            title={episode.title}
            thumbnail={episode.thumbnail}
            facts={[
              episode.publishedAt && formatDate(episode.publishedAt),
              story.publicationType === 'novel'
                ? t('chapters', { count: episode.chaptersCount })
                : t('pages', { count: episode.pagesCount }),
            ]}
            fresh={episode.fresh ? t('fresh') : undefined}
            state={
              episode.priceCoins > 0
                ? { kind: 'price', amount: formatNumber(episode.priceCoins), unit: t('coins') }
                : story.premium
                  ? { kind: 'free', label: t('free') }
                  : undefined
            }
            language={story.language}
          />
        ))}
      </Rows>
    </section>
  );
}
