import type { CSSProperties } from 'react';
import { classes } from './classes.ts';
import css from './Face.module.css';
import { Icon } from './Icon.tsx';

export type FaceProps = {
  url?: string | null;
  /** Side in CSS pixels, unless a class sets another. */
  size?: number;
  alt?: string;
  eager?: boolean;
  className?: string;
};

export function Face({ url, size = 32, alt = '', eager, className }: FaceProps) {
  const side = { '--face': `${size}px` } as CSSProperties;
  if (url) {
    return (
      <img
        className={classes(css.face, className)}
        src={url}
        alt={alt}
        width={size}
        height={size}
        loading={eager ? undefined : 'lazy'}
        decoding="async"
        style={side}
      />
    );
  }
  const name = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true };
  return (
    <span className={classes(css.face, css.nobody, className)} style={side} {...name}>
      <Icon name="user" className={css.icon} />
    </span>
  );
}
