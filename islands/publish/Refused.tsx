import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import type { Refusal } from '../useRefusal.ts';

/** The episode is no longer what the page shows, so the page is to be loaded again. */
const OUTDATED = new Set(['episode_changed', 'invalid_state', 'episode_blocked', 'not_found']);

/** What was refused, and the way on. What stands under its own field (`known`) is not said twice. */
export function Refused({ refusal, known = [] }: { refusal: Refusal; known?: readonly string[] }) {
  const t = useTranslations('console');
  if (Object.keys(refusal.fields).some((field) => known.includes(field))) return null;
  const texts = Object.values(refusal.fields).flat();
  return (
    <Notice
      kind="bad"
      urgent
      actions={
        OUTDATED.has(refusal.code) && <Button onClick={() => location.reload()}>{t('loadAgain')}</Button>
      }
    >
      {texts.length > 0 ? texts.join(' ') : refusal.message}
    </Notice>
  );
}
