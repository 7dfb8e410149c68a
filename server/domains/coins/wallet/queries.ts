import { and, count, desc, eq, gt, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { coinEntries, episodes, media, storePurchases, stories, unlocks, wallets } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { pictureAddress } from '../../media/present.ts';
import type { WalletEntry } from './contract.ts';
import { type EntryFilter, shorten } from './rules.ts';

export type WalletEntryView = Static<typeof WalletEntry>;

export async function findWallet(
  deps: Deps,
  { id }: Pick<Viewer, 'id'>,
): Promise<{ balance: number; debt: number }> {
  const [row] = await deps.db
    .select({ balance: wallets.balanceCoins, debt: wallets.debtCoins })
    .from(wallets)
    .where(eq(wallets.userId, id));
  return row ?? { balance: 0, debt: 0 };
}

export async function findBalance(deps: Deps, { id }: Pick<Viewer, 'id'>): Promise<number> {
  const [row] = await deps.db
    .select({ balance: wallets.balanceCoins })
    .from(wallets)
    .where(eq(wallets.userId, id));
  return row?.balance ?? 0;
}

/** With table names, which Drizzle drops in statements on a single table. */
const isStillTheirs = sql`exists (select from ${unlocks} u
  where u.entry_id = ${coinEntries}.id and u.returned_at is null)`;

const BY_FILTER = {
  all: undefined,
  bought: isStillTheirs,
  spent: lt(coinEntries.coins, 0),
  received: gt(coinEntries.coins, 0),
} satisfies Record<EntryFilter, unknown>;

const isShown = eq(episodes.status, 'published');

/** Newest first, each with its episode if still public. Two queries. */
export async function listEntries(
  deps: Deps,
  { id: userId }: Pick<Viewer, 'id'>,
  { filter = 'all', page, perPage }: { filter?: EntryFilter | undefined; page: number; perPage: number },
): Promise<{ entries: WalletEntryView[]; total: number }> {
  const where = and(eq(coinEntries.userId, userId), BY_FILTER[filter]);
  const [rows, [all]] = await Promise.all([
    deps.db
      .select({
        entry: coinEntries,
        episode: {
          id: episodes.id,
          number: episodes.position,
          title: sql<string>`case when ${isShown} then ${episodes.title} else ${episodes.keptVersion} ->> 'title' end`,
          isKept: sql<boolean>`not (${isShown})`,
        },
        story: { slug: stories.slug, title: stories.title, language: stories.language },
        cover: media,
        purchase: { provider: storePurchases.store, reference: storePurchases.reference },
      })
      .from(coinEntries)
      .leftJoin(
        episodes,
        and(
          eq(episodes.id, coinEntries.episodeId),
          isNull(episodes.deletedAt),
          or(eq(episodes.status, 'published'), and(isNotNull(episodes.keptVersion), isStillTheirs)),
        ),
      )
      .leftJoin(
        stories,
        and(eq(stories.id, episodes.storyId), or(isNull(stories.deletedAt), isNotNull(episodes.keptVersion))),
      )
      .leftJoin(media, eq(media.id, stories.coverMediaId))
      .leftJoin(
        storePurchases,
        or(eq(storePurchases.entryId, coinEntries.id), eq(storePurchases.refundEntryId, coinEntries.id)),
      )
      .where(where)
      .orderBy(desc(coinEntries.number))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.select({ total: count() }).from(coinEntries).where(where),
  ]);
  const entries = rows.map(
    ({ entry, episode, story, cover, purchase }): WalletEntryView => ({
      id: entry.id,
      kind: entry.deed,
      coins: entry.coins,
      balance_after: entry.balanceAfter,
      created_at: entry.createdAt.toISOString(),
      reason: entry.reason,
      store: purchase && { ...purchase, reference: purchase.reference && shorten(purchase.reference) },
      episode:
        episode && story
          ? {
              id: episode.id,
              number: episode.number ?? 0,
              title: episode.title,
              kept: episode.isKept,
              story: { ...story, mini_thumbnail_url: cover && pictureAddress(cover, 160) },
            }
          : null,
    }),
  );
  return { entries, total: all?.total ?? 0 };
}

export async function sumSince(
  deps: Deps,
  { id }: Pick<Viewer, 'id'>,
  since: Date,
): Promise<{ received: number; spent: number }> {
  const { coins, createdAt, userId } = coinEntries;
  const sum = (which: ReturnType<typeof gt>) =>
    sql<number>`coalesce(sum(${coins}) filter (where ${which}), 0)`.mapWith(Number);
  const [row] = await deps.db
    .select({ received: sum(gt(coins, 0)), spent: sum(lt(coins, 0)) })
    .from(coinEntries)
    .where(and(eq(userId, id), gte(createdAt, since)));
  return { received: row?.received ?? 0, spent: -(row?.spent ?? 0) };
}
