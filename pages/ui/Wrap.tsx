import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import css from './Wrap.module.css';

export type WrapProps = ComponentProps<'div'> & { as?: 'div' | 'main' | 'section' };

/** The page's width with gutters. Full-width elements are outside. */
export function Wrap({ as: Tag = 'div', className, ...rest }: WrapProps) {
  return <Tag {...rest} className={classes(css.wrap, className)} />;
}
