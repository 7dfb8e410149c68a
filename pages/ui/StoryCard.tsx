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
  /** The rest of the one line under the title: the author, or "Ep. 12 · 3 h ago". */
  meta?: ReactNode;
  /** The word for premium; given, a lock stands before the line and the word beside it on wide screens. */
  premium?: string;
  /** The word for new; given, it opens the line in seal red. */
  fresh?: string;
  colour?: StoryColour;
  /** Language of the story, so that its title is read and hyphenated right. */
  language?: string;
  /** `high` for the first covers of the first screen. */
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
