import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { addMonths, monthName } from '../../server/lib/months.ts';
import { address } from '../addresses.ts';
import { IconLink } from '../ui/IconButton.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export function Months({ data: { month, first_month: first, last_month: last } }: { data: Data }) {
  const t = useTranslations('attention');
  const locale = useLocale();
  const href = useHref();
  const name = (of: string) => {
    const text = monthName(of, locale);
    return of === last ? t('soFar', { month: text }) : text;
  };
  const to = (of: string) => href(address('/attention', {}, { query: { month: of === last ? null : of } }));
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <nav className={css.months} aria-label={t('months')}>
      {month > first ? (
        <IconLink icon="chevron-left" href={to(before)} rel="prev" label={name(before)} />
      ) : (
        <span className={css.noStep} />
      )}
      <p aria-current="page">{name(month)}</p>
      {month < last && <IconLink icon="chevron-right" href={to(after)} rel="next" label={name(after)} />}
    </nav>
  );
}
