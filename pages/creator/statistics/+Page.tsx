import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { Cover } from '../../ui/Cover.tsx';
import { coverFacts } from '../../ui/coverFacts.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Figures } from '../figures/Figures.tsx';
import { PeriodLinks } from '../figures/PeriodLinks.tsx';
import { pageIn, periodAddress } from '../figures/period.ts';
import { Spark } from '../figures/Spark.tsx';
import { signed, useChange } from '../figures/useChange.ts';
import { ListPager } from '../ListPager.tsx';
import { NoStories } from '../NoStories.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('statistics');
  const href = useHref();
  const change = useChange();
  const { period, overview, page, pages } = data;
  const { totals, previous } = overview;
  const path = href('/creator/statistics');
  if (overview.total === 0) {
    return (
      <>
        <PageHead title={t('title')} />
        <NoStories heading={t('noStories')} hint={t('nothingYetHint')} />
      </>
    );
  }
  return (
    <>
      <PageHead title={t('title')} />
      <PeriodLinks period={period} path={path} chosen />
      <Figures
        totals={totals}
        previous={previous}
        subscribers={{
          label: t('newSubscribers'),
          value: signed(totals.subscribers),
          note: t('comeAndGone'),
        }}
      />
      <h2>{t('byStory')}</h2>
      <Rows>
        {overview.stories.map((story) => (
          <article key={story.id} className={css.row}>
            <span className={css.cover}>
              <Cover picture={coverFacts(story.coverUrl)} sizes="3.5rem" priority="lazy" />
            </span>
            <div className={css.what}>
              <RowLink
                className={css.title}
                href={periodAddress(
                  href(address('/creator/stories/@id/statistics', { id: story.id })),
                  period,
                )}
                language={story.language}
              >
                {story.title}
              </RowLink>
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
      <ListPager page={page} pages={pages} hrefOf={(to) => periodAddress(path, period, pageIn(to))} />
      <p className={css.foot}>{t('utc')}</p>
    </>
  );
}
