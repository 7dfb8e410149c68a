import { useHref, useTranslations } from '../../locales/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import css from './Page.module.css';

export function Ask({ phrase }: { phrase: string | null }) {
  const t = useTranslations('faq');
  const href = useHref();
  return (
    <search>
      <form className={css.ask} action={href('/faq')}>
        <label htmlFor="q">
          <VisuallyHidden>{t('search')}</VisuallyHidden>
        </label>
        <Icon name="search" className={css.glass} />
        <input
          id="q"
          name="q"
          type="search"
          className={css.input}
          placeholder={t('placeholder')}
          defaultValue={phrase ?? ''}
          maxLength={60}
          required
        />
        {phrase !== null && (
          <a className={css.clear} href={href('/faq')} aria-label={t('clear')}>
            <Icon name="x" />
          </a>
        )}
        <button type="submit" className={css.go} aria-label={t('find')}>
          <Icon name="corner-down-left" />
        </button>
      </form>
    </search>
  );
}
