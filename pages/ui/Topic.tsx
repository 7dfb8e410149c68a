import type { ReactNode } from 'react';
import { Title } from './Title.tsx';
import css from './Topic.module.css';

/** Head of a list page: its subject and a sentence about it. `above` is for breadcrumbs. */
export function Topic({
  heading,
  language,
  above,
  below,
  children,
}: {
  heading: string;
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
