import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Icon } from '../../../pages/ui/Icon.tsx';
import css from './Distribution.module.css';
import type { RatingFigures } from './reader-state.ts';

export type DistributionProps = {
  figures: RatingFigures;
  own: number | null;
};

export function Distribution({ figures: { average, count, distribution }, own }: DistributionProps) {
  const t = useTranslations('story');
  const rows = distribution.map((given, at) => ({ stars: at + 1, given })).reverse();
  const words = rows.map(({ stars, given }) => `${t('stars', { count: stars })}: ${formatNumber(given)}`);
  return (
    <>
      {/* The same height with or without a rating, because the reader's own may come after the page. */}
      <p className={css.line}>
        {average === null ? (
          t('notRated')
        ) : (
          <>
            <span className={css.average}>{formatNumber(average)}</span>
            <span>{t('ratedBy', { count, number: formatNumber(count) })}</span>
          </>
        )}
      </p>
      <div className={css.rows} role="img" aria-label={words.join('; ')}>
        {rows.map(({ stars, given }) => (
          <div key={stars} className={classes(css.row, own === stars && css.own)}>
            <span>
              {stars}
              <Icon name="star" filled />
            </span>
            <span className={css.bar}>
              <i style={{ width: `${count > 0 ? Math.round((100 * given) / count) : 0}%` }} />
            </span>
            <span>{formatNumber(given)}</span>
          </div>
        ))}
      </div>
    </>
  );
}
