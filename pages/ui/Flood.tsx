import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Flood.module.css';
import { type StoryColour, storied } from './storyColour.ts';

export type FloodProps = {
  /** Without a colour the head stays paper, and no tone is drawn. */
  colour?: StoryColour;
  as?: 'section' | 'header' | 'div';
  className?: string;
  children: ReactNode;
};

/**
 * A head filled with the story's colour that dissolves into the paper; once on a page. The tone hangs 80 px below the
 * head, over what follows: a margin of that height is part of it.
 */
export function Flood({ colour, as: Tag = 'section', className, children }: FloodProps) {
  const story = storied(colour);
  return (
    <Tag className={classes(colour && css.flood, story.className, className)} style={story.style}>
      {children}
    </Tag>
  );
}
