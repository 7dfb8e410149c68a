import css from './Cover.module.css';
import { classes } from './classes.ts';
import { Picture, type PictureFacts } from './Picture.tsx';
import { Stroke } from './Seal.tsx';

export type CoverProps = {
  picture: PictureFacts | null | undefined;
  /** Empty where the title stands beside it. */
  alt?: string;
  /** How wide it is drawn; the default is that of the cover grid. */
  sizes?: string;
  priority?: 'high' | 'lazy';
  /** Edge to edge, without rounded corners: the head of a page on phones. */
  bare?: boolean;
  className?: string;
};

const gridSizes = '(width >= 60rem) 13rem, (width >= 40rem) 24vw, 31vw';

/** Always square, and nothing ever stands on it. Without a picture the brush stroke keeps the place. */
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
