import type { ComponentProps, MouseEvent } from 'react';
import css from './Button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';

export type ButtonLook = {
  /** One `filled` (or `ink`, on a story's colour) per view, for the main action. `danger` ends in … because it asks. */
  kind?: 'filled' | 'ink' | 'outlined' | 'quiet' | 'danger';
  big?: boolean;
  wide?: boolean;
  icon?: IconName;
  iconFilled?: boolean;
};

export type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Text while busy ("Saving"). The button keeps the focus and does nothing. */
    busy?: string | false;
  };

function look({ kind = 'outlined', big, wide }: ButtonLook, className?: string) {
  return classes(css.button, css[kind], big && css.big, wide && css.wide, className);
}

export function Button({
  kind,
  big,
  wide,
  icon,
  iconFilled,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // A disabled button loses the focus and is not announced. While busy it only refuses, submits too.
  const refuse = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, big, wide }, className)}
      aria-disabled={busy ? true : rest['aria-disabled']}
      aria-busy={busy ? true : undefined}
      onClick={busy ? refuse : onClick}
    >
      {icon && <Icon name={icon} filled={iconFilled} />}
      {busy || children}
    </button>
  );
}

export type LinkButtonProps = ButtonLook & ComponentProps<'a'> & { href: string };

export function LinkButton({
  kind,
  big,
  wide,
  icon,
  iconFilled,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={look({ kind, big, wide }, className)}>
      {icon && <Icon name={icon} filled={iconFilled} />}
      {children}
    </a>
  );
}
