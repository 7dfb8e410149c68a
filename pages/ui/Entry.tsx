import type { ReactNode } from 'react';
import css from './Entry.module.css';

export type EntryProps = {
  picture?: ReactNode;
  /** Bold; what is marked of it stands beside it. */
  name: ReactNode;
  facts?: ReactNode;
  /** What can be done with it, at the end of the line or under it. */
  children?: ReactNode;
};

/** Somebody or something in a list of Rows: what it is called, what is known of it, what can be done. */
export function Entry({ picture, name, facts, children }: EntryProps) {
  return (
    <div className={css.entry}>
      {picture}
      <div className={css.what}>
        <p className={css.name}>{name}</p>
        {facts && <div className={css.facts}>{facts}</div>}
      </div>
      {children}
    </div>
  );
}
