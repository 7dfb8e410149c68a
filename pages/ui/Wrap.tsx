import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import css from './Wrap.module.css';

export type WrapProps = ComponentProps<'div'> & { as?: 'div' | 'main' | 'section' };

/** The width of the page with its gutters; what floods stands around it. */
export function Wrap({ as: Tag = 'div', className, ...rest }: WrapProps) {
  return <Tag {...rest} className={classes(css.wrap, className)} />;
}
