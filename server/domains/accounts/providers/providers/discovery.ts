/** Caches OpenID discovery documents for an hour, since they hardly ever change. One cache per process, in deps. */

import { allowInsecureRequests, discovery, None, type ServerMetadata } from 'openid-client';
import { service } from '#server/deps.ts';
import { HOUR_MS } from '#server/lib/durations.ts';

export type Discovery = { find(issuer: string): Promise<ServerMetadata> };

const KEPT_MS = HOUR_MS;
export const PROVIDER_TIMEOUT_SECONDS = 5;

/** Concurrent callers share one request. Failures are not cached. */
export function createDiscovery({ now = Date.now }: { now?: () => number } = {}): Discovery {
  const kept = new Map<string, { until: number; metadata: Promise<ServerMetadata> }>();
  return {
    find(issuer) {
      const known = kept.get(issuer);
      if (known !== undefined && known.until > now()) return known.metadata;
      const metadata = ask(issuer);
      kept.set(issuer, { until: now() + KEPT_MS, metadata });
      metadata.catch(() => {
        if (kept.get(issuer)?.metadata === metadata) kept.delete(issuer);
      });
      return metadata;
    },
  };
}

async function ask(issuer: string): Promise<ServerMetadata> {
  const found = await discovery(new URL(issuer), 'unused', undefined, None(), {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    execute: isPlain(issuer) ? [allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  // Removes the library's helper functions, which do not survive the copy that the next user makes.
  return JSON.parse(JSON.stringify(metadata)) as ServerMetadata;
}

/** Plain http is for local providers in tests and development. */
export const isPlain = (address: string): boolean => address.startsWith('http:');

export const providerDiscovery = service<Discovery>('discovery');
