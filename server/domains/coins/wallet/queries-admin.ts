import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { coinEntries, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import type { AdminWallet } from './contract.ts';
import { findWallet, listEntries } from './queries.ts';

const SHOWN_MAX_COUNT = 20;

/** Throws 404 for an erased account. */
export async function findAdminWallet(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  userId: string,
): Promise<Static<typeof AdminWallet>> {
  const [user] = await deps.db
    .select({ id: users.id, display_name: users.displayName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (user === undefined) throw notFound('not_found');
  const { balance, debt } = await findWallet(deps, user);
  const { entries } = await listEntries(deps, user, { page: 1, perPage: SHOWN_MAX_COUNT });
  return { user, balance, debt, entries, granted_today: await sumGrantedToday(deps, viewer.id) };
}

/** Coins that this administrator has granted to all wallets today (UTC). */
export async function sumGrantedToday(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actorId: string,
): Promise<number> {
  const day = new Date(`${utcDay(clock.now())}T00:00:00Z`);
  const [row] = await db
    .select({ coins: sql<number>`coalesce(sum(${coinEntries.coins}), 0)`.mapWith(Number) })
    .from(coinEntries)
    .where(and(eq(coinEntries.actorId, actorId), gte(coinEntries.createdAt, day)));
  return row?.coins ?? 0;
}
