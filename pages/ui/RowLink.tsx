import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './RowLink.module.css';

export type RowLinkProps = {
  href: string;
  /** Of the title, which then also runs in its own direction. */
  language?: string;
  className?: string;
  children: ReactNode;
};

/** The name of a row as the link of the whole row, which is `position: relative`; what is pressed by itself stands above it. */
export function RowLink({ href, language, className, children }: RowLinkProps) {
  return (
    <a href={href} className={classes(css.link, className)} lang={language} dir={language && 'auto'}>
      {children}
    </a>
  );
}
