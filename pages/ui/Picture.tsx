import { classes } from './classes.ts';
import css from './Picture.module.css';
import { bestFirst, type Source } from './sources.ts';

/** What the media processor knows of one image; the same shape wherever a picture travels. */
export type PictureFacts = {
  /** Best format first: the browser takes the first it can show. */
  sources: readonly Source[];
  /** The JPEG for every browser. */
  url: string;
  width: number;
  height: number;
  /** A tiny blurred picture as a data URI. */
  placeholder?: string | null;
};

export type PictureProps = PictureFacts & {
  /** Empty for decoration; else what it shows. */
  alt: string;
  /** Of `alt`, where it is not the page's. */
  lang?: string;
  /** How wide it is drawn, as in the `sizes` attribute. */
  sizes: string;
  /** `high` for the largest picture of the first screen, `lazy` for what is below it. */
  priority?: 'high' | 'lazy';
  /** Its box has the shape that was told, whatever comes: by a rounded height alone, all below would move when it is there. */
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
