import { Children, type ReactNode } from 'react';
import css from './CoverGrid.module.css';

/** Cards in rows of three on phones, four from 640 px, six from 960 px. */
export function CoverGrid({ children }: { children: ReactNode }) {
  return (
    <ul className={css.grid}>
      {Children.map(children, (card) => (card ? <li className={css.cell}>{card}</li> : null))}
    </ul>
  );
}
