import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Disclosure.module.css';
import { Icon } from './Icon.tsx';

export function Disclosure({
  summary,
  open,
  className,
  children,
}: {
  summary: ReactNode;
  open?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <details className={classes(css.disclosure, className)} open={open}>
      <summary className={css.summary}>
        <Icon name="chevron-right" className={css.sign} />
        {summary}
      </summary>
      {children}
    </details>
  );
}
