import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { authenticators, passkeys, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { countRecoveryCodes } from './recovery.ts';
import type { Ways } from './rules.ts';

export async function findWays(deps: Deps, userId: string): Promise<Ways> {
  const { app, keys, left, hasPassword } = await readFactors(deps, userId);
  return { hasPassword, hasApp: app !== undefined, passkeys: keys.length, recoveryCodes: left };
}

export async function findFactors(deps: Deps, userId: string) {
  const { app, keys, left } = await readFactors(deps, userId);
  return {
    on: app !== undefined || keys.length > 0,
    app: app && app.confirmedAt !== null ? { confirmed_at: app.confirmedAt.toISOString() } : null,
    passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    recovery_codes_left: left,
  };
}

async function readFactors(deps: Deps, userId: string) {
  const [apps, keys, left, [user]] = await Promise.all([
    deps.db
      .select({ confirmedAt: authenticators.confirmedAt })
      .from(authenticators)
      .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt))),
    deps.db
      .select({
        id: passkeys.id,
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
    countRecoveryCodes(deps, userId),
    deps.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
  ]);
  return { app: apps[0], keys, left, hasPassword: Boolean(user?.passwordHash) };
}
