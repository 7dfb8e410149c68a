/** The four providers by name. Turns their failures into our errors. */

import type { Deps } from '#server/deps.ts';
import {
  type AppError,
  conflict,
  isAppError,
  notFound,
  unauthorized,
  unavailable,
} from '#server/lib/errors.ts';
import { isOffered } from '../queries.ts';
import { LABELS, type Provider, type RefusalCode } from '../rules.ts';
import { apple } from './apple.ts';
import { providerDiscovery } from './discovery.ts';
import { facebook } from './facebook.ts';
import { google } from './google.ts';
import { isAway, type ProviderContext, type SocialProvider } from './provider.ts';
import { twitter } from './twitter.ts';

const makers: Readonly<Record<Provider, (context: ProviderContext) => SocialProvider>> = {
  google,
  apple,
  fb: facebook,
  twitter,
};

/** Each provider has its own message (ERR-26…29). */
export function refusal(code: RefusalCode, provider: Provider): AppError {
  const options = { args: { provider: LABELS[provider] } };
  if (code === 'social_unavailable') return unavailable(code, { ...options, retryAfterSeconds: 60 });
  if (code === 'social_failed' || code === 'social_cancelled') return unauthorized(code, options);
  return conflict(code, options);
}

/** Throws 404 for a provider without keys. */
export function contextOf(deps: Deps, provider: Provider): ProviderContext {
  const { config, clock } = deps;
  const discovery = providerDiscovery.of(deps);
  if (!isOffered(config, provider)) throw notFound('not_found');
  const redirectUri = `${config.BASE_URL}/api/auth/${provider}/callback`;
  return { config, discovery, redirectUri, now: clock.now() };
}

export const providerOf = (deps: Deps, provider: Provider): SocialProvider =>
  makers[provider](contextOf(deps, provider));

/** Turns every provider failure into a refusal, never into a server error. Logs only kind and message, no token. */
export async function askProvider<T>(deps: Deps, provider: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error)) throw error;
    const code = isAway(error) ? 'social_unavailable' : 'social_failed';
    const { name, message, code: kind } = error as { name?: string; message?: string; code?: string };
    deps.log.warn({ provider, name, kind, reason: message?.slice(0, 200) }, 'a social sign-in failed');
    throw refusal(code, provider);
  }
}
