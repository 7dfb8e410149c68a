import type { ReactNode } from 'react';
import css from './Counts.module.css';
import { classes } from './classes.ts';

export type Count = {
  label: string;
  value: ReactNode;
  /** A star or another sign before the figure. */
  sign?: ReactNode;
  /** Figures only: a small line under the number, "18 % more than before". */
  note?: ReactNode;
};

/** Numbers carry their unit: `line` as "18,402 subscribers" in a row, `figures` as the console's large figures. */
export function Counts({ items, kind = 'line' }: { items: readonly Count[]; kind?: 'line' | 'figures' }) {
  return (
    <dl className={classes(css.counts, css[kind])}>
      {items.map(({ label, value, sign, note }) => (
        <div key={label} className={css.count}>
          <dt className={css.label}>{label}</dt>
          <dd className={css.value}>
            {sign}
            {value}
          </dd>
          {note && <dd className={css.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
