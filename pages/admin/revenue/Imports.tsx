import { formatDate, formatMoney, formatNumber, formatTime } from '#locales/index.ts';
import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Empty } from '#pages/ui/Empty.tsx';
import { Mark, type MarkShape } from '#pages/ui/Mark.tsx';
import { Table } from '#pages/ui/Table.tsx';
import type { ImportView } from '#server/domains/income/revenue/queries.ts';
import { monthName } from '../../../server/lib/months.ts';
import css from './Revenue.module.css';

const SHAPES: Readonly<Record<ImportView['state'], MarkShape>> = {
  checking: 'half',
  refused: 'square',
  ready: 'half',
  credited: 'disc',
  same: 'ring',
  discarded: 'ring',
};

export function Imports({ imports }: { imports: readonly ImportView[] }) {
  const t = useTranslations('revenueImport');
  return (
    <section className={css.part}>
      <h2>{t('imports')}</h2>
      {imports.length === 0 ? (
        <Empty heading={t('none')} />
      ) : (
        <Table
          caption={t('imports')}
          columns={[
            { key: 'month', label: t('month') },
            { key: 'lines', label: t('lines'), numeric: true },
            { key: 'net', label: t('net'), numeric: true },
            { key: 'state', label: t('state') },
          ]}
          rows={imports.map((each) => ({
            id: each.id,
            cells: {
              month: <Name of={each} />,
              lines: formatNumber(each.lines_count),
              net: each.state === 'refused' ? '' : formatMoney(each.net_revenue),
              state: <ImportState of={each} />,
            },
          }))}
        />
      )}
    </section>
  );
}

function ImportState({ of: { state, kind, overtaken_by: overtaker } }: { of: ImportView }) {
  const t = useTranslations('revenueImport');
  if (overtaker !== null) return <Mark shape="square">{t('states.overtaken')}</Mark>;
  const isNew = state === 'credited' && kind === 'correction';
  return <Mark shape={SHAPES[state]}>{t(isNew ? 'states.creditedCorrection' : `states.${state}`)}</Mark>;
}

export function useImportTitle(): (each: Pick<ImportView, 'period' | 'kind' | 'state'>) => string {
  const t = useTranslations('revenueImport');
  const locale = useLocale();
  return ({ period, kind, state }) => {
    if (period === null) return t('unknownMonth');
    const month = monthName(period, locale);
    if (state === 'same') return t('againOf', { month });
    return kind === 'correction' ? t('correctionOf', { month }) : month;
  };
}

function Name({ of: each }: { of: ImportView }) {
  const t = useTranslations('revenueImport');
  const href = useHref();
  const title = useImportTitle();
  const by = each.source === 'service' ? t('foundBy') : (each.uploaded_by?.display_name ?? t('gone'));
  return (
    <>
      <a href={href(address('/admin/revenue/@id', { id: each.id }))} className={css.name}>
        {title(each)}
      </a>
      <span className={css.small}>
        <bdi>{each.file_name}</bdi> · <bdi>{by}</bdi>, {formatDate(each.created_at)}{' '}
        {formatTime(each.created_at)}
      </span>
    </>
  );
}
