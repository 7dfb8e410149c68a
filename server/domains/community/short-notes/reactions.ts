/** Owns `pop_reactions` and their counts: one feeling per reader and page or chapter. */
import { and, asc, eq, sql } from 'drizzle-orm';
import {
  chapters,
  episodePages,
  popReactionCounts,
  popReactions,
  tsukkomiComments,
} from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { lockByName } from '../../../lib/locks.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { withinActionLimits } from '../../../limits/actions.ts';
import { type Asking, requireThread } from '../comments/threads.ts';
import { reactLimits } from '../limits.ts';
import { type Place, requireItem } from './anchor.ts';
import { POP_KINDS, type PopKind } from './rules.ts';

export type Counts = Record<PopKind, number>;
export type Felt = { counts: Counts; mine: PopKind | null };

const countsOf = (rows: readonly { kind: string; count: number }[]): Counts =>
  Object.fromEntries(
    POP_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0]),
  ) as Counts;

const ofItem = ({ pageId, chapterId }: Place) =>
  pageId === undefined ? eq(popReactions.chapterId, chapterId ?? '') : eq(popReactions.pageId, pageId);

/** Changes a count by one. Call it in the transaction that writes or deletes the row. */
export async function shift(
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

/** The same feeling again removes it, another one replaces it. Throws as reading would, 429. */
export async function reactTo(
  deps: Deps,
  reader: { viewer: Viewer; country: string | null; address: string },
  place: Place,
  kind: PopKind,
): Promise<Felt> {
  const { episodeId } = await requireItem(deps, place);
  await requireThread(deps, reader, { episodeId });
  return withinActionLimits(deps, reader, reactLimits, () =>
    inTransaction(deps, (tx) => change(tx, reader.viewer.id, { ...place, episodeId }, kind)),
  );
}

async function change(
  tx: TransactionDeps,
  readerId: string,
  place: Place & { episodeId: string },
  kind: PopKind,
): Promise<Felt> {
  const { episodeId, pageId, chapterId } = place;
  const itemId = pageId ?? chapterId ?? '';
  await lockByName(tx, `feelings:${readerId}`);
  const own = and(eq(popReactions.readerId, readerId), ofItem(place));
  const [before] = await tx.db.delete(popReactions).where(own).returning({ kind: popReactions.kind });
  const mine = before?.kind === kind ? null : kind;
  // Sorted by name, which prevents deadlocks.
  const moves = [
    ...(before === undefined ? [] : [{ kind: before.kind, by: -1 as const }]),
    ...(mine === null ? [] : [{ kind: mine as string, by: 1 as const }]),
  ].sort((one, other) => (one.kind < other.kind ? -1 : 1));
  if (mine !== null) {
    const now = tx.clock.now();
    await tx.db.insert(popReactions).values({
      id: newId(now.getTime()),
      readerId,
      episodeId,
      kind: mine,
      createdAt: now,
      ...(pageId === undefined ? { chapterId } : { pageId }),
    });
  }
  for (const { kind: which, by } of moves) await shift(tx, { episodeId, itemId, kind: which }, by);
  const rows = await tx.db
    .select()
    .from(popReactionCounts)
    .where(and(eq(popReactionCounts.episodeId, episodeId), eq(popReactionCounts.itemId, itemId)));
  return { counts: countsOf(rows), mine };
}

export type Left = {
  pop_reactions: (Felt & { item_id: string })[];
  /** Pages and chapters with short notes, reached or not. */
  noted_ids: string[];
  closed: boolean;
  moderates: boolean;
  states_reasons: boolean;
};

/** For the whole episode. Throws as reading would. Four queries. */
export async function listLeft(deps: Deps, asking: Asking, episodeId: string): Promise<Left> {
  const thread = await requireThread(deps, asking, { episodeId });
  const [felt, noted] = await Promise.all([
    listReactions(deps, asking, episodeId),
    findNoted(deps, episodeId),
  ]);
  return {
    pop_reactions: felt,
    noted_ids: noted,
    closed: thread.isClosed || thread.isKeptOut,
    moderates: thread.moderates,
    states_reasons: thread.statesReasons,
  };
}

/** One index lookup per page and chapter, however many notes exist. */
async function findNoted(deps: Deps, episodeId: string): Promise<string[]> {
  const noted = (
    table: typeof episodePages | typeof chapters,
    column: typeof tsukkomiComments.pageId | typeof tsukkomiComments.chapterId,
  ) =>
    deps.db
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.episodeId, episodeId),
          sql`exists (select 1 from ${tsukkomiComments} where ${column} = ${table.id})`,
        ),
      )
      .orderBy(asc(table.position));
  const [pages, parts] = await Promise.all([
    noted(episodePages, tsukkomiComments.pageId),
    noted(chapters, tsukkomiComments.chapterId),
  ]);
  return [...pages, ...parts].map(({ id }) => id);
}

/** Deleted pages and chapters leave their counts behind. */
const isThere = sql`(exists (select 1 from ${episodePages} where ${episodePages.id} = ${popReactionCounts.itemId})
  or exists (select 1 from ${chapters} where ${chapters.id} = ${popReactionCounts.itemId}))`;

async function listReactions(
  deps: Deps,
  asking: Asking,
  episodeId: string,
): Promise<(Felt & { item_id: string })[]> {
  const [rows, own] = await Promise.all([
    deps.db
      .select()
      .from(popReactionCounts)
      .where(and(eq(popReactionCounts.episodeId, episodeId), sql`${popReactionCounts.count} > 0`, isThere))
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

/** Erases all feelings of an account, however many. Locks the counts in the usual order. */
export async function takeReactionsBack(tx: TransactionDeps, readerId: string): Promise<void> {
  const gone = sql`select episode_id, coalesce(page_id, chapter_id) as item_id, kind, count(*)::int as count
    from ${popReactions} where ${popReactions.readerId} = ${readerId} group by 1, 2, 3`;
  await tx.db.execute(sql`
    with held as materialized (
      select c.episode_id, c.item_id, c.kind, gone.count from ${popReactionCounts} c
      join (${gone}) gone using (episode_id, item_id, kind) order by c.item_id, c.kind for update of c)
    update ${popReactionCounts} c set count = greatest(0, c.count - held.count)
    from held where (c.episode_id, c.item_id, c.kind) = (held.episode_id, held.item_id, held.kind)`);
  await tx.db.delete(popReactions).where(eq(popReactions.readerId, readerId));
}
