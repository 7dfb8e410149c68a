import type { ReactNode } from 'react';
import css from './Finds.module.css';
import { Icon, type IconName } from './Icon.tsx';

export const Finds = ({ children }: { children: ReactNode }) => <ul className={css.finds}>{children}</ul>;

export function Find({
  icon,
  what,
  more,
  end,
}: {
  icon: IconName;
  what: string;
  more?: string;
  end?: string;
}) {
  return (
    <li>
      <Icon name={icon} className={css.icon} />
      <span>
        <b>{what}</b>
        {more && <small>{more}</small>}
      </span>
      {end !== undefined && <span className={css.end}>{end}</span>}
    </li>
  );
}
