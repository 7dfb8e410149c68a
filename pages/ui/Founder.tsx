import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Founder.module.css';
import { Icon } from './Icon.tsx';

/** Feather and word. `plain` uses the surrounding colour, for use on a story's colour. */
export function Founder({ plain, children }: { plain?: boolean; children: ReactNode }) {
  return (
    <span className={classes(css.founder, plain && css.plain)}>
      <Icon name="feather" className={css.feather} />
      {children}
    </span>
  );
}
