import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { Summary } from '../Summary.tsx';
import type { Refusal } from '../useRefusal.ts';

/** The episode is no longer what the page shows, so the page is to be loaded again. */
const OUTDATED = new Set(['episode_changed', 'invalid_state', 'episode_blocked', 'not_found']);

/** What was refused, and the way on; of the form's own fields (`known`) the way to each. */
export function Refused({ refusal, known = [] }: { refusal: Refusal; known?: readonly string[] }) {
  const t = useTranslations('console');
  if (known.some((field) => refusal.fields[field])) return <Summary refusal={refusal} fields={known} />;
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
