import { formatMoney, formatNumber } from '#locales/index.ts';
import { useLocale, useTranslations } from '#locales/react.tsx';
import { Table } from '#pages/ui/Table.tsx';
import type { ImportDetail } from '#server/domains/income/revenue/queries.ts';
import { addMonths, monthName } from '#server/lib/months.ts';
import css from './Revenue.module.css';

type Each = ImportDetail['stands_out'][number];

export function StandsOut({ found }: { found: ImportDetail }) {
  const t = useTranslations('revenueImport');
  const locale = useLocale();
  const month = (period: string) => monthName(period, locale, { year: false });
  const period = found.period ?? '';
  const amount = (each: Each, text: string) =>
    each.reason === 'share_changed' ? `${text}%` : formatMoney(text);
  return (
    <section className={css.part}>
      <Table
        caption={t('standsOut')}
        columns={[
          { key: 'what', label: t('standsOut') },
          { key: 'before', label: month(addMonths(period, -1)), numeric: true },
          { key: 'now', label: month(period), numeric: true },
          { key: 'because', label: t('because') },
        ]}
        rows={found.stands_out.map((each) => ({
          id: `${each.reason} ${each.story?.id ?? each.owner?.id}`,
          cells: {
            what: <What each={each} />,
            before: amount(each, each.before),
            now: amount(each, each.now),
            because: <Because each={each} />,
          },
        }))}
      />
    </section>
  );
}

function What({ each: { story, owner } }: { each: Each }) {
  const t = useTranslations('revenueImport');
  const name = <bdi>{owner?.display_name ?? t('gone')}</bdi>;
  if (story === null) return name;
  return (
    <>
      {story.title === '' ? t('storyGone') : <bdi>{story.title}</bdi>}
      <span className={css.small}>{name}</span>
    </>
  );
}

const times = (now: number, before: number): string =>
  before === 0 ? '–' : formatNumber(Math.round((now / before) * 10) / 10);

function Because({ each }: { each: Each }) {
  const t = useTranslations('revenueImport');
  const { reason, impressions, impressions_before: impressionsBefore } = each;
  if (reason === 'no_line') return t('noLine', { impressions: formatNumber(impressions) });
  if (reason === 'owner_gone') return t('ownerGone');
  if (reason === 'share_changed') return t(each.now === '75' ? 'founderNow' : 'founderNoMore');
  return t('jump', {
    revenue: times(Number(each.now), Number(each.before)),
    impressions: times(impressions, impressionsBefore),
  });
}
