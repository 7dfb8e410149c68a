/** One moment on three clocks: in the chosen zone, in the creator's zone and in UTC. */
import { formatDate, formatTime } from '../../../locales/index.ts';
import { useLocale, useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import css from './Clocks.module.css';
import { cityOf } from './plan.ts';

export type ClocksProps = { instant: Date; chosen: string; own: string };

export function Clocks({ instant, chosen, own }: ClocksProps) {
  const t = useTranslations('release');
  const locale = useLocale();
  const lines = [
    { zone: chosen, label: t(chosen === own ? 'clockOwn' : 'clockChosen', { city: cityOf(chosen) }) },
    { zone: own, label: t('clockOwn', { city: cityOf(own) }) },
    { zone: 'UTC', label: 'UTC' },
  ].filter(({ zone }, place, all) => all.findIndex((other) => other.zone === zone) === place);
  const weekday = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone }).format(instant);
  return (
    <dl className={css.clocks}>
      {lines.map(({ zone, label }, place) => (
        <div key={zone} className={css.line}>
          <dt>{label}</dt>
          <dd className={classes(css.moment, place === 0 && css.large)}>
            <span>
              {weekday(zone)} {formatDate(instant, zone)}
            </span>{' '}
            <span>{formatTime(instant, zone)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
