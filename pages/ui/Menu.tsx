import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import css from './Menu.module.css';

export type MenuProps = {
  trigger: ReactNode;
  /** Name of the button when the trigger has no or too few words. */
  label?: string;
  align?: 'start' | 'end';
  /** Menus with the same name close each other. */
  name?: string;
  className?: string;
  children: ReactNode;
};

/** A native `details` that opens without a script. With one, Escape and outside presses close it (`data-menu`). */
export function Menu({ trigger, label, align = 'end', name, className, children }: MenuProps) {
  return (
    <details className={classes(css.menu, className)} name={name} data-menu="">
      <summary className={css.trigger} aria-label={label}>
        {trigger}
      </summary>
      <ul className={classes(css.list, align === 'end' ? css.endward : css.startward)}>{children}</ul>
    </details>
  );
}

type Item = {
  icon?: IconName /** Another icon, such as a flag. */;
  sign?: ReactNode /** Shown at the end of the line. */;
  end?: ReactNode;
};

export function MenuLink({
  icon,
  sign,
  end,
  children,
  ...link
}: Item & ComponentProps<'a'> & { href: string }) {
  return (
    <li>
      <a {...link} className={css.item}>
        {icon && <Icon name={icon} className={css.icon} />}
        {sign}
        {children}
        {end && <span className={css.end}>{end}</span>}
      </a>
    </li>
  );
}

export function MenuButton({ icon, sign, end, children, ...button }: Item & ComponentProps<'button'>) {
  return (
    <li>
      <button type="button" {...button} className={css.item}>
        {icon && <Icon name={icon} className={css.icon} />}
        {sign}
        {children}
        {end && <span className={css.end}>{end}</span>}
      </button>
    </li>
  );
}

export function MenuLine() {
  return <li className={css.line} aria-hidden="true" />;
}
