import { useTranslations } from '../../locales/react.tsx';
import { product } from '../../server/lib/product.ts';
import { classes } from '../ui/classes.ts';
import css from './Footer.module.css';
import { LanguageLinks } from './LanguageMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** What can be set for every page, and under it a line of 39 px (HDR-28) that holds no links: a finger could not hit them. */
export function Footer({ className }: { className?: string }) {
  const t = useTranslations('footer');
  return (
    <>
      <nav className={classes(css.set, className)} aria-label={t('label')}>
        <div className={css.wrap}>
          <LanguageLinks />
          <ThemeSwitch className={css.theme} />
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
