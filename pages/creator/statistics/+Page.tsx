import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Counts } from '../../ui/Counts.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { coverFacts } from '../cover.ts';
import { PeriodLinks } from '../figures/PeriodLinks.tsx';
import { periodQuery } from '../figures/period.ts';
import { Spark } from '../figures/Spark.tsx';
import { signed, useChange } from '../figures/useChange.ts';
import head from '../Head.module.css';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('statistics');
  const words = useTranslations('console');
  const href = useHref();
  const change = useChange();
  const { period, overview, page, pages } = data;
  const { totals, previous } = overview;
  const query = periodQuery(period);
  const suffix = query.size > 0 ? `?${query}` : '';
  const address = (to: number) => {
    const wanted = periodQuery(period);
    if (to > 1) wanted.set('page', String(to));
    return href(`/creator/statistics${wanted.size > 0 ? `?${wanted}` : ''}`);
  };
  if (overview.total === 0) {
    return (
      <>
        <div className={head.head}>
          <h1>{t('title')}</h1>
        </div>
        <Empty
          heading={t('noStories')}
          actions={
            <LinkButton href={href('/creator/stories/new')} kind="filled" big icon="plus">
              {words('firstStory')}
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
      <div className={head.head}>
        <h1>{t('title')}</h1>
      </div>
      <PeriodLinks period={period} path={href('/creator/statistics')} chosen />
      <div className={css.figures}>
        <Counts
          kind="figures"
          items={[
            {
              label: t('figures.views'),
              value: formatNumber(totals.views),
              note: change(totals.views, previous.views),
            },
            { label: t('newSubscribers'), value: signed(totals.subscribers), note: t('comeAndGone') },
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
      </div>
      <h2>{t('byStory')}</h2>
      <Rows>
        {overview.stories.map((story) => (
          <article key={story.id} className={css.row}>
            <span className={css.cover}>
              <Cover picture={coverFacts(story.coverUrl)} sizes="3.5rem" priority="lazy" />
            </span>
            <div className={css.what}>
              <a
                className={css.title}
                href={href(`/creator/stories/${story.id}/statistics${suffix}`)}
                lang={story.language}
                dir="auto"
              >
                {story.title}
              </a>
              <p className={css.note}>
                {t('subscribersNow', {
                  count: story.subscribersCount,
                  number: formatNumber(story.subscribersCount),
                })}
                {story.totals.subscribers !== 0 && ` (${signed(story.totals.subscribers)})`}
              </p>
            </div>
            <span className={css.spark}>
              <Spark values={story.days.map(({ views }) => views)} />
            </span>
            <p className={css.reads}>
              <b>{t('readsOf', { count: story.totals.views, number: formatNumber(story.totals.views) })}</b>
              <span className={css.note}>{change(story.totals.views, story.previous.views)}</span>
            </p>
          </article>
        ))}
      </Rows>
      <Pager
        label={words('pages')}
        previousLabel={words('previous')}
        nextLabel={words('nextPage')}
        page={page}
        pages={pages}
        hrefOf={address}
      />
      <p className={css.foot}>{t('utc')}</p>
    </>
  );
}
