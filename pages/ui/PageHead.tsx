import type { ReactNode } from 'react';
import css from './PageHead.module.css';

export function PageHead({ title, tools }: { title: string; tools?: ReactNode }) {
  return (
    <div className={css.head}>
      <h1 className={css.title}>{title}</h1>
      {tools && <div className={css.tools}>{tools}</div>}
    </div>
  );
}
