import { useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import type { Refusal } from './useRefusal.ts';

/** Why settings were not saved; where somebody else was faster, the way to what they have set. */
export function RefusedSave({ refusal, onLoad }: { refusal: Refusal; onLoad(): void }) {
  const t = useTranslations('console');
  const isStale = refusal.code === 'stale_version';
  return (
    <Notice kind="bad" urgent actions={isStale && <Button onClick={onLoad}>{t('loadAgain')}</Button>}>
      {refusal.message}
    </Notice>
  );
}
