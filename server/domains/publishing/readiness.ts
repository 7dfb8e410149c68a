/** Reads what an episode still lacks before it may be published; the rule itself is in rules.ts. */
import { eq, sql } from 'drizzle-orm';
import { media } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { FoundEpisode } from '../episodes/team.ts';
import { type Shortcoming, shortcomings } from './rules.ts';

export async function findShortcomings(deps: Deps, { episode, story }: FoundEpisode): Promise<Shortcoming[]> {
  const { rows } = await deps.db.execute<{
    total: number;
    ready: number;
    failed: number;
    chapters: number;
    empty_chapters: number;
  }>(sql`
    select count(p.id)::int as total,
      count(p.id) filter (where m.processed_at is not null)::int as ready,
      count(p.id) filter (where m.failed_at is not null)::int as failed,
      (select count(*) from chapters where episode_id = ${episode.id})::int as chapters,
      (select count(*) from chapters where episode_id = ${episode.id} and html = '')::int as empty_chapters
    from episode_pages p join media m on m.id = p.media_id where p.episode_id = ${episode.id}`);
  const { total = 0, ready = 0, failed = 0, chapters = 0, empty_chapters: emptyChapters = 0 } = rows[0] ?? {};
  const [cover] =
    story.coverMediaId === null
      ? []
      : await deps.db
          .select({ processedAt: media.processedAt })
          .from(media)
          .where(eq(media.id, story.coverMediaId));
  return shortcomings({
    publicationType: story.publicationType,
    hasCover: cover !== undefined,
    coverReady: cover !== undefined && cover.processedAt !== null,
    title: episode.title,
    pages: { total, ready, failed },
    chapters,
    emptyChapters,
  });
}
