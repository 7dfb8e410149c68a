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

/** Own stories and the own portrait are gone by now; what still stands in stories of others, their owners go on showing. */
export async function erasePictures(tx: TransactionDeps, { id }: Person): Promise<void> {
  await removeMedia(tx, await findUnusedOf(tx, id));
  // Files that were on their way are nobody's then, and the sweep takes them.
  await tx.db.delete(directUploads).where(eq(directUploads.ownerId, id));
}
