import { Children, type ReactNode } from 'react';
import css from './Rows.module.css';

/** A list with thin lines. `ordered` when the order matters (episodes, ranks). */
export function Rows({ ordered, children }: { ordered?: boolean; children: ReactNode }) {
  const items = Children.map(children, (row) => (row ? <li className={css.item}>{row}</li> : null));
  return ordered ? <ol className={css.rows}>{items}</ol> : <ul className={css.rows}>{items}</ul>;
}
