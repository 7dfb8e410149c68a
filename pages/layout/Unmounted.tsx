import { useTranslations } from '../../locales/react.tsx';

/** ERR-42: shown by CSS after an island failed, since its script may be missing (pages/base.css). */
export function Unmounted() {
  const t = useTranslations('errors');
  return (
    <p className="unmounted" role="alert">
      {t('island')}
    </p>
  );
}
