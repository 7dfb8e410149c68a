import type { ReactNode } from 'react';
import { directionOfLanguage } from '#server/lib/writing-direction.ts';
import { classes } from './classes.ts';
import css from './Prose.module.css';

export type ProseProps = {
  /** `text` for our own texts (legal, help, blog). `book` for a chapter: indents, hyphens, old-style figures. */
  kind?: 'text' | 'book';
  language?: string;
  children: ReactNode;
};

/** Running text of 60 to 72 characters per line. */
export function Prose({ kind = 'text', language, children }: ProseProps) {
  return (
    <div
      className={classes(css.prose, css[kind])}
      lang={language}
      dir={language && directionOfLanguage(language)}
    >
      {children}
    </div>
  );
}
