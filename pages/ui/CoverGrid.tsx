import { Children, type ReactNode } from 'react';
import css from './CoverGrid.module.css';
import { classes } from './classes.ts';

/**
 * Cards in rows of three on phones, four from 640 px, six from 960 px. `whole` shows full rows only, for a choice among many;
 * less than one row is shown as it is.
 */
export function CoverGrid({ whole, children }: { whole?: boolean; children: ReactNode }) {
  return (
    <ul className={classes(css.grid, whole && css.whole)}>
      {Children.map(children, (card) => (card ? <li className={css.cell}>{card}</li> : null))}
    </ul>
  );
}
