import { useEffect, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Buyers } from './Buyers.tsx';
import css from './Consequences.module.css';
import { type Foretold, foretell } from './foretell.ts';

/** Shows in advance what an action on an episode changes for others. Empty when nothing changes. */
export function ConsequencesOf({
  storyId,
  deed,
  episodeId,
  number,
}: {
  storyId: string;
  deed: 'publish' | 'unpublish' | 'delete';
  episodeId: string;
  number?: number;
}) {
  const t = useTranslations('release');
  const [foretold, setForetold] = useState<Foretold | 'unknown' | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    foretell(storyId, { deed, episode_id: episodeId }, gone.signal)
      .then(setForetold)
      .catch(() => gone.signal.aborted || setForetold('unknown'));
    return () => gone.abort();
  }, [storyId, deed, episodeId]);
  if (foretold === 'unknown') return <p>{t('consequencesUnknown')}</p>;
  return (
    foretold && (
      <>
        {number !== undefined && foretold.hidden_before > 0 && (
          <p>{t('readersSee', { number, count: foretold.hidden_before })}</p>
        )}
        <Buyers count={foretold.buyers} deed={deed} />
        <Consequences foretold={foretold} />
      </>
    )
  );
}

export function Consequences({ foretold: { consequences, total } }: { foretold: Foretold }) {
  const t = useTranslations('release');
  if (total === 0) return null;
  return (
    <div role="status" className={css.told}>
      <Notice kind="warn">
        <p>{t('consequences', { count: total })}</p>
        <ul>
          {consequences.map(({ id, title, now, next }) => (
            <li key={id}>
              {[
                now.number === next.number
                  ? null
                  : t('becomesNumber', { title, now: now.number, next: next.number }),
                now.is_free === next.is_free
                  ? null
                  : next.is_free
                    ? t('becomesFree', { title })
                    : t('becomesPremium', { title }),
              ]
                .filter((part) => part !== null)
                .join(' ')}
            </li>
          ))}
          {total > consequences.length && <li>{t('andMore', { count: total - consequences.length })}</li>}
        </ul>
      </Notice>
    </div>
  );
}
