import { formatDate } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SegmentedLinks } from '../../ui/Segmented.tsx';
import css from './PeriodLinks.module.css';
import { type Period, periodAddress, SPANS } from './period.ts';

export type PeriodLinksProps = {
  period: Period;
  /** The page's path with language. `keep` has other parameters to preserve. */
  path: string;
  keep?: Record<string, string>;
  chosen?: boolean;
};

export function PeriodLinks({ period, path, keep = {}, chosen }: PeriodLinksProps) {
  const t = useTranslations('statistics');
  const { range, span, today, refusal } = period;
  const words = { 7: t('days7'), 28: t('days28'), 90: t('days90'), 365: t('year') };
  const days = [
    { name: 'from', label: t('firstDay') },
    { name: 'to', label: t('lastDay') },
  ] as const;
  return (
    <div className={css.period}>
      <SegmentedLinks
        label={t('period')}
        items={SPANS.map((each) => ({
          href: periodAddress(path, { span: each, range }, keep),
          label: words[each],
          current: each === span,
        }))}
      />
      {chosen && (
        <Disclosure
          open={span === null || refusal !== null}
          summary={span === null ? `${formatDate(range.from)} – ${formatDate(range.to)}` : t('chooseDays')}
        >
          <form className={css.form} action={path}>
            {Object.entries(keep).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {days.map(({ name, label }) => (
              <TextField
                key={name}
                label={label}
                type="date"
                name={name}
                defaultValue={range[name]}
                max={today}
                required
              />
            ))}
            <Button type="submit">{t('showDays')}</Button>
          </form>
        </Disclosure>
      )}
      {refusal !== null && (
        <div className={css.refusal}>
          <Notice kind="bad">{refusal}</Notice>
        </div>
      )}
    </div>
  );
}
