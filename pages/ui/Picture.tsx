import { classes } from './classes.ts';
import css from './Picture.module.css';
import { bestFirst, type Source } from './sources.ts';

export type PictureFacts = {
  /** Best format first, since browsers take the first they support. */
  sources: readonly Source[];
  url: string;
  width: number;
  height: number;
  /** A tiny blurred picture as a data URI. */
  placeholder?: string | null;
};

export type PictureProps = PictureFacts & {
  /** Empty for decoration. */
  alt: string;
  lang?: string;
  /** Rendered width, as in the `sizes` attribute. */
  sizes: string;
  /** `high` for the largest picture of the first screen, `lazy` below it. */
  priority?: 'high' | 'lazy';
  /** The box keeps the given shape. Otherwise a rounded height would move everything below. */
  isFixed?: boolean;
  className?: string;
};

// The placeholder goes into a style, so only plain base64 image data may pass.
const imageData = /^data:image\/(?:jpeg|png|webp|avif|gif);base64,[A-Za-z0-9+/]+=*$/;

export function Picture({
  sources,
  url,
  width,
  height,
  placeholder,
  alt,
  lang,
  sizes,
  priority,
  isFixed = false,
  className,
}: PictureProps) {
  const style = {
    ...(placeholder && imageData.test(placeholder) && { backgroundImage: `url("${placeholder}")` }),
    ...(isFixed && { aspectRatio: `${width}/${height}` }),
  };
  return (
    <picture className={css.picture}>
      {bestFirst(sources).map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        className={classes(css.image, className)}
        src={url}
        alt={alt}
        lang={lang}
        width={width}
        height={height}
        style={style}
        loading={priority === 'lazy' ? 'lazy' : undefined}
        fetchPriority={priority === 'high' ? 'high' : undefined}
        decoding={priority === 'high' ? undefined : 'async'}
      />
    </picture>
  );
}
