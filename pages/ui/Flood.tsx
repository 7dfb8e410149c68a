import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Flood.module.css';
import { type StoryColour, storied } from './storyColour.ts';

export type FloodProps = {
  colour?: StoryColour;
  as?: 'section' | 'header' | 'div';
  className?: string;
  children: ReactNode;
};

/** Use once per page. The tone extends 80 px below the head, so its margin has that height. */
export function Flood({ colour, as: Tag = 'section', className, children }: FloodProps) {
  const story = storied(colour);
  return (
    <Tag className={classes(colour && css.flood, story.className, className)} style={story.style}>
      {children}
    </Tag>
  );
}
