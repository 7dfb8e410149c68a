/** Fills in sections and plain text of old chapters. Until then each of them is a single section. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { chapters } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { plainTextOf } from '../../../lib/prose/plain.ts';
import { sectionEndsOf } from '../../../lib/prose/sections.ts';

/** Chapters of up to half a megabyte each. */
const BATCH_SIZE = 20;

/** Returns the number of chapters read. Skips chapters that were saved meanwhile. */
export async function readOldChapters(deps: Deps): Promise<number> {
  for (let read = 0; ; ) {
    const rows = await deps.db
      .select({
        id: chapters.id,
        episodeId: chapters.episodeId,
        html: chapters.html,
        sectionEnds: chapters.sectionEnds,
      })
      .from(chapters)
      // Written out, so that the partial index applies.
      .where(sql`${chapters.sectionEnds} is null or ${chapters.plain} is null`)
      .orderBy(chapters.id)
      .limit(BATCH_SIZE);
    if (rows.length === 0) return read;
    await inTransaction(deps, async (tx) => {
      for (const { id, html } of rows)
        await tx.db
          .update(chapters)
          .set({ sectionEnds: sectionEndsOf(html), plain: plainTextOf(html) })
          .where(and(eq(chapters.id, id), or(isNull(chapters.sectionEnds), isNull(chapters.plain))));
      // Pages show sections but no plain text.
      const cut = rows.filter(({ sectionEnds }) => sectionEnds === null);
      const tags = [...new Set(cut.map(({ episodeId }) => `episode:${episodeId}` as const))];
      if (tags.length > 0) purge(tx, tags);
    });
    read += rows.length;
  }
}
