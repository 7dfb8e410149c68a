import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Table } from '#pages/ui/Table.tsx';
import { Bar } from '../../../figures/Bar.tsx';
import { pageIn, periodAddress } from '../../../figures/period.ts';
import { ListPager } from '../../../ListPager.tsx';
import type { Data } from './+data.ts';
import { Download } from './Download.tsx';
import { figureIn } from './figure.ts';
import css from './Page.module.css';

export function Episodes({ data }: { data: Data }) {
  const t = useTranslations('statistics');
  const href = useHref();
  const { own: story, period, figure, statistics, firstEpisodeViews, page, pages } = data;
  const path = href(address('/creator/stories/@id/statistics', { id: story.id }));
  const newest = statistics.episodes.find((episode) => episode.first_published_at !== null)?.id;
  const share = ({ id, views_count, first_published_at }: Data['statistics']['episodes'][number]) =>
    firstEpisodeViews > 0 && first_published_at !== null ? (
      <Bar
        percent={Math.round((views_count / firstEpisodeViews) * 100)}
        accent={page === 1 && id === newest}
      />
    ) : (
      '–'
    );
  return (
    <section className={css.section} aria-labelledby="episodes">
      <h2 id="episodes">{t('howFar')}</h2>
      <p className={css.note}>{t('howFarHint')}</p>
      <Table
        caption={t('howFar')}
        columns={[
          { key: 'episode', label: t('episodeColumn') },
          { key: 'views', label: t('figures.views'), numeric: true },
          { key: 'share', label: t('shareColumn') },
          { key: 'likes', label: t('figures.likes'), numeric: true },
          { key: 'comments', label: t('figures.comments'), numeric: true },
          { key: 'impressions', label: t('figures.impressions'), numeric: true },
          { key: 'unlocks', label: t('figures.unlocks'), numeric: true },
          { key: 'coins', label: t('figures.coins'), numeric: true },
        ]}
        rows={statistics.episodes.map((episode) => ({
          id: episode.id,
          cells: {
            episode: (
              <a
                className={css.episode}
                href={href(
                  address('/creator/stories/@id/episodes/@episodeId', {
                    id: story.id,
                    episodeId: episode.id,
                  }),
                )}
              >
                {episode.number} · <bdi lang={story.language}>{episode.title}</bdi>
              </a>
            ),
            views: formatNumber(episode.views),
            share: share(episode),
            likes: formatNumber(episode.likes),
            comments: formatNumber(episode.comments),
            impressions: formatNumber(episode.impressions),
            unlocks: formatNumber(episode.unlocks),
            coins: formatNumber(episode.coins),
          },
        }))}
      />
      <p className={css.note}>{t('noEarning')}</p>
      <ListPager
        page={page}
        pages={pages}
        hrefOf={(to) => `${periodAddress(path, period, { ...figureIn(figure), ...pageIn(to) })}#episodes`}
      />
      <Download storyId={story.id} range={period.range} table="episodes">
        {t('episodesAsCsv')}
      </Download>
    </section>
  );
}
