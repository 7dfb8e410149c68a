import { classes } from './classes.ts';
import css from './Face.module.css';
import { Icon } from './Icon.tsx';

export type FaceProps = {
  url?: string | null;
  /** Side in CSS pixels. */
  size?: number;
  /** Empty when the name stands beside it. */
  alt?: string;
  className?: string;
};

export function Face({ url, size = 32, alt = '', className }: FaceProps) {
  const side = { width: size, height: size };
  if (url) {
    return (
      <img
        className={classes(css.face, className)}
        src={url}
        alt={alt}
        {...side}
        loading="lazy"
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
