import { product } from '../../server/lib/product.ts';
import { classes } from '../ui/classes.ts';
import css from './Footer.module.css';
import { LanguageLinks } from './LanguageMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** 39 px high (HDR-28). */
export function Footer({ className }: { className?: string }) {
  return (
    <footer className={classes(css.foot, className)}>
      <div className={css.wrap}>
        <LanguageLinks />
        <ThemeSwitch />
        <span className={css.house}>{product.name}, Hong Kong</span>
      </div>
    </footer>
  );
}
