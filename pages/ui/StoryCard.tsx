import type { ReactNode } from 'react';
import { Cover } from './Cover.tsx';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import type { PictureFacts } from './Picture.tsx';
import css from './StoryCard.module.css';
import { type StoryColour, storied } from './storyColour.ts';

export type StoryCardProps = {
  href: string;
  title: string;
  cover: PictureFacts | null | undefined;
  /** Rest of the line below the title: the author, or "Ep. 12 · 3 h ago". */
  meta?: ReactNode;
  /** The word for premium. Adds a lock to the line, and on wide screens the word. */
  premium?: string;
  /** The word for new, in red at the start of the line. */
  fresh?: string;
  colour?: StoryColour;
  /** Language of the story, for pronunciation and hyphenation of the title. */
  language?: string;
  priority?: 'high' | 'lazy';
};

export function StoryCard({
  href,
  title,
  cover,
  meta,
  premium,
  fresh,
  colour,
  language,
  priority = 'lazy',
}: StoryCardProps) {
  const story = storied(colour);
  return (
    <a className={classes(css.card, story.className)} style={story.style} href={href}>
      <Cover picture={cover} priority={priority} className={css.cover} />
      <span className={css.title} lang={language} dir="auto">
        {title}
      </span>
      {(meta || premium || fresh) && (
        <span className={css.by}>
          {fresh && <b className={css.fresh}>{fresh} </b>}
          {premium && <Icon name="lock" className={css.lock} />}
          {premium && <span className={css.premium}>{meta ? `${premium} · ` : premium}</span>}
          {meta}
        </span>
      )}
    </a>
  );
}
