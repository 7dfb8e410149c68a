import { formatMoney, formatNumber } from '../../../locales/index.ts';
import { useLocale, useTranslations } from '../../../locales/react.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Data } from './+data.ts';
import { monthName } from './months.ts';

const orDash = (amount: string): string => (Number(amount) === 0 ? '–' : formatMoney(amount));

/** The newest month first; what the present one earns is not known before it is over. */
export function Months({ data }: { data: Data }) {
  const t = useTranslations('revenue');
  const locale = useLocale();
  const { rows, earnings, thisMonth } = data;
  return (
    <Table
      caption={t('months')}
      columns={[
        { key: 'month', label: t('month') },
        { key: 'impressions', label: t('impressions'), numeric: true },
        { key: 'earnings', label: t('earnings'), numeric: true },
        { key: 'cumulated', label: t('cumulated'), numeric: true },
        { key: 'transferred', label: t('transferred'), numeric: true },
      ]}
      rows={rows.map((row) => {
        const id = `${row.year}-${String(row.month).padStart(2, '0')}`;
        const name = monthName(row, locale);
        return {
          id,
          cells: {
            month: id === thisMonth ? t('soFar', { month: name }) : name,
            impressions: formatNumber(row.ad_impressions),
            earnings: id === thisMonth ? orDash(row.earnings) : formatMoney(row.earnings),
            cumulated: formatMoney(row.cumulated_earnings),
            transferred: orDash(row.transferred_earnings),
          },
        };
      })}
      foot={{
        id: 'sum',
        cells: {
          month: t('sum'),
          impressions: formatNumber(data.impressions),
          earnings: formatMoney(earnings.cumulated),
          transferred: formatMoney(earnings.transferred),
        },
      }}
    />
  );
}
