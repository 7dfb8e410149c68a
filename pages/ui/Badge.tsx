import type { ReactNode } from 'react';
import css from './Badge.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';

export type BadgeProps = {
  kind?: 'plain' | 'outlined' | 'new' | 'ink';
  icon?: IconName;
  children: ReactNode;
};

/** A tag of one or two words: `outlined` with the lock for Premium, `new` in red. Never on a cover. */
export function Badge({ kind = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={classes(css.badge, css[kind])}>
      {icon && <Icon name={icon} className={css.icon} />}
      {children}
    </span>
  );
}
