import { useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Refused } from './Refused.tsx';
import type { Refusal } from './useRefusal.ts';

/** What the page shows is no longer what the server has. */
const OUTDATED = new Set([
  'episode_changed',
  'stale_version',
  'invalid_state',
  'episode_blocked',
  'not_found',
]);

export type RefusedDeedProps = {
  refusal: Refusal | null;
  fields?: readonly string[];
  /** Loads what has changed; without it the page is loaded again. */
  onLoad?: () => void;
};

/** A refusal in the console: what somebody else has changed meanwhile can be loaded again. */
export function RefusedDeed({ refusal, fields, onLoad = () => location.reload() }: RefusedDeedProps) {
  const t = useTranslations('console');
  const isOutdated = refusal !== null && OUTDATED.has(refusal.code);
  return (
    <Refused
      refusal={refusal}
      {...(fields && { fields })}
      actions={isOutdated && <Button onClick={onLoad}>{t('loadAgain')}</Button>}
    />
  );
}
