import { Children, type ReactNode } from 'react';
import css from './CoverGrid.module.css';
import { classes } from './classes.ts';

/** Rows of three on phones, four from 640 px, six from 960 px. `whole` omits incomplete rows after the first. */
export function CoverGrid({ whole, children }: { whole?: boolean; children: ReactNode }) {
  return (
    <ul className={classes(css.grid, whole && css.whole)}>
      {Children.map(children, (card) => (card ? <li className={css.cell}>{card}</li> : null))}
    </ul>
  );
}
