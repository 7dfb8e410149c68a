import type { ReactNode } from 'react';
import LastAction from '../../islands/LastAction.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref } from '../../locales/react.tsx';
import type { FixedPath } from '../addresses.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import css from './ConsoleShell.module.css';
import { useFrame } from './context.ts';
import { Footer } from './Footer.tsx';
import { AccountMenu, Brand, HeaderSearch } from './Header.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Notices } from './Notices.tsx';
import { SkipLink } from './Shell.tsx';

export type Room = {
  path: FixedPath;
  icon: IconName;
  label: string;
  /** Pages of this section with other addresses. */
  also?: readonly string[];
};

export type ConsoleFrameProps = {
  title: string;
  label: string;
  rooms: readonly Room[];
  children: ReactNode;
};

/** Side menu on wide screens, a row of sections on phones. Renders `<main id="main">` itself. */
export function ConsoleFrame({ title, label, rooms, children }: ConsoleFrameProps) {
  const href = useHref();
  const { path } = useFrame();
  return (
    <div className={css.console}>
      <SkipLink />
      <header className={css.side}>
        <div className={css.head}>
          <Brand />
        </div>
        <p className={css.title}>{title}</p>
        <div className={css.search}>
          <HeaderSearch />
        </div>
        <nav className={css.rooms} aria-label={label} data-row="">
          {rooms.map((room) => (
            <a
              key={room.path}
              href={href(room.path)}
              aria-current={
                [room.path, ...(room.also ?? [])].some((start) => path.startsWith(start)) ? 'page' : undefined
              }
            >
              <Icon name={room.icon} />
              {room.label}
            </a>
          ))}
        </nav>
        <div className={css.me}>
          <LanguageMenu />
          <AccountMenu />
        </div>
      </header>
      <div className={css.content}>
        <Notices />
        <main className={css.main} id="main">
          {children}
        </main>
        <Footer />
        <Island name="LastAction" component={LastAction} props={{}} />
      </div>
    </div>
  );
}
