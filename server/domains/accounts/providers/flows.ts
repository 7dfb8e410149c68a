/** Owns `social_flows`: a round trip to a provider, valid once and only for the browser or app that began it. */
import { eq } from 'drizzle-orm';
import { socialFlows } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import type { Locale } from '../../../lib/locale.ts';
import type { FlowSecrets } from './providers/provider.ts';
import { FLOW_MS, type Provider, type SocialAction } from './rules.ts';
import { appHash, hashOf, isSame, isSecret, newSecret } from './secrets.ts';

export type Flow = typeof socialFlows.$inferSelect;

export type NewFlow = {
  provider: Provider;
  action: SocialAction;
  /** Secret of the browser's cookie. Null for apps, which prove themselves by the state. */
  browser: string | null;
  userId: string | null;
  back: string | null;
  locale: Locale;
};

export async function beginFlow(deps: Deps, { browser, ...flow }: NewFlow): Promise<FlowSecrets> {
  const now = deps.clock.now();
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  await deps.db.insert(socialFlows).values({
    ...flow,
    id: newId(now.getTime()),
    stateHash: hashOf(secrets.state),
    browserHash: browser === null ? appHash(secrets.state) : hashOf(browser),
    codeVerifier: secrets.codeVerifier,
    nonce: secrets.nonce,
    createdAt: now,
    expiresAt: new Date(now.getTime() + FLOW_MS),
  });
  return secrets;
}

/** Deletes and returns the flow. Null when it is used, expired or another browser's. */
export async function takeFlow(
  deps: Deps,
  { state, provider, browser }: { state: unknown; provider: Provider; browser: string | null | undefined },
): Promise<(Flow & { secrets: FlowSecrets }) | null> {
  if (!isSecret(state) || browser === undefined) return null;
  const [flow] = await deps.db
    .delete(socialFlows)
    .where(eq(socialFlows.stateHash, hashOf(state)))
    .returning();
  if (flow === undefined || flow.provider !== provider || flow.expiresAt <= deps.clock.now()) return null;
  if (!isSame(flow.browserHash, browser === null ? appHash(state) : hashOf(browser))) return null;
  return { ...flow, secrets: { state, nonce: flow.nonce, codeVerifier: flow.codeVerifier } };
}
