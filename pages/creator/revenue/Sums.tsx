import { formatDate, formatMoney } from '../../../locales/index.ts';
import { useLocale, useTranslations } from '../../../locales/react.tsx';
import { monthName } from '../../../server/lib/months.ts';
import { Counts } from '../../ui/Counts.tsx';
import { Founder } from '../../ui/Founder.tsx';
import type { Data } from './+data.ts';
import { periodOf } from './months.ts';

export function Sums({ data }: { data: Data }) {
  const t = useTranslations('revenue');
  const locale = useLocale();
  const { earnings, lastMonth, founder, founderSince, lastPaid, zone } = data;
  const since = founderSince?.replace(/^(\d+)-(\d+)-\d+$/, '$2/$1');
  const asked = Number(earnings.requested) > 0;
  return (
    <Counts
      kind="figures"
      items={[
        {
          label: t('balance'),
          value: formatMoney(earnings.balance),
          note: asked
            ? t('requested', { amount: formatMoney(earnings.requested) })
            : t('payoutFrom', { amount: formatMoney(earnings.payout_threshold) }),
        },
        {
          label: lastMonth ? monthName(periodOf(lastMonth), locale, { year: false }) : t('lastMonth'),
          value: formatMoney(lastMonth?.earnings ?? 0),
          note: lastMonth?.credited_at
            ? t('credited', { date: formatDate(lastMonth.credited_at, zone) })
            : t('notYet'),
        },
        {
          label: t('share'),
          value: t('percent', { percent: data.sharePercent }),
          note: founder ? (
            <Founder>{since ? t('founderSince', { date: since }) : t('founder')}</Founder>
          ) : (
            t('ofNet')
          ),
        },
        {
          label: t('paid'),
          value: formatMoney(earnings.transferred),
          note: lastPaid ? t('lastPaid', { date: formatDate(lastPaid, zone) }) : t('nonePaid'),
        },
      ]}
    />
  );
}
