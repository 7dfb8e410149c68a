import type { ReactNode } from 'react';
import css from './Page.module.css';

export function Step({ no, heading, children }: { no: number | null; heading: string; children: ReactNode }) {
  return (
    <section className={no === null ? css.alone : css.step}>
      {no !== null && (
        <span className={css.no} aria-hidden="true">
          {no}
        </span>
      )}
      <div className={css.body}>
        <h2>{heading}</h2>
        {children}
      </div>
    </section>
  );
}
