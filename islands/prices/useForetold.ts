/** What the prices that are being typed would change, asked after a pause in typing. */
import { useEffect, useState } from 'react';
import type { Api } from '../../server/api.ts';
import type { BodyOf } from '../../server/lib/contract.ts';
import { type Foretold, foretell } from '../publish/Consequences.tsx';

const PAUSE_MS = 500;

type Wish = NonNullable<BodyOf<Api['POST /creator/stories/:id/consequences']>['pricing']>;

/** Null while nothing has been typed, or nothing was found out. */
export function useForetold(storyId: string, wish: Wish): Foretold | null {
  const [foretold, setForetold] = useState<Foretold | null>(null);
  const asked = JSON.stringify(wish);
  const [first] = useState(asked);
  useEffect(() => {
    setForetold(null);
    if (asked === first) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      // A price that is none yet is told at its field when it is saved.
      foretell(storyId, { deed: 'price', pricing: JSON.parse(asked) as Wish }, gone.signal)
        .then(setForetold)
        .catch(() => gone.signal.aborted || setForetold(null));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [storyId, asked, first]);
  return foretold;
}
