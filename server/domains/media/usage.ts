/** What shows a picture: read when the picture changes, so that the pages with it are made anew. */
import { sql } from 'drizzle-orm';
import type { PurgeTag } from '../../cache/purge.ts';
import type { Deps } from '../../deps.ts';

/** Tags of the public pages that show any of these pictures. */
export async function tagsOfPictures(
  deps: Pick<Deps, 'db'>,
  mediaIds: readonly string[],
): Promise<PurgeTag[]> {
  const ids = sql.param([...mediaIds]);
  const { rows } = await deps.db.execute<{ tag: PurgeTag }>(sql`
    select 'episode:' || episode_id as tag from episode_pages where media_id = any(${ids}::uuid[])
    union select 'story:' || e.story_id from episode_pages p join episodes e on e.id = p.episode_id
      where p.media_id = any(${ids}::uuid[]) and e.status = 'published' and e.thumbnail_media_id is null
      and not exists (select 1 from episode_pages o where o.episode_id = e.id and o.position < p.position)
    union select 'episode:' || id from episodes where thumbnail_media_id = any(${ids}::uuid[])
    union select 'story:' || story_id from episodes where thumbnail_media_id = any(${ids}::uuid[])
    union select 'story:' || id from stories where cover_media_id = any(${ids}::uuid[])
    union select 'landing' from stories where cover_media_id = any(${ids}::uuid[]) and published
    union select 'profile:' || id from users where picture_media_id = any(${ids}::uuid[])`);
  return rows.map((row) => row.tag);
}

const isUnused = sql`not exists (select 1 from episode_pages p where p.media_id = m.id)
      and not exists (select 1 from episodes e where e.thumbnail_media_id = m.id)
      and not exists (select 1 from stories s where s.cover_media_id = m.id)
      and not exists (select 1 from users u where u.picture_media_id = m.id)`;

/**
 * Of the next `most` pictures behind `after` (an id; null: from the first) those that nothing shows although they were
 * uploaded before `before`. `next` is where to go on: a table of any size is looked through a piece at a time.
 */
export async function findUnused(
  deps: Pick<Deps, 'db'>,
  { before, after, most }: { before: Date; after: string | null; most: number },
): Promise<{ unused: string[]; next: string | null }> {
  const { rows } = await deps.db.execute<{ id: string; unused: boolean }>(sql`
    select m.id, ${isUnused} as unused from (
      select id from media where ${after}::uuid is null or id > ${after}::uuid order by id limit ${most}
    ) as piece join media m using (id) where m.created_at < ${before} order by m.id`);
  const next = rows.length < most ? null : (rows.at(-1)?.id ?? null);
  return { unused: rows.filter((row) => row.unused).map((row) => row.id), next };
}

/** Those of them that nothing shows. */
export async function findUnusedAmong(deps: Pick<Deps, 'db'>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select m.id from media m where m.id = any(${sql.param([...ids])}::uuid[]) and ${isUnused}`);
  return rows.map((row) => row.id);
}

/** Every picture of a story: its cover, the thumbnails and the pages of its episodes. */
export async function listStoryPictures(deps: Pick<Deps, 'db'>, storyId: string): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select cover_media_id as id from stories where id = ${storyId} and cover_media_id is not null
    union select thumbnail_media_id from episodes where story_id = ${storyId} and thumbnail_media_id is not null
    union select p.media_id from episode_pages p join episodes e on e.id = p.episode_id where e.story_id = ${storyId}`);
  return rows.map((row) => row.id);
}
