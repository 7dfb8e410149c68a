import type { MediaVariant } from '../../db/schema/index.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import type { TagHeader } from '../cache/cdn.ts';
import type { CacheToken } from '../cache/purge-memory.ts';
import { type Deps, fromReplica } from '../deps.ts';
import type { PictureAddress } from '../domains/media/addresses.ts';
import { isObjectMissing } from '../storage/storage.ts';
import { decidePictureAccess, type PictureUse } from './access.ts';
import { type HotPicture, hotPicture, keyOf, pictureHead } from './picture.ts';
import { findPicture, type PictureFacts } from './picture-facts.ts';

/** Parts of the answer shared by parallel requests for one address. The rest is decided per request. */
export type PictureReply =
  | { kind: 'missing' }
  | { kind: 'hot'; picture: HotPicture }
  | { kind: 'stored'; uses: readonly PictureUse[]; variant: MediaVariant };

export type PictureCache = BoundedCache<HotPicture, PictureReply>;

/** Larger pictures are always streamed, so that a few of them do not evict all others. */
export const HOT_MAX_BYTES = 4 * 1024 * 1024;

export type ServeDeps = Pick<Deps, 'db' | 'replicas' | 'storage' | 'log' | 'clock'>;

export async function loadPicture(
  deps: ServeDeps,
  cache: PictureCache,
  {
    path,
    address,
    token,
    cacheTags,
    isSigned = false,
  }: {
    path: string;
    address: PictureAddress;
    token: CacheToken;
    cacheTags: TagHeader | null;
    isSigned?: boolean;
  },
): Promise<PictureReply> {
  const find = (from: ServeDeps): Promise<Found | null> => findAddressed(from, address);
  // Replicas serve only public pictures: others are private or may be too new.
  const found = isSigned ? await find(deps) : await fromReplica(deps, find, isForAll);
  if (found === null) return { kind: 'missing' };
  const { facts, variant } = found;
  const access = decidePictureAccess(facts.uses, null);
  if (access.kind === 'gone') return { kind: 'missing' };
  if (access.kind !== 'public' || variant.bytes > HOT_MAX_BYTES)
    return { kind: 'stored', uses: facts.uses, variant };

  const body = await readStored(deps, address);
  if (body === null) return { kind: 'missing' };
  const { tags } = access;
  const head = pictureHead(address, variant, body.length, { ...access, cacheTags });
  const picture = hotPicture(head, body);
  const result = cache.store(token, path, picture, { bytes: body.length + 2000, tags });
  if (result !== 'stale') return { kind: 'hot', picture };
  // A picture that was public may no longer be, so nobody may cache it.
  return {
    kind: 'hot',
    picture: hotPicture(pictureHead(address, variant, body.length, { kind: 'nobody' }), body),
  };
}

type Found = { facts: PictureFacts; variant: MediaVariant };

async function findAddressed(from: ServeDeps, address: PictureAddress): Promise<Found | null> {
  const facts = await findPicture(from, address.mediaId);
  if (facts === null || !facts.hash.startsWith(address.hash12)) return null;
  const variant = facts.variants.find(
    ({ edition, piece, width, type }) =>
      edition === address.edition &&
      piece === address.piece &&
      width === address.width &&
      type === address.type,
  );
  return variant === undefined ? null : { facts, variant };
}

const isForAll = (found: Found | null): boolean =>
  found !== null && decidePictureAccess(found.facts.uses, null).kind === 'public';

async function readStored(deps: ServeDeps, address: PictureAddress): Promise<Buffer | null> {
  try {
    return await deps.storage.read(keyOf(address));
  } catch (error) {
    if (!isObjectMissing(error)) throw error;
    deps.log.error({ mediaId: address.mediaId, key: keyOf(address) }, 'a listed picture is not in storage');
    return null;
  }
}
