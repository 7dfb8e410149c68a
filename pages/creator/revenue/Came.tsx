import { formatDate, formatExactMoney, formatMoney, formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import type { RevenueMonthView } from '../../../server/domains/income/earnings/queries-month.ts';
import { Table } from '../../ui/Table.tsx';
import css from './Came.module.css';

type Credit = RevenueMonthView['credits'][number];

type Told = { month: RevenueMonthView; zone: string; level: 2 | 3 };

export function Came({ month, zone, level }: Told) {
  const { credits, lines, page } = month;
  // Later pages omit credits without lines, since the first page shows them.
  const shown = credits.filter(({ id }) => page === 1 || lines.some(({ credit_id }) => credit_id === id));
  return shown.map((credit) => (
    <CreditTable key={credit.id} month={month} zone={zone} credit={credit} level={level} />
  ));
}

function CreditTable({ month, zone, credit, level }: Told & { credit: Credit }) {
  const t = useTranslations('revenue');
  const Heading = `h${level}` as const;
  const isCorrection = credit.kind === 'correction';
  const name = isCorrection ? t('correction', { date: formatDate(credit.credited_at, zone) }) : null;
  const percent = t('percent', { percent: month.share_basis_points / 100 });
  const lines = month.lines.filter(({ credit_id }) => credit_id === credit.id);
  return (
    <section className={css.credit}>
      {name && <Heading>{name}</Heading>}
      <Table
        caption={name ?? t('credited', { date: formatDate(credit.credited_at, zone) })}
        columns={[
          { key: 'story', label: t('story') },
          { key: 'impressions', label: t('impressions'), numeric: true },
          { key: 'net', label: t('net'), numeric: true },
          { key: 'share', label: t('yourShare', { percent }), numeric: true },
        ]}
        rows={[
          ...lines.map((line) => ({
            id: `${line.line}`,
            cells: {
              story: line.title === null ? t('goneStory') : <bdi>{line.title}</bdi>,
              impressions: formatNumber(line.ad_impressions),
              net: formatExactMoney(line.net_revenue),
              share: formatExactMoney(line.share),
            },
          })),
          { id: 'in', cells: { story: t('carriedIn'), share: formatExactMoney(credit.carried_in) } },
        ]}
        foot={{
          id: 'sum',
          cells: {
            story: t('sumOf'),
            impressions: formatNumber(credit.ad_impressions),
            net: formatExactMoney(credit.net_revenue),
            share: formatExactMoney(sumOf(credit)),
          },
        }}
      />
      <p className={css.said}>
        {t.rich('carriedOn', {
          credited: formatMoney(credit.credited),
          rest: formatExactMoney(credit.carried_on),
          b: (words) => <b>{words}</b>,
        })}
      </p>
    </section>
  );
}

/** Exact, in whole micro-dollars. */
const sumOf = ({ share, carried_in }: Credit): string =>
  String((Math.round(Number(share) * 1e6) + Math.round(Number(carried_in) * 1e6)) / 1e6);
