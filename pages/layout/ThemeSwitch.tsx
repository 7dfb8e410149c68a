import { useTranslations } from '../../locales/react.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import css from './ThemeSwitch.module.css';

/** Answered by islands/runtime/enhance.ts; both signs are drawn, the styles show the one that the press leads to. */
export function ThemeSwitch({ className }: { className?: string }) {
  const label = useTranslations('header')('theme');
  return (
    <span className={className} data-needs-js>
      <button type="button" className={css.switch} aria-label={label} title={label} data-theme-switch>
        <Icon name="moon" className={classes(css.moon)} />
        <Icon name="sun" className={classes(css.sun)} />
      </button>
    </span>
  );
}
