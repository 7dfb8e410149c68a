/** Cuts a square out of a picture. The content of an address never changes, so the square is a new picture. */

import { and, eq } from 'drizzle-orm';
import { episodePages, episodes, type MediaPurpose, media, storyMembers } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { conflict, unprocessable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { record } from '../../outbox/record.ts';
import { mayDo } from '../platform/policy/rules.ts';
import { originalKey } from './addresses.ts';
import { pictureUploaded } from './events.ts';
import { isCrop } from './rules.ts';

export type CropInput = {
  mediaId: string;
  purpose: Extract<MediaPurpose, 'cover' | 'episode_cover' | 'profile'>;
  /** Whole pixels of the upright original. */
  crop: { x: number; y: number; width: number; height: number };
};

/** Returns the id of the new picture. Throws 422 when the viewer may not use the source or the crop does not fit. */
export async function cropMedia(
  deps: Deps,
  viewer: Viewer,
  { mediaId, purpose, crop }: CropInput,
): Promise<string> {
  const source = await findSource(deps, viewer, mediaId);
  if (source === null) throw unprocessable({ media_id: ['unknown_media'] });
  if (source.failedAt !== null) throw conflict('media_not_ready');
  if (!isCrop(crop, source)) throw unprocessable({ crop: ['bad_crop'] });
  const id = newId(deps.clock.now().getTime());
  const key = originalKey(id);
  try {
    await deps.storage.put(key, () => deps.storage.get(originalKey(mediaId)), { contentType: source.type });
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
      await record(tx, pictureUploaded, { mediaId: id });
    });
  } catch (error) {
    await deps.storage.delete(key);
    throw error;
  }
  return id;
}

/** The viewer's own picture, or a page of a story that the viewer may edit, whoever uploaded it (EPI-03). */
async function findSource(
  deps: Deps,
  viewer: Viewer,
  mediaId: string,
): Promise<typeof media.$inferSelect | null> {
  const [found] = await deps.db
    .select({ source: media, role: storyMembers.role })
    .from(media)
    .leftJoin(episodePages, eq(episodePages.mediaId, media.id))
    .leftJoin(episodes, eq(episodes.id, episodePages.episodeId))
    .leftJoin(
      storyMembers,
      and(eq(storyMembers.storyId, episodes.storyId), eq(storyMembers.userId, viewer.id)),
    )
    .where(eq(media.id, mediaId));
  if (found === undefined) return null;
  const { source, role } = found;
  return source.ownerId === viewer.id || (role !== null && mayDo(role, 'edit')) ? source : null;
}
