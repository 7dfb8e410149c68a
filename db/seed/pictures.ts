import { createHash } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { originalKey } from '../../server/domains/media/addresses.ts';
import { inspectImage } from '../../server/domains/media/images.ts';
import { insertMedia, processMedia } from '../../server/domains/media/service.ts';
import { newId } from '../../server/lib/ids.ts';
import type { MediaPurpose } from '../schema/index.ts';

/** Stores a rendered picture like an upload, but processes it here instead of in the queue. */
export async function addPicture(
  deps: Deps,
  ownerId: string,
  purpose: MediaPurpose,
  jpeg: Buffer,
): Promise<string> {
  const facts = await inspectImage(jpeg);
  const mediaId = newId();
  await deps.storage.put(originalKey(mediaId), jpeg, { contentType: 'image/jpeg' });
  const hash = createHash('sha256').update(jpeg).digest('hex');
  await insertMedia(deps, { mediaId, name: `${purpose}.jpg`, hash, facts }, { ownerId, purpose });
  await processMedia(deps, mediaId);
  return mediaId;
}
