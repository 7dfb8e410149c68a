import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './RowLink.module.css';

export type RowLinkProps = {
  href: string;
  /** Language of the title, which also gets its own direction. */
  language?: string;
  className?: string;
  children: ReactNode;
};

/** A row's name as the link of the whole row, which is `position: relative`. Other controls are above it. */
export function RowLink({ href, language, className, children }: RowLinkProps) {
  return (
    <a href={href} className={classes(css.link, className)} lang={language} dir={language && 'auto'}>
      {children}
    </a>
  );
}
