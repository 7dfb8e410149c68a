import { asc, eq, sql } from 'drizzle-orm';
import { media } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';
import { removeMedia } from './service.ts';

export async function collectPictures(deps: Deps, { id }: Person) {
  const pictures = await deps.db
    .select({
      id: media.id,
      purpose: media.purpose,
      originalName: media.originalName,
      type: media.type,
      bytes: media.bytes,
      width: media.width,
      height: media.height,
      crop: media.crop,
      createdAt: media.createdAt,
    })
    .from(media)
    .where(eq(media.ownerId, id))
    .orderBy(asc(media.id));
  return { files: { pictures }, pictures };
}

/** Own pictures, less those that stand in stories of others, which their owners go on showing. */
export async function erasePictures(tx: TransactionDeps, { id }: Person): Promise<void> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select m.id from media m where m.owner_id = ${id}
      and not exists (select 1 from episode_pages p where p.media_id = m.id)
      and not exists (select 1 from episodes e where e.thumbnail_media_id = m.id)
      and not exists (select 1 from stories s where s.cover_media_id = m.id)`);
  const ids = rows.map((row) => row.id);
  await removeMedia(tx, ids);
}
