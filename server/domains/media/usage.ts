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

/** Pictures that nothing shows although they were uploaded before `before`. */
export async function findUnused(deps: Pick<Deps, 'db'>, before: Date, most: number): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select m.id from media m where m.created_at < ${before}
      and not exists (select 1 from episode_pages p where p.media_id = m.id)
      and not exists (select 1 from episodes e where e.thumbnail_media_id = m.id)
      and not exists (select 1 from stories s where s.cover_media_id = m.id)
      and not exists (select 1 from users u where u.picture_media_id = m.id)
    order by m.created_at limit ${most}`);
  return rows.map((row) => row.id);
}
