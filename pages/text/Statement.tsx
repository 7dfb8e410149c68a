import type { ReactNode } from 'react';
import css from './Statement.module.css';

export function Statement({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <div className={css.statement}>
      <h1 className={css.title}>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}
