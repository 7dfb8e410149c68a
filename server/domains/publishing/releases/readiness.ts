import { sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { FoundEpisode } from '../episodes/team.ts';
import { type MissingPart, missingParts } from './rules.ts';

export async function findMissing(deps: Deps, { episode, story }: FoundEpisode): Promise<MissingPart[]> {
  const { rows } = await deps.db.execute<{
    total: number;
    ready: number;
    failed: number;
    chapters: number;
    empty_chapters: number;
    has_cover: boolean;
    cover_ready: boolean;
  }>(sql`
    select count(p.id)::int as total,
      count(p.id) filter (where m.processed_at is not null)::int as ready,
      count(p.id) filter (where m.failed_at is not null)::int as failed,
      (select count(*) from chapters where episode_id = ${episode.id})::int as chapters,
      (select count(*) from chapters where episode_id = ${episode.id} and html = '')::int as empty_chapters,
      exists (select 1 from media where id = ${story.coverMediaId}) as has_cover,
      exists (select 1 from media where id = ${story.coverMediaId} and processed_at is not null) as cover_ready
    from episode_pages p join media m on m.id = p.media_id where p.episode_id = ${episode.id}`);
  const { total = 0, ready = 0, failed = 0, chapters = 0, empty_chapters: emptyChapters = 0 } = rows[0] ?? {};
  return missingParts({
    publicationType: story.publicationType,
    hasCover: rows[0]?.has_cover === true,
    coverReady: rows[0]?.cover_ready === true,
    title: episode.title,
    pages: { total, ready, failed },
    chapters,
    emptyChapters,
  });
}
