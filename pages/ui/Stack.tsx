import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Stack.module.css';

export type Step = 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 16 | 24;

type Space = { gap?: Step | 'section'; className?: string; children: ReactNode };

const gapOf = (gap: Step | 'section') =>
  ({ '--gap': gap === 'section' ? 'var(--section)' : `var(--s${gap})` }) as CSSProperties;

export function Stack({
  as: Tag = 'div',
  gap = 4,
  className,
  children,
}: Space & { as?: 'div' | 'section' | 'article' | 'aside' }) {
  return (
    <Tag className={classes(css.stack, className)} style={gapOf(gap)}>
      {children}
    </Tag>
  );
}

export function Line({ gap = 3, className, children }: Space) {
  return (
    <div className={classes(css.line, className)} style={gapOf(gap)}>
      {children}
    </div>
  );
}
