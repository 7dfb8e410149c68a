import { classes } from './classes.ts';
import css from './Title.module.css';

/** Titles from this length on are smaller, to fit the screen. */
const longFrom = 33;

export type TitleProps = {
  children: string;
  level?: 1 | 2;
  /** `huge` for the featured story of the landing page. */
  size?: 'display' | 'huge';
  language?: string;
};

export function Title({ children, level = 1, size = 'display', language }: TitleProps) {
  const Heading = `h${level}` as const;
  const long = children.length >= longFrom;
  return (
    <Heading className={classes(css.title, long ? css.long : css[size])} lang={language} dir="auto">
      {children}
    </Heading>
  );
}
