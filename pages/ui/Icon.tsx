import { classes } from './classes.ts';
import css from './Icon.module.css';
import { type IconName, icons } from './icons.ts';

export type { IconName };

/** Decorative. A control with only an icon gets its name from IconButton. */
export function Icon({ name, filled, className }: { name: IconName; filled?: boolean; className?: string }) {
  return (
    <svg
      className={classes(css.icon, filled && css.filled, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  );
}
