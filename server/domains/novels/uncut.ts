/** Chapters from before sections were kept: each of them is one section until it is cut here. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { chapters } from '../../../db/schema/index.ts';
import { purge } from '../../cache/purge.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { sectionEndsOf } from '../../lib/prose/sections.ts';

/** Of up to half a megabyte each. */
const BATCH_SIZE = 20;

/** Returns how many it cut. One that was saved meanwhile has its sections already. */
export async function cutOldChapters(deps: Deps): Promise<number> {
  for (let cut = 0; ; ) {
    const rows = await deps.db
      .select({ id: chapters.id, episodeId: chapters.episodeId, html: chapters.html })
      .from(chapters)
      // Spelled out, so that the partial index serves.
      .where(sql`${chapters.sectionEnds} is null`)
      .orderBy(chapters.id)
      .limit(BATCH_SIZE);
    if (rows.length === 0) return cut;
    await inTransaction(deps, async (tx) => {
      for (const { id, html } of rows)
        await tx.db
          .update(chapters)
          .set({ sectionEnds: sectionEndsOf(html) })
          .where(and(eq(chapters.id, id), isNull(chapters.sectionEnds)));
      await purge(tx, [...new Set(rows.map(({ episodeId }) => `episode:${episodeId}` as const))]);
    });
    cut += rows.length;
  }
}
