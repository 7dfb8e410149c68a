/** Cuts a square out of an own picture. What an address shows never changes, so the square is a picture of its own. */
import { and, eq } from 'drizzle-orm';
import { type MediaPurpose, media } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { conflict, unprocessable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { record } from '../../outbox/record.ts';
import { originalKey } from './addresses.ts';
import { isCrop } from './rules.ts';

export type CropInput = {
  mediaId: string;
  purpose: Extract<MediaPurpose, 'cover' | 'episode_cover' | 'profile'>;
  /** Whole pixels of the upright original. */
  crop: { x: number; y: number; width: number; height: number };
};

/** Answers the id of the new picture, which a worker makes. Throws 422 for what is no own picture or no square in it. */
export async function cropMedia(
  deps: Deps,
  viewer: Viewer,
  { mediaId, purpose, crop }: CropInput,
): Promise<string> {
  const [source] = await deps.db
    .select()
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.ownerId, viewer.id)));
  if (source === undefined) throw unprocessable({ media_id: ['unknown_media'] });
  if (source.failedAt !== null) throw conflict('media_not_ready');
  if (!isCrop(crop, source)) throw unprocessable({ crop: ['bad_crop'] });
  const id = newId(deps.clock.now().getTime());
  const key = originalKey(id);
  try {
    await deps.storage.put(key, await deps.storage.get(originalKey(mediaId)), { contentType: source.type });
    await inTransaction(deps, async (tx) => {
      await tx.db.insert(media).values({
        id,
        ownerId: viewer.id,
        purpose,
        originalName: source.originalName,
        hash: source.hash,
        bytes: source.bytes,
        type: source.type,
        width: source.width,
        height: source.height,
        crop,
        createdAt: deps.clock.now(),
      });
      await record(tx, 'media.process', { mediaId: id });
    });
  } catch (error) {
    await deps.storage.delete(key);
    throw error;
  }
  return id;
}
