import { useHref, useTranslations } from '../../locales/react.tsx';
import { product } from '../../server/lib/product.ts';
import type { FixedPath } from '../addresses.ts';
import { classes } from '../ui/classes.ts';
import { useFrame } from './context.ts';
import css from './Footer.module.css';
import { LanguageLinks } from './LanguageMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const MAP = [
  { heading: 'house', pages: { about: '/about', app: '/app', blog: '/blog', faq: '/faq' } },
  {
    heading: 'read',
    pages: { readers: '/readers', genres: '/genres', ranking: '/ranking', calendar: '/calendar' },
  },
  {
    heading: 'create',
    pages: {
      creators: '/creators',
      payment: '/creator_payment_program',
      guidelines: '/community_guidelines',
    },
  },
  {
    heading: 'legal',
    pages: {
      terms: '/terms_of_service',
      privacy: '/privacy_policy',
      cookies: '/cookies',
      unlawful: '/report_illegal_content',
    },
  },
] as const satisfies readonly { heading: string; pages: Readonly<Record<string, FixedPath>> }[];

/** Site map, settings, and a line of 39 px (HDR-28) without links, too small for touch. */
export function Footer({ className }: { className?: string }) {
  const t = useTranslations('footer');
  return (
    <>
      <nav className={classes(css.map, className)} aria-label={t('label')}>
        <div className={css.columns}>
          {MAP.map((group) => (
            <Pages key={group.heading} {...group} />
          ))}
          <div className={css.set}>
            <p className={css.heading}>{t('language')}</p>
            <LanguageLinks />
            <ThemeSwitch />
          </div>
        </div>
      </nav>
      <footer className={css.foot}>
        <div className={css.wrap}>
          <span>{product.legalEntity}</span>
          <span lang="ja">{product.kana}</span>
        </div>
      </footer>
    </>
  );
}

function Pages({ heading, pages }: (typeof MAP)[number]) {
  const t = useTranslations('footer');
  const href = useHref();
  const { path } = useFrame();
  return (
    <div>
      <p className={css.heading}>{t(heading)}</p>
      <ul>
        {Object.entries(pages).map(([name, page]) => (
          <li key={name}>
            <a href={href(page)} aria-current={path === page ? 'page' : undefined}>
              {t(name as keyof typeof pages)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
