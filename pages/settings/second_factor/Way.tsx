import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import css from './Page.module.css';

export function Way({
  icon,
  name,
  note,
  children,
}: {
  icon: IconName;
  name: ReactNode;
  note: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={css.way}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <span className={css.what}>
        <b>{name}</b>
        <small>{note}</small>
      </span>
      {children}
    </li>
  );
}
