import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Mark.module.css';

export type MarkShape = 'ring' | 'half' | 'disc' | 'square';

export type MarkProps = {
  shape: MarkShape;
  small?: boolean;
  children: ReactNode;
};

/** State is a shape, a word and a colour, never a colour alone. */
export function Mark({ shape, small = false, children }: MarkProps) {
  return <span className={classes(css.mark, css[shape], small && css.small)}>{children}</span>;
}
