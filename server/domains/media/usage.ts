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

/** Pictures that nothing shows although they were uploaded before `before`. */
export async function findUnused(deps: Pick<Deps, 'db'>, before: Date, most: number): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select m.id from media m where m.created_at < ${before} and ${isUnused}
    order by m.created_at limit ${most}`);
  return rows.map((row) => row.id);
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
