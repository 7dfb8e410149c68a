import { useTranslations } from '../../locales/react.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Editing and uploading need a script, and the page says so; lists and states are readable without. */
export function NeedsScript() {
  const t = useTranslations('console');
  return (
    <noscript>
      <Notice kind="warn">{t('needsScript')}</Notice>
    </noscript>
  );
}
