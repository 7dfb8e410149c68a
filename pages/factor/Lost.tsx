import { useTranslations } from '../../locales/react.tsx';
import css from './Factor.module.css';

export function Lost({ email }: { email: string }) {
  const t = useTranslations('factor');
  return (
    <details className={css.lost}>
      <summary>{t('lostEverything')}</summary>
      <p>{t('lostText', { email })}</p>
    </details>
  );
}
