import { formatExactMoney, formatMoney, formatNumber } from '../../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../../locales/react.tsx';
import { monthName } from '../../../server/lib/months.ts';
import { address } from '../../addresses.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Column, NOTHING, Table } from '../../ui/Table.tsx';
import type { Data } from './+data.ts';
import { periodOf } from './months.ts';
import css from './Page.module.css';

type Key = 'month' | 'impressions' | 'earnings' | 'cumulated' | 'transferred' | 'statement';

export function Months({ data }: { data: Data }) {
  const t = useTranslations('revenue');
  const locale = useLocale();
  const href = useHref();
  const { rows, earnings, thisMonth, storyId } = data;
  const money = storyId === null ? formatMoney : formatExactMoney;
  const orDash = (amount: string | null): string => (Number(amount) === 0 ? NOTHING : money(amount ?? ''));
  const hasStatements = storyId === null && rows.some(({ credited_at }) => credited_at !== null);
  const columns: Column<Key>[] = [
    { key: 'month', label: t('month') },
    { key: 'impressions', label: t('impressions'), numeric: true },
    { key: 'earnings', label: t('earnings'), numeric: true, folded: 'lead' },
    { key: 'cumulated', label: t('cumulated'), numeric: true },
    ...(storyId === null ? [{ key: 'transferred' as const, label: t('transferred'), numeric: true }] : []),
    ...(hasStatements
      ? [{ key: 'statement' as const, label: t('statement'), numeric: true, folded: 'end' as const }]
      : []),
  ];
  return (
    <Table
      tight
      caption={t('months')}
      columns={columns}
      rows={rows.map((row) => {
        const id = periodOf(row);
        const name = monthName(id, locale);
        const isCredited = row.credited_at !== null;
        return {
          id,
          cells: {
            month:
              isCredited && storyId === null ? (
                <a className={css.month} href={href(address('/creator/revenue/@period', { period: id }))}>
                  {name}
                </a>
              ) : id === thisMonth ? (
                t('soFar', { month: name })
              ) : (
                name
              ),
            impressions: formatNumber(row.ad_impressions),
            earnings: isCredited ? money(row.earnings) : orDash(row.earnings),
            cumulated: money(row.cumulated_earnings),
            transferred: orDash(row.transferred_earnings),
            statement: isCredited ? (
              <a
                className={css.file}
                href={`/api/creator/revenue/${id}/statement`}
                aria-label={t('statementOf', { month: name })}
                download
              >
                <Icon name="download" />
                {t('zip')}
              </a>
            ) : (
              NOTHING
            ),
          },
        };
      })}
      {...(storyId === null && {
        foot: {
          id: 'sum',
          cells: {
            month: t('sum'),
            impressions: formatNumber(data.impressions),
            earnings: formatMoney(earnings.cumulated),
            transferred: formatMoney(earnings.transferred),
          },
        },
      })}
    />
  );
}
