import type { ReactNode } from 'react';
import css from './Entry.module.css';

export type EntryProps = {
  picture?: ReactNode;
  name: ReactNode;
  facts?: ReactNode;
  children?: ReactNode;
};

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
