import { formatDate, formatNumber } from '../../../../../locales/index.ts';
import { useHref, useTranslations } from '../../../../../locales/react.tsx';
import { LinkButton } from '../../../../ui/Button.tsx';
import { Counts } from '../../../../ui/Counts.tsx';
import { Empty } from '../../../../ui/Empty.tsx';
import { PeriodLinks } from '../../../figures/PeriodLinks.tsx';
import { signed, useChange } from '../../../figures/useChange.ts';
import { StoryHead } from '../../StoryHead.tsx';
import type { Data } from './+data.ts';
import { Course } from './Course.tsx';
import { Episodes } from './Episodes.tsx';
import css from './Page.module.css';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('statistics');
  const href = useHref();
  const change = useChange();
  const { own: story, period, statistics, figure } = data;
  const { totals, previous } = statistics;
  const path = `/creator/stories/${story.id}`;
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
        path={href(`${path}/statistics`)}
        keep={figure === 'views' ? {} : { figure }}
        chosen
      />
      <div className={css.figures}>
        <Counts
          kind="figures"
          items={[
            {
              label: t('figures.views'),
              value: formatNumber(totals.views),
              note: change(totals.views, previous.views),
            },
            {
              label: t('figures.subscribers'),
              value: formatNumber(story.subscribers_count),
              note: t('inThese', { change: signed(totals.subscribers) }),
            },
            {
              label: t('figures.likes'),
              value: formatNumber(totals.likes),
              note: change(totals.likes, previous.likes),
            },
            {
              label: t('figures.comments'),
              value: formatNumber(totals.comments),
              note: change(totals.comments, previous.comments),
            },
          ]}
        />
        <p className={css.compared}>
          {t('comparedWith', { from: formatDate(previous.from), to: formatDate(previous.to) })}
        </p>
      </div>
      <Course data={data} />
      <Episodes data={data} />
    </>
  );
}
