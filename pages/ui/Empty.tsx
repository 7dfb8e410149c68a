import type { ReactNode } from 'react';
import css from './Empty.module.css';
import { Stroke } from './Seal.tsx';

export type EmptyProps = {
  /** A plain sentence. */
  heading: ReactNode;
  level?: 1 | 2 | 3;
  /** What to do. */
  children?: ReactNode;
  /** One button, and at most a quiet one beside it. */
  actions?: ReactNode;
};

/** Where a list has nothing, or a way ends: the brush stroke, why, and the way on. */
export function Empty({ heading, level = 2, children, actions }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={css.empty}>
      <Stroke className={css.mark} />
      <Heading>{heading}</Heading>
      {children && <div>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  );
}
