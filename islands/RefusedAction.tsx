import { useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Refused } from './Refused.tsx';
import type { Refusal } from './useRefusal.ts';

const OUTDATED = new Set([
  'episode_changed',
  'stale_version',
  'invalid_state',
  'episode_blocked',
  'not_found',
]);

export type RefusedActionProps = {
  refusal: Refusal | null;
  fields?: readonly string[];
  onLoad?: () => void;
};

/** A refusal in the console. Offers to reload data that somebody else has changed. */
export function RefusedAction({ refusal, fields, onLoad = () => location.reload() }: RefusedActionProps) {
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
