/** Owns `pop_reactions` and their counts: one feeling of a reader for each page or chapter. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { popReactionCounts, popReactions } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { newId } from '../../lib/ids.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { attempt, subjects } from '../../limits/attempts.ts';
import { type Asking, requireThread } from '../comments/threads.ts';
import { type Place, requireItem } from './items.ts';
import { noteLimits } from './limits.ts';
import { POP_KINDS, type PopKind } from './rules.ts';

export type Counts = Record<PopKind, number>;
export type Felt = { counts: Counts; mine: PopKind | null };

const countsOf = (rows: readonly { kind: string; count: number }[]): Counts =>
  Object.fromEntries(
    POP_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0]),
  ) as Counts;

const ofItem = ({ pageId, chapterId }: Place) =>
  pageId === undefined ? eq(popReactions.chapterId, chapterId ?? '') : eq(popReactions.pageId, pageId);

async function shift(
  tx: TransactionDeps,
  { episodeId, itemId, kind }: { episodeId: string; itemId: string; kind: string },
  by: 1 | -1,
): Promise<void> {
  await tx.db
    .insert(popReactionCounts)
    .values({ episodeId, itemId, kind, count: Math.max(0, by) })
    .onConflictDoUpdate({
      target: [popReactionCounts.episodeId, popReactionCounts.itemId, popReactionCounts.kind],
      set: { count: sql`greatest(0, ${popReactionCounts.count} + ${by})` },
    });
}

/** The same again takes it back, another replaces it. Throws as reading would, 429. */
export async function react(
  deps: Deps,
  reader: { viewer: Viewer; country: string | null },
  place: Place,
  kind: PopKind,
): Promise<Felt> {
  const { episodeId } = await requireItem(deps, place);
  await requireThread(deps, reader, { episodeId });
  await attempt(deps, noteLimits.react, [subjects.user(reader.viewer.id)]);
  const readerId = reader.viewer.id;
  const itemId = place.pageId ?? place.chapterId ?? '';
  return inTransaction(deps, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${readerId}, 3))`);
    const own = and(eq(popReactions.readerId, readerId), ofItem(place));
    const [before] = await tx.db.delete(popReactions).where(own).returning({ kind: popReactions.kind });
    const mine = before?.kind === kind ? null : kind;
    // In the order of their names, so that no two of them wait for each other.
    const moves = [
      ...(before === undefined ? [] : [{ kind: before.kind, by: -1 as const }]),
      ...(mine === null ? [] : [{ kind: mine as string, by: 1 as const }]),
    ].sort((one, other) => (one.kind < other.kind ? -1 : 1));
    if (mine !== null) {
      const now = tx.clock.now();
      await tx.db.insert(popReactions).values({
        ...{ id: newId(now.getTime()), readerId, episodeId, kind: mine, createdAt: now },
        ...(place.pageId === undefined ? { chapterId: place.chapterId } : { pageId: place.pageId }),
      });
    }
    for (const { kind: which, by } of moves) await shift(tx, { episodeId, itemId, kind: which }, by);
    const rows = await tx.db
      .select()
      .from(popReactionCounts)
      .where(and(eq(popReactionCounts.episodeId, episodeId), eq(popReactionCounts.itemId, itemId)));
    return { counts: countsOf(rows), mine };
  });
}

/** Of the whole episode. Throws as reading would. Three queries. */
export async function listReactions(
  deps: Deps,
  asking: Asking,
  episodeId: string,
): Promise<(Felt & { item_id: string })[]> {
  await requireThread(deps, asking, { episodeId });
  const [rows, own] = await Promise.all([
    deps.db
      .select()
      .from(popReactionCounts)
      .where(and(eq(popReactionCounts.episodeId, episodeId), sql`${popReactionCounts.count} > 0`))
      .orderBy(asc(popReactionCounts.itemId)),
    asking.viewer === null
      ? []
      : deps.db
          .select({ pageId: popReactions.pageId, chapterId: popReactions.chapterId, kind: popReactions.kind })
          .from(popReactions)
          .where(and(eq(popReactions.episodeId, episodeId), eq(popReactions.readerId, asking.viewer.id))),
  ]);
  return [...Map.groupBy(rows, ({ itemId }) => itemId)].map(([itemId, counted]) => ({
    item_id: itemId,
    counts: countsOf(counted),
    mine: (own.find((row) => (row.pageId ?? row.chapterId) === itemId)?.kind as PopKind | undefined) ?? null,
  }));
}

/** Part of the erasure of an account. */
export async function takeReactionsBack(tx: TransactionDeps, readerId: string): Promise<void> {
  const gone = await tx.db.delete(popReactions).where(eq(popReactions.readerId, readerId)).returning();
  const sorted = gone
    .map(({ episodeId, pageId, chapterId, kind }) => ({ episodeId, itemId: pageId ?? chapterId ?? '', kind }))
    .sort((one, other) => (one.itemId + one.kind < other.itemId + other.kind ? -1 : 1));
  for (const each of sorted) await shift(tx, each, -1);
}
