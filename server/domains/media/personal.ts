import { asc, eq } from 'drizzle-orm';
import { directUploads, media } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';
import { removeMedia } from './service.ts';
import { findUnusedOf } from './uses.ts';

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

/** The person's stories and portrait are already gone. Pictures used in other people's stories stay. */
export async function erasePictures(tx: TransactionDeps, { id }: Person): Promise<void> {
  await removeMedia(tx, await findUnusedOf(tx, id));
  // The sweep deletes files without a row.
  await tx.db.delete(directUploads).where(eq(directUploads.ownerId, id));
}
