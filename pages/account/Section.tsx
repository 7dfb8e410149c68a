import type { ReactNode } from 'react';
import css from './Account.module.css';

export function Section({
  id,
  heading,
  note,
  children,
}: {
  id: string;
  heading: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={css.section} id={id} aria-labelledby={`${id}-heading`}>
      <div className={css.head}>
        <h2 id={`${id}-heading`}>{heading}</h2>
        {note && <p className={css.note}>{note}</p>}
      </div>
      {children}
    </section>
  );
}
