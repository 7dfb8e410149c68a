import { formatMoney, formatNumber } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';
import { dollars } from '../../server/domains/income/earnings/rules.ts';
import { monthName } from '../../server/lib/months.ts';
import { type MonthOfYear, periodOf } from '../creator/revenue/months.ts';
import { Html } from '../text/Html.tsx';
import type { Data } from './+data.ts';
import css from './Sum.module.css';

export function Sum({ sum, note }: { sum: Data['sum']; note: string }) {
  const t = useTranslations('texts.creators');
  const locale = useLocale();
  const money = (cents: number): string => formatMoney(dollars(cents));
  const { netCents, yoursCents, leftCents, totalCents, sharePercent, thresholdCents } = sum;
  const nameOf = (month: MonthOfYear): string => monthName(periodOf(month), locale, { year: false });
  const rows = [
    [t('net', { month: nameOf(sum.months.earned) }), netCents],
    [t('yours', { percent: sharePercent }), yoursCents],
    [t('left', { month: nameOf(sum.months.before) }), leftCents],
  ] as const;
  return (
    <>
      <dl className={css.sum}>
        {rows.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(cents)}</dd>
          </div>
        ))}
        <div className={css.total}>
          <dt>{t('total', { threshold: `$${formatNumber(thresholdCents / 100)}` })}</dt>
          <dd>{money(totalCents)}</dd>
        </div>
      </dl>
      <Html className={css.note} html={note} />
    </>
  );
}
