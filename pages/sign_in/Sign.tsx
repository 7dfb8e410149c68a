import type { ReactNode } from 'react';
import { Brand } from '../layout/Header.tsx';
import { LanguageMenu } from '../layout/LanguageMenu.tsx';
import { Notices } from '../layout/Notices.tsx';
import { ThemeSwitch } from '../layout/ThemeSwitch.tsx';
import { Cover } from '../ui/Cover.tsx';
import type { PictureFacts } from '../ui/Picture.tsx';
import css from './Sign.module.css';

/** Sign-in and sign-up: the form, and from 960 px on a wall of covers. */
export function Sign({
  heading,
  intro,
  covers,
  children,
}: {
  heading: string;
  intro?: string;
  covers: readonly PictureFacts[];
  children: ReactNode;
}) {
  return (
    <div className={css.sign}>
      <div className={css.column}>
        <header className={css.head}>
          <Brand />
          <span className={css.tools}>
            <ThemeSwitch />
            <LanguageMenu />
          </span>
        </header>
        <div className={css.notices}>
          <Notices />
        </div>
        <main className={css.main} id="main">
          <div className={css.intro}>
            <h1>{heading}</h1>
            {intro && <p>{intro}</p>}
          </div>
          {children}
        </main>
      </div>
      {covers.length >= 6 && (
        <aside className={css.wall} aria-hidden="true">
          {covers.map((cover) => (
            <Cover key={cover.url} picture={cover} sizes="17vw" priority="lazy" />
          ))}
        </aside>
      )}
    </div>
  );
}
