import type { ReactNode } from 'react';
import { Title } from './Title.tsx';
import css from './Topic.module.css';

/** The head of a page that lists: what it lists, and a sentence about it. `above` is the way here. */
export function Topic({
  heading,
  language,
  above,
  below,
  children,
}: {
  heading: string;
  /** Of the heading, where it is not the page's. */
  language?: string | undefined;
  above?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={css.topic}>
      {above}
      <Title {...(language && { language })}>{heading}</Title>
      <p className={css.sum}>{children}</p>
      {below}
    </div>
  );
}
