import { useTranslations } from '../../locales/react.tsx';
import { product } from '../../server/lib/product.ts';
import { classes } from '../ui/classes.ts';
import css from './Footer.module.css';
import { LanguageLinks } from './LanguageMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** All pages, what can be set for each, and under it a line of 39 px (HDR-28) that holds no links: a finger could not hit them. */
export function Footer({ className }: { className?: string }) {
  const t = useTranslations('footer');
  return (
    <>
      <nav className={classes(css.map, className)} aria-label={t('label')}>
        <div className={css.columns}>
          <div className={css.set}>
            <p className={css.heading}>{t('language')}</p>
            <LanguageLinks />
            <ThemeSwitch className={css.theme} />
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
