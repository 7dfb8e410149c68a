import { localizedPath } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';
import { LOCALES, languageAttributes, locales } from '../../server/lib/locale.ts';
import { classes } from '../ui/classes.ts';
import { Flag } from '../ui/Flag.tsx';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { useFrame } from './context.ts';
import css from './LanguageMenu.module.css';

/**
 * Links to the same page in the other language (HDR-15…21). The choice is remembered (islands/runtime/theme.ts). Opens
 * without a script. With one, an outside click closes it.
 */
export function LanguageMenu({ className }: { className?: string }) {
  const locale = useLocale();
  const t = useTranslations('common');
  const { path } = useFrame();
  return (
    <details className={classes(css.menu, className)} data-menu>
      <summary className={css.button}>
        <Flag language={locale} />
        <VisuallyHidden>{t('language', { name: locales[locale].name })} </VisuallyHidden>
        {locale.toUpperCase()}
        <Icon name="chevron-down" />
      </summary>
      <div className={css.float}>
        {LOCALES.map((each) => (
          <a
            key={each}
            href={localizedPath(each, path)}
            hrefLang={each}
            {...languageAttributes(each)}
            data-language={each}
            aria-current={each === locale ? 'true' : undefined}
          >
            <Flag language={each} />
            {locales[each].name}
            <span className={css.code}>{each.toUpperCase()}</span>
            {each === locale && <Icon name="check" />}
          </a>
        ))}
      </div>
    </details>
  );
}

export function LanguageLinks() {
  const locale = useLocale();
  const { path } = useFrame();
  return (
    <div className={css.links}>
      {LOCALES.map((each) => (
        <a
          key={each}
          href={localizedPath(each, path)}
          hrefLang={each}
          {...languageAttributes(each)}
          data-language={each}
          aria-current={each === locale ? 'true' : undefined}
        >
          {locales[each].name}
        </a>
      ))}
    </div>
  );
}
