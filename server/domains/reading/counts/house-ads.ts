/** Owns `house_ad_days`: how often our own advertisements were shown and clicked, but not by whom. */
import { sql } from 'drizzle-orm';
import type { TransactionDeps } from '../../../deps.ts';

export type Marked = {
  views: readonly { episodeId: string; reader: string; adId?: string }[];
  seen: readonly { episodeId: string; reader: string; day: string }[];
};

type Counts = { adId: string; day: string; shown: number; followed: number };

/** Ignores ids that are no advertisements of ours. */
export async function addAds(
  tx: TransactionDeps,
  marked: Readonly<Record<'shown' | 'followed', Marked>>,
): Promise<void> {
  const counts = new Map<string, Counts>();
  for (const figure of ['shown', 'followed'] as const) {
    const { views, seen } = marked[figure];
    const adOf = new Map(views.map(({ episodeId, reader, adId }) => [`${episodeId} ${reader}`, adId]));
    for (const { episodeId, reader, day } of seen) {
      const adId = adOf.get(`${episodeId} ${reader}`);
      if (adId === undefined) continue;
      const key = `${adId} ${day}`;
      const known = counts.get(key) ?? { adId, day, shown: 0, followed: 0 };
      counts.set(key, { ...known, [figure]: known[figure] + 1 });
    }
  }
  if (counts.size === 0) return;
  // The same order in every batch prevents deadlocks.
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const column = (pick: (row: Counts) => string | number) => sql.param(rows.map(pick));
  await tx.db.execute(sql`
    insert into house_ad_days as known (ad_id, day, shown, followed)
    select v.ad_id, v.day, v.shown, v.followed
    from unnest(
      ${column(({ adId }) => adId)}::uuid[],
      ${column(({ day }) => day)}::date[],
      ${column(({ shown }) => shown)}::bigint[],
      ${column(({ followed }) => followed)}::bigint[]
    ) as v (ad_id, day, shown, followed)
    where exists (select from house_ads where house_ads.id = v.ad_id)
    order by v.ad_id, v.day
    on conflict (ad_id, day) do update
      set shown = known.shown + excluded.shown, followed = known.followed + excluded.followed`);
}
