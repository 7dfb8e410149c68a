import { useTranslations } from '../../locales/react.tsx';

/** ERR-42: shown by a style once an island has failed, since its script may be what is missing (pages/base.css). */
export function Unmounted() {
  const t = useTranslations('errors');
  return (
    <p className="unmounted" role="alert">
      {t('island')}
    </p>
  );
}
