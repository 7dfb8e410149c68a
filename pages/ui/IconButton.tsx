import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import css from './IconButton.module.css';

type Look = {
  icon: IconName;
  iconFilled?: boolean;
  /** Name for screen readers and the tooltip. */
  label: string;
  /** Small number on the corner. `label` must contain it too ("Notifications, 3 new"). */
  count?: number;
};

function Inside({ icon, iconFilled, count }: Pick<Look, 'icon' | 'iconFilled' | 'count'>) {
  return (
    <>
      <Icon name={icon} filled={iconFilled} />
      {count ? (
        <span className={css.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </>
  );
}

export type IconButtonProps = Look & Omit<ComponentProps<'button'>, 'children'>;

export function IconButton({ icon, iconFilled, label, count, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={classes(css.icon, className)} aria-label={label}>
      <Inside icon={icon} iconFilled={iconFilled} count={count} />
    </button>
  );
}

export type IconLinkProps = Look & Omit<ComponentProps<'a'>, 'children'> & { href: string };

export function IconLink({ href, icon, iconFilled, label, count, className, ...rest }: IconLinkProps) {
  return (
    <a href={href} title={label} {...rest} className={classes(css.icon, className)} aria-label={label}>
      <Inside icon={icon} iconFilled={iconFilled} count={count} />
    </a>
  );
}
