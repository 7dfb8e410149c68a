import type { ReactNode } from 'react';
import css from './Counts.module.css';
import { classes } from './classes.ts';

export type Count = {
  label: string;
  value: ReactNode;
  sign?: ReactNode;
  /** For figures: a line below the number, "18 % more than before". */
  note?: ReactNode;
};

/** Numbers with units: `line` as "18,402 subscribers" in a row, `figures` as large numbers. */
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
