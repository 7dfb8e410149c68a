/** What the prices that are being typed would change, asked after a pause in typing. */
import { useEffect, useState } from 'react';
import type { Api } from '../../../server/api.ts';
import type { BodyOf } from '../../../server/lib/contract.ts';
import { type Foretold, foretell } from '../releases/foretell.ts';

const PAUSE_MS = 500;

type Wish = NonNullable<BodyOf<Api['POST /creator/stories/:id/consequences']>['pricing']>;

/** Null while nothing differs from what is stored, or nothing was found out. */
export function useForetold(storyId: string, wish: Wish, stored: Wish): Foretold | null {
  const [foretold, setForetold] = useState<Foretold | null>(null);
  const asked = JSON.stringify(wish);
  const isStored = asked === JSON.stringify(stored);
  useEffect(() => {
    if (isStored) return setForetold(null);
    const gone = new AbortController();
    // What was told last stays until then, so that nothing jumps at every key.
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
  }, [storyId, asked, isStored]);
  return foretold;
}
