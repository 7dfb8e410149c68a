/** Shows new recovery codes without scripts: an encrypted cookie of the session carries them for ten minutes. */
import type { Deps } from '../../../deps.ts';
import { SHOWN_MS } from './rules.ts';
import { seal, unseal } from './secrets.ts';

type Signing = Pick<Deps, 'signingKey' | 'clock'>;

export function wrapCodes(deps: Signing, sessionId: string, codes: readonly string[]): string {
  const until = deps.clock.now().getTime() + SHOWN_MS;
  return seal(deps, `shown\n${sessionId}`, JSON.stringify({ until, codes }));
}

export function unwrapCodes(
  deps: Signing,
  sessionId: string,
  cookie: string | undefined,
): readonly string[] | null {
  const text = cookie === undefined ? null : unseal(deps, `shown\n${sessionId}`, cookie);
  if (text === null) return null;
  const { until, codes } = JSON.parse(text) as { until: number; codes: string[] };
  return until > deps.clock.now().getTime() ? codes : null;
}
