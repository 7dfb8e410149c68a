import { useTranslations } from '../../locales/react.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import css from './ThemeSwitch.module.css';

/** Handled by islands/runtime/enhance.ts. Both icons are rendered, and CSS shows the one for the next theme. */
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
