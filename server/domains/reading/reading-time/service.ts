/** Owns `attention_readers` and `attention_days`: a reader's counted time, which they can turn off. */
import { eq, lt, sql } from 'drizzle-orm';
import { attentionDays, attentionReaders } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { wallTimeAt } from '../../../lib/wall-time.ts';
import { believe, DAY_MAX_SECONDS, firstDayKept } from './rules.ts';

/** Part of the transaction that stores the position. Team members give their own story no time. */
export async function countSeconds(
  tx: TransactionDeps,
  readerId: string,
  read: { episodeId: string; seconds: number },
): Promise<void> {
  const reader = await holdReader(tx, readerId);
  if (!reader.counted) return;
  const now = tx.clock.now();
  const day = wallTimeAt(now, reader.timezone).slice(0, 10);
  const { seconds, after } = believe(reader, { seconds: read.seconds, now, day });
  if (seconds === 0) return;
  const added = await tx.db.execute(sql`
    insert into attention_days as known (reader_id, day, story_id, seconds)
    select ${readerId}::uuid, ${day}::date, e.story_id, ${seconds}::int from episodes e
    where e.id = ${read.episodeId} and not exists (
      select from story_members m where m.story_id = e.story_id and m.user_id = ${readerId})
    on conflict (reader_id, day, story_id) do update
      set seconds = least(${DAY_MAX_SECONDS}::int, known.seconds + excluded.seconds)`);
  if (added.rowCount === 0) return;
  await tx.db.update(attentionReaders).set(after).where(eq(attentionReaders.readerId, readerId));
}

type HeldReader = {
  counted: boolean;
  countedUntil: Date | null;
  day: string | null;
  daySeconds: number;
  timezone: string;
};

/** Locks the reader until the transaction ends, against counts and switching off. A new reader is counted. */
async function holdReader(tx: TransactionDeps, readerId: string): Promise<HeldReader> {
  const [row] = await tx.db
    .insert(attentionReaders)
    .values({ readerId })
    .onConflictDoUpdate({
      target: attentionReaders.readerId,
      set: { counted: sql`${attentionReaders.counted}` },
    })
    .returning({
      counted: attentionReaders.counted,
      countedUntil: attentionReaders.countedUntil,
      day: attentionReaders.day,
      daySeconds: attentionReaders.daySeconds,
      timezone: sql<string>`(select u.timezone from users u where u.id = ${attentionReaders.readerId})`,
    });
  if (row === undefined) throw new Error('the upsert answers its row');
  return row;
}

/** Switching off deletes all counts. Switching on starts again. Repeating it changes nothing. */
export async function setCounted(deps: Deps, { id }: Pick<Viewer, 'id'>, counted: boolean): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const before = await holdReader(tx, id);
    if (before.counted === counted) return;
    await tx.db
      .update(attentionReaders)
      .set({ counted, countedUntil: null, day: null, daySeconds: 0 })
      .where(eq(attentionReaders.readerId, id));
    await tx.db.delete(attentionDays).where(eq(attentionDays.readerId, id));
  });
}

export type SeenAd = { readerId: string; storyId: string; seenAt: Date };

/** Part of the transaction that counts advertisements of others. Skips readers who are not counted. */
export async function countAds(tx: TransactionDeps, seen: readonly SeenAd[]): Promise<void> {
  if (seen.length === 0) return;
  const ids = sql`${sql.param([...new Set(seen.map(({ readerId }) => readerId))])}::uuid[]`;
  await tx.db.execute(sql`
    insert into attention_readers (reader_id)
    select u.id from users u where u.id = any(${ids}) order by u.id on conflict do nothing`);
  const { rows } = await tx.db.execute<{ id: string; timezone: string }>(sql`
    select r.reader_id as id, u.timezone from attention_readers r join users u on u.id = r.reader_id
    where r.reader_id = any(${ids}) and r.counted order by r.reader_id for share of r`);
  const zones = new Map(rows.map(({ id, timezone }) => [id, timezone]));
  const counts = new Map<string, { readerId: string; day: string; storyId: string; ads: number }>();
  for (const { readerId, storyId, seenAt } of seen) {
    const timezone = zones.get(readerId);
    if (timezone === undefined) continue;
    const day = wallTimeAt(seenAt, timezone).slice(0, 10);
    const key = `${readerId} ${day} ${storyId}`;
    counts.set(key, { readerId, day, storyId, ads: (counts.get(key)?.ads ?? 0) + 1 });
  }
  if (counts.size === 0) return;
  // The same order in every batch prevents deadlocks.
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const column = (pick: (row: (typeof sorted)[number]) => string | number) => sql.param(sorted.map(pick));
  await tx.db.execute(sql`
    insert into attention_days as known (reader_id, day, story_id, ads)
    select * from unnest(
      ${column(({ readerId }) => readerId)}::uuid[],
      ${column(({ day }) => day)}::date[],
      ${column(({ storyId }) => storyId)}::uuid[],
      ${column(({ ads }) => ads)}::int[])
    on conflict (reader_id, day, story_id) do update set ads = known.ads + excluded.ads`);
}

const SWEEP_MAX_COUNT = 10_000;

/** A sweep: deletes days older than 13 months in batches, so that no statement runs long. */
export async function deleteOldDays(deps: Deps): Promise<void> {
  const old = lt(attentionDays.day, firstDayKept(utcDay(deps.clock.now())));
  for (;;) {
    const part = deps.db.select({ place: sql`ctid` }).from(attentionDays).where(old).limit(SWEEP_MAX_COUNT);
    const gone = await deps.db.delete(attentionDays).where(sql`${old} and ctid in ${part}`);
    if ((gone.rowCount ?? 0) < SWEEP_MAX_COUNT) return;
  }
}
