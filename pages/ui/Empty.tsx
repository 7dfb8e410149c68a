import type { ReactNode } from 'react';
import css from './Empty.module.css';
import { Stroke } from './Seal.tsx';

export type EmptyProps = {
  heading: ReactNode;
  level?: 1 | 2 | 3;
  children?: ReactNode;
  actions?: ReactNode;
};

/** For empty lists and dead ends: brush stroke, reason and next step. */
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
