import css from './Cover.module.css';
import { classes } from './classes.ts';
import { Picture, type PictureFacts } from './Picture.tsx';
import { Stroke } from './Seal.tsx';

export type CoverProps = {
  picture: PictureFacts | null | undefined;
  /** Empty when the title is beside it. */
  alt?: string;
  /** Rendered width. Default: the cover grid's. */
  sizes?: string;
  priority?: 'high' | 'lazy';
  bare?: boolean;
  className?: string;
};

const gridSizes = '(width >= 60rem) 13rem, (width >= 40rem) 24vw, 31vw';

/** Always square and never covered. Without a picture, the brush stroke fills it. */
export function Cover({ picture, alt = '', sizes = gridSizes, priority, bare, className }: CoverProps) {
  const look = classes(css.cover, bare && css.bare, className);
  if (!picture) {
    return (
      <span className={classes(look, css.none)}>
        <Stroke className={css.stroke} />
      </span>
    );
  }
  return <Picture {...picture} alt={alt} sizes={sizes} priority={priority} className={look} />;
}
