import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Days.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const TICKS_MAX_COUNT = 7;

/** Days in rows of seven, with a mark per entry. */
export function Days({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.days} aria-label={label}>
      {children}
    </nav>
  );
}

export type DayProps = {
  /** Above the number: weekday or "today". */
  word?: string;
  number: number;
  count: number;
  /** Count for screen readers. */
  said: string;
  href?: string | undefined;
  current?: boolean;
  today?: boolean;
  /** Column of the row, from 1. Default: after the previous day. */
  column?: number | undefined;
};

export function Day({ word, number, count, said, href, current, today, column }: DayProps) {
  const look = classes(css.day, today && css.today);
  const style = column === undefined ? undefined : { gridColumnStart: column };
  const parts = (
    <>
      {word}
      <b>{number}</b>
      <i
        className={count === 0 ? css.none : css.ticks}
        style={{ '--n': Math.min(count, TICKS_MAX_COUNT) } as CSSProperties}
        aria-hidden="true"
      />
      <VisuallyHidden>{said}</VisuallyHidden>
    </>
  );
  if (href === undefined) {
    return (
      <span className={look} style={style}>
        {parts}
      </span>
    );
  }
  return (
    <a className={look} style={style} href={href} aria-current={current ? 'date' : undefined}>
      {parts}
    </a>
  );
}
