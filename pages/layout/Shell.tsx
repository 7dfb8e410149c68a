import type { ReactNode } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { classes } from '../ui/classes.ts';
import { storied } from '../ui/storyColour.ts';
import { ConsentQuestion } from './ConsentQuestion.tsx';
import { useFrame } from './context.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';
import css from './Shell.module.css';

/** Header, page, footer. The page renders `<main id="main">` itself, so that its colour can reach the edges. */
export function Shell({ children }: { children: ReactNode }) {
  const { story, path } = useFrame();
  const colour = storied(story);
  return (
    <div {...colour} className={classes(css.shell, colour.className)}>
      <SkipLink />
      {!isSettled(path) && <ConsentQuestion place="bar" />}
      <Header flood={story?.flood} />
      <Notices />
      <div className={css.page}>{children}</div>
      <Footer />
    </div>
  );
}

/** The cookies page asks itself. */
const isSettled = (path: string): boolean => /^\/cookies(?![^?])/.test(path);

export function SkipLink() {
  const t = useTranslations('common');
  return (
    <a className={css.skip} href="#main">
      {t('skip')}
    </a>
  );
}
