import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import css from './Notice.module.css';

const signs = { plain: 'info', good: 'circle-check', warn: 'triangle-alert', bad: 'circle-alert' } as const;

export type NoticeProps = {
  kind?: keyof typeof signs;
  icon?: IconName;
  /** Announced at once: for errors that just occurred. */
  urgent?: boolean;
  children: ReactNode;
  actions?: ReactNode;
};

export function Notice({ kind = 'plain', icon, urgent, children, actions }: NoticeProps) {
  return (
    <div className={classes(css.notice, css[kind])} role={urgent ? 'alert' : undefined}>
      <Icon name={icon ?? signs[kind]} className={css.icon} />
      <div className={css.text}>
        {children}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  );
}
