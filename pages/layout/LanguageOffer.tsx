import type { CSSProperties } from 'react';
import { localizedPath } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { useLocale } from '../../locales/react.tsx';
import { LOCALES, type Locale, languageAttributes } from '../../server/lib/locale.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useFrame } from './context.ts';
import css from './LanguageOffer.module.css';

/**
 * A line in the browser's first language until the reader chooses one. The page is shared, so it contains the line
 * hidden. islands/runtime/theme.ts shows it before first paint, so nothing moves.
 */
export function LanguageOffer() {
  const locale = useLocale();
  return LOCALES.filter((each) => each !== locale).map((each) => <Offer key={each} of={each} />);
}

function Offer({ of }: { of: Locale }) {
  const locale = useLocale();
  const t = translator(of, 'header');
  const { path } = useFrame();
  return (
    <div
      className={css.offer}
      style={{ display: `var(--offer-${of}, none)` } as CSSProperties}
      {...languageAttributes(of)}
    >
      <div className={css.wrap}>
        <span className={css.more}>{t('offer')}</span>
        <a href={localizedPath(of, path)} hrefLang={of} data-language={of}>
          {t('read')}
          <Icon name="arrow-right" />
        </a>
        <IconButton icon="x" label={t('keep')} className={css.end} data-language={locale} />
      </div>
    </div>
  );
}
