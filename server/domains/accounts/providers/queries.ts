import { eq } from 'drizzle-orm';
import { identities, users } from '#db/schema/index.ts';
import type { Config } from '../../../config/config.ts';
import type { Deps } from '../../../deps.ts';
import { canDisconnect, LABELS, PROVIDERS, type Provider } from './rules.ts';

export type OfferedProvider = { provider: Provider; label: string };

/** A provider is offered only if all its keys are set. */
const KEYS = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  fb: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  twitter: ['TWITTER_CLIENT_ID', 'TWITTER_CLIENT_SECRET'],
} as const satisfies Record<Provider, readonly (keyof Config)[]>;

export const isOffered = (config: Config, provider: Provider): boolean =>
  KEYS[provider].every((key) => config[key] !== undefined);

export const offeredProviders = (config: Config): OfferedProvider[] =>
  PROVIDERS.filter((provider) => isOffered(config, provider)).map((provider) => ({
    provider,
    label: LABELS[provider],
  }));

/** Facebook's login script (ACC-55, ACC-56). Null without its keys. */
export function facebookScript(config: Config): { src: string; appId: string; version: 'v10.0' } | null {
  if (!isOffered(config, 'fb') || config.FACEBOOK_APP_ID === undefined) return null;
  return { src: config.FACEBOOK_SCRIPT_URL, appId: config.FACEBOOK_APP_ID, version: 'v10.0' };
}

export type ConnectedApp = {
  provider: Provider;
  label: string;
  connected: boolean;
  connected_at: string | null;
  can_disconnect: boolean;
};

/** Lists offered providers, and connected ones that are no longer offered (PRO-06). */
export async function listConnectedApps(deps: Deps, userId: string): Promise<ConnectedApp[]> {
  const rows = await deps.db
    .select({
      provider: identities.provider,
      connectedAt: identities.createdAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(eq(users.id, userId));
  const hasPassword = rows.some((row) => row.passwordHash !== null);
  const ways = rows.filter((row) => row.provider !== null && isOffered(deps.config, row.provider));
  return PROVIDERS.flatMap((provider) => {
    const row = rows.find((each) => each.provider === provider);
    if (row === undefined && !isOffered(deps.config, provider)) return [];
    const others = ways.filter((each) => each.provider !== provider).length;
    return [
      {
        provider,
        label: LABELS[provider],
        connected: row !== undefined,
        connected_at: row?.connectedAt?.toISOString() ?? null,
        can_disconnect: row !== undefined && canDisconnect({ hasPassword, others }),
      },
    ];
  });
}
