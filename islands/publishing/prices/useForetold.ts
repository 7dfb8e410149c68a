import { useEffect, useState } from 'react';
import type { Api } from '../../../server/api.ts';
import type { BodyOf } from '../../../server/lib/contract.ts';
import { type Foretold, foretell } from '../releases/foretell.ts';

const PAUSE_MS = 500;

type Wish = NonNullable<BodyOf<Api['POST /creator/stories/:id/consequences']>['pricing']>;

/** Null when nothing differs from the stored prices, or the request failed. */
export function useForetold(storyId: string, wish: Wish, stored: Wish): Foretold | null {
  const [foretold, setForetold] = useState<Foretold | null>(null);
  const asked = JSON.stringify(wish);
  const isStored = asked === JSON.stringify(stored);
  useEffect(() => {
    if (isStored) return setForetold(null);
    const gone = new AbortController();
    // The previous result stays until then, so that nothing jumps at every key.
    const timer = setTimeout(() => {
      // An invalid price is reported at its field on saving.
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
