import type { ReactNode } from 'react';
import { ActionForm } from '#islands/ActionForm.tsx';
import { formatMoney, formatNumber } from '#locales/index.ts';
import { useLocale, useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Counts } from '#pages/ui/Counts.tsx';
import type { ImportDetail } from '#server/domains/income/revenue/queries.ts';
import { monthName } from '../../../server/lib/months.ts';
import { DiscardForm } from './DiscardForm.tsx';
import css from './Revenue.module.css';
import { StandsOut } from './StandsOut.tsx';

type Totals = NonNullable<ImportDetail['totals']>;

export function Preview({ found, totals }: { found: ImportDetail; totals: Totals }) {
  const t = useTranslations('revenueImport');
  const locale = useLocale();
  // A correction is not compared with the month before.
  const before = found.kind === 'correction' ? null : totals.before;
  return (
    <>
      <Counts
        kind="figures"
        items={[
          {
            label: t('net'),
            value: formatMoney(found.net_revenue),
            note:
              before === null
                ? undefined
                : t('monthBefore', {
                    month: monthName(before.period, locale),
                    amount: formatMoney(before.net_revenue),
                  }),
          },
          {
            label: t('toCreators'),
            value: formatMoney(totals.to_creators),
            note: t('shares', {
              usual: formatMoney(totals.usual_share),
              founder: formatMoney(totals.founder_share),
            }),
          },
          {
            label: t('impressions'),
            value: formatNumber(found.ad_impressions),
            note: useChange(found.ad_impressions, before?.ad_impressions ?? 0),
          },
          {
            label: t('creators'),
            value: formatNumber(totals.creators_count),
            note: t('firstTime', { count: formatNumber(totals.new_creators_count) }),
          },
        ]}
      />
      {found.stands_out.length > 0 && <StandsOut found={found} />}
      {found.state === 'ready' && <Slip found={found} totals={totals} />}
    </>
  );
}

function useChange(now: number, before: number): string | undefined {
  const t = useTranslations('revenueImport');
  if (before === 0) return undefined;
  const percent = formatNumber(Math.round(Math.abs(now / before - 1) * 1000) / 10);
  return t(now < before ? 'lessThan' : 'moreThan', { percent });
}

const bold = (text: ReactNode) => <b>{text}</b>;

function Slip({ found, totals }: { found: ImportDetail; totals: Totals }) {
  const t = useTranslations('revenueImport');
  const { id, sha256, uploaded_by: by } = found;
  const name = found.source === 'service' ? t('service') : (by?.display_name ?? t('gone'));
  return (
    <section className={css.slip} aria-label={t('steps.preview')}>
      <p>
        {t.rich('crediting', {
          b: bold,
          lines: formatNumber(found.lines_count),
          linesCount: found.lines_count,
          creators: formatNumber(totals.creators_count),
          creatorsCount: totals.creators_count,
        })}
      </p>
      <div className={css.actions}>
        <ActionForm call="POST /admin/revenue_imports/:id/commit" params={{ id }}>
          <Button type="submit" kind="filled" big>
            {t('credit', { amount: formatMoney(totals.to_creators) })}
          </Button>
        </ActionForm>
        <DiscardForm id={id} />
      </div>
      <p className={css.mono}>
        {t('fingerprint', { sha: `${sha256.slice(0, 4)}…${sha256.slice(-4)}`, name })}
      </p>
    </section>
  );
}
