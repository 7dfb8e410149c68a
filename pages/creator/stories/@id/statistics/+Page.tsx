import { formatDate, formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { Figures } from '../../../figures/Figures.tsx';
import { PeriodLinks } from '../../../figures/PeriodLinks.tsx';
import { signed } from '../../../figures/useChange.ts';
import { StoryHead } from '../../StoryHead.tsx';
import type { Data } from './+data.ts';
import { Course } from './Course.tsx';
import { Episodes } from './Episodes.tsx';
import { figureIn } from './figure.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('statistics');
  const href = useHref();
  const { own: story, period, statistics, figure } = data;
  const { totals, previous } = statistics;
  const path = address('/creator/stories/@id', { id: story.id });
  if (!story.published && story.views_count === 0) {
    return (
      <>
        <StoryHead story={story} current="statistics" />
        <Empty
          heading={t('nothingYet')}
          actions={
            <LinkButton href={href(path)} kind="filled" big>
              {t('toEpisodes')}
            </LinkButton>
          }
        >
          <p>{t('nothingYetHint')}</p>
        </Empty>
      </>
    );
  }
  return (
    <>
      <StoryHead story={story} current="statistics" />
      <PeriodLinks
        period={period}
        path={href(address('/creator/stories/@id/statistics', { id: story.id }))}
        keep={figureIn(figure)}
        chosen
      />
      <Figures
        totals={totals}
        previous={previous}
        subscribers={{
          label: t('figures.subscribers'),
          value: formatNumber(story.subscribers_count),
          note: t('inThese', { change: signed(totals.subscribers) }),
        }}
        note={t('comparedWith', { from: formatDate(previous.from), to: formatDate(previous.to) })}
      />
      <Course data={data} />
      <Episodes data={data} />
    </>
  );
}
