import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Founder.module.css';
import { Icon } from './Icon.tsx';

/** The feather and the word; `plain` takes the colour around it, for use on a story's colour. */
export function Founder({ plain, children }: { plain?: boolean; children: ReactNode }) {
  return (
    <span className={classes(css.founder, plain && css.plain)}>
      <Icon name="feather" className={css.feather} />
      {children}
    </span>
  );
}
