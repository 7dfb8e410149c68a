import { formatDate, formatMoney } from '../../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Counts } from '../../ui/Counts.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Founder } from '../../ui/Founder.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { pageIn } from '../figures/period.ts';
import { ListPager } from '../ListPager.tsx';
import type { Data } from './+data.ts';
import { Months } from './Months.tsx';
import { firstAfter, monthName } from './months.ts';
import css from './Page.module.css';
import { Rules } from './Rules.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('revenue');
  const href = useHref();
  const locale = useLocale();
  const { earnings, lastMonth, founder, page, pages } = data;
  const percent = t('percent', { percent: data.sharePercent });
  return (
    <>
      <PageHead title={t('title')} />
      <Counts
        kind="figures"
        items={[
          {
            label: t('balance'),
            value: formatMoney(earnings.balance),
            note: t('payoutFrom', { amount: formatMoney(earnings.payout_threshold) }),
          },
          {
            label: lastMonth ? monthName(lastMonth, locale) : t('lastMonth'),
            value: formatMoney(lastMonth?.earnings ?? 0),
            note: lastMonth ? t('credited', { date: formatDate(firstAfter(lastMonth)) }) : t('notYet'),
          },
          {
            label: t('share'),
            value: percent,
            note: founder ? <Founder>{t('founder')}</Founder> : t('ofNet'),
          },
          {
            label: t('paid'),
            value: formatMoney(earnings.transferred),
            note: earnings.payouts.length === 0 ? t('nonePaid') : undefined,
          },
        ]}
      />
      {data.rows.length === 0 ? (
        <Empty
          heading={t('empty')}
          actions={<LinkButton href={href('/creator/stories')}>{t('toStories')}</LinkButton>}
        >
          <p>{t('emptyHint')}</p>
        </Empty>
      ) : (
        <div className={css.months}>
          <Notice icon="clock-4">{nextMonth()}</Notice>
          <Months data={data} />
          <ListPager
            page={page}
            pages={pages}
            hrefOf={(to) => href(address('/creator/revenue', {}, { query: pageIn(to) }))}
          />
        </div>
      )}
      <Rules data={data} />
    </>
  );

  function nextMonth(): string {
    const [year = 0, month = 1] = data.thisMonth.split('-').map(Number);
    return t('nextMonth', {
      month: monthName({ year, month }, locale, { year: false }),
      date: formatDate(firstAfter({ year, month })),
      days: data.payoutDays,
    });
  }
}
