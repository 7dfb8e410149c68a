import type { ReactNode } from 'react';
import LastDeed from '../../islands/LastDeed.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import css from './ConsoleShell.module.css';
import { useFrame } from './context.ts';
import { Footer } from './Footer.tsx';
import { AccountMenu, Brand, HeaderSearch } from './Header.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Notices } from './Notices.tsx';
import { SkipLink } from './Shell.tsx';

/** The rooms of the console; a room appears here when its page exists. */
const ROOMS = [
  { path: '/creator/stories', icon: 'library', label: 'stories', also: [] },
  { path: '/creator/schedule', icon: 'calendar-days', label: 'schedule', also: [] },
  { path: '/creator/comments', icon: 'message-circle', label: 'comments', also: [] },
  { path: '/creator/statistics', icon: 'chart-line', label: 'statistics', also: [] },
  { path: '/creator/revenue', icon: 'coins', label: 'revenue', also: [] },
  { path: '/profile_edit', icon: 'user', label: 'profile', also: [] },
  { path: '/settings', icon: 'settings-2', label: 'settings', also: ['/connected_apps', '/change_password'] },
] as const satisfies readonly {
  path: string;
  icon: IconName;
  label: string;
  /** Pages that belong to the room though their addresses do not say so. */
  also: readonly string[];
}[];

/** The console: side menu on wide screens, a row of rooms on phones. Draws `<main id="main">` itself. */
export function ConsoleShell({ children }: { children: ReactNode }) {
  const t = useTranslations('console');
  const href = useHref();
  const { path, viewer } = useFrame();
  return (
    <div className={css.console}>
      <SkipLink />
      <header className={css.side}>
        <div className={css.head}>
          <Brand />
        </div>
        <p className={css.title}>{viewer?.publisher ? t('publisher') : t('creator')}</p>
        <div className={css.search}>
          <HeaderSearch />
        </div>
        <nav className={css.rooms} aria-label={t('navigation')} data-row="">
          {ROOMS.map((room) => (
            <a
              key={room.path}
              href={href(room.path)}
              aria-current={
                [room.path, ...room.also].some((start) => path.startsWith(start)) ? 'page' : undefined
              }
            >
              <Icon name={room.icon} />
              {t(room.label)}
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
          {viewer?.emailConfirmed === false && <ConfirmEmail />}
          {children}
        </main>
        <Footer />
        <Island name="LastDeed" component={LastDeed} props={{}} />
      </div>
    </div>
  );
}
