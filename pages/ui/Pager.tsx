import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './Pager.module.css';

export type PagerProps = {
  label: string;
  previousLabel: string;
  nextLabel: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
};

/** First, last, current page and neighbours. Null for gaps. */
export function shownPages(page: number, pages: number): (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  return wanted.flatMap((n, place) => {
    const before = wanted[place - 1];
    return before !== undefined && n - before > 1 ? [null, n] : [n];
  });
}

export function Pager({ label, previousLabel, nextLabel, page, pages, hrefOf }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav className={css.pager} aria-label={label}>
      {page > 1 && (
        <a className={css.step} href={hrefOf(page - 1)} rel="prev" aria-label={previousLabel}>
          <Icon name="chevron-left" />
        </a>
      )}
      {shownPages(page, pages).map((n, place) =>
        n === null ? (
          <span key={place === 1 ? 'before' : 'after'} className={css.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <a
            key={n}
            className={classes(css.step, Math.abs(n - page) === 1 && n !== 1 && n !== pages && css.near)}
            href={hrefOf(n)}
            aria-current={n === page ? 'page' : undefined}
          >
            {n}
          </a>
        ),
      )}
      {page < pages && (
        <a className={css.step} href={hrefOf(page + 1)} rel="next" aria-label={nextLabel}>
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
