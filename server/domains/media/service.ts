import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { type MediaPiece, type MediaPurpose, type MediaVariant, media } from '../../../db/schema/index.ts';
import { purge } from '../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { record } from '../../outbox/record.ts';
import { isObjectMissing } from '../../storage/storage.ts';
import { CARD_PIECE, originalKey, variantKey } from './addresses.ts';
import {
  bookPictureUploaded,
  pictureProcessed,
  pictureRemade,
  picturesDeleted,
  pictureUploaded,
} from './events.ts';
import {
  type CoverPurpose,
  coverSides,
  type Derivative,
  isImageRefused,
  makeAvifDerivatives,
  makeCard,
  makeCoverDerivatives,
  makePageDerivatives,
  type Picture,
  storyColour,
} from './images.ts';
import { type ReceivedImage, settleUpload } from './receive.ts';
import { deleteOldEditions } from './remake.ts';
import { tagsOfPictures } from './uses.ts';

export type MediaState = 'queued' | 'processing' | 'ready' | 'failed';

type Stamps = Pick<typeof media.$inferSelect, 'startedAt' | 'processedAt' | 'failedAt'>;

export function mediaState({ startedAt, processedAt, failedAt }: Stamps): MediaState {
  if (processedAt !== null) return 'ready';
  if (failedAt !== null) return 'failed';
  return startedAt === null ? 'queued' : 'processing';
}

/** Part of the caller's transaction. `isOneOfMany`: processed after single uploads. */
export async function addMedia(
  tx: TransactionDeps,
  image: ReceivedImage,
  { isOneOfMany = false, ...owner }: { ownerId: string; purpose: MediaPurpose; isOneOfMany?: boolean },
): Promise<void> {
  await insertMedia(tx, image, owner);
  await record(tx, isOneOfMany ? bookPictureUploaded : pictureUploaded, { mediaId: image.mediaId });
}

/** The caller processes the picture itself. */
export async function insertMedia(
  deps: Deps,
  image: Omit<ReceivedImage, 'discard'>,
  { ownerId, purpose }: { ownerId: string; purpose: MediaPurpose },
): Promise<void> {
  const { facts } = image;
  await deps.db.insert(media).values({
    id: image.mediaId,
    ownerId,
    purpose,
    originalName: image.name,
    hash: image.hash,
    bytes: facts.bytes,
    type: `image/${facts.format}`,
    width: facts.width,
    height: facts.height,
    createdAt: deps.clock.now(),
  });
  await settleUpload(deps, image.mediaId);
}

/** Failure that is not the picture's fault: unlike a refusal it may be retried. */
export const PROCESSING_FAILED = 'processing_failed';

/** Does nothing for a finished picture (OPS-08, OPS-09). */
export async function processMedia(deps: Deps, mediaId: string): Promise<void> {
  const [row] = await deps.db.select().from(media).where(eq(media.id, mediaId));
  // The picture was deleted. An earlier run may have left sizes behind.
  if (row === undefined) return deleteMediaFiles(deps, [mediaId]);
  if (row.processedAt !== null) return;
  if (row.failedAt !== null && row.error !== PROCESSING_FAILED) return;
  await deps.db
    .update(media)
    .set({ startedAt: deps.clock.now(), failedAt: null, error: null })
    .where(and(eq(media.id, mediaId), isNull(media.processedAt)));
  try {
    const original = await deps.storage.read(originalKey(mediaId));
    const made = isCover(row.purpose)
      ? await makeCover(deps, row, original)
      : await makePages(deps, row, original);
    const isKept = await inTransaction(deps, async (tx) => {
      const unfinished = and(isEdition(row), isNull(media.processedAt));
      const { rowCount } = await tx.db
        .update(media)
        .set({ ...made, processedAt: tx.clock.now() })
        .where(unfinished);
      if (rowCount === 0) return false;
      if (!isCover(row.purpose)) await record(tx, pictureProcessed, { mediaId });
      if (row.edition > 0) await record(tx, pictureRemade, { mediaId });
      purge(tx, await tagsOfPictures(tx, [mediaId]));
      return true;
    });
    if (!isKept) await dropUnwanted(deps, mediaId);
  } catch (error) {
    if (isObjectMissing(error)) {
      deps.log.error({ mediaId }, 'the original of a picture is missing');
      await failMedia(deps, mediaId, PROCESSING_FAILED, isEdition(row));
    } else if (isImageRefused(error)) await failMedia(deps, mediaId, error.reason, isEdition(row));
    else throw error;
  }
}

/** The picture was deleted or is being made again, so nothing uses the files stored meanwhile. */
async function dropUnwanted(deps: Deps, mediaId: string): Promise<void> {
  await deleteMediaFiles(deps, [mediaId]);
  await deleteOldEditions(deps, mediaId);
}

/** True while the picture is in the edition that the work began with. */
const isEdition = ({ id, edition }: Pick<Row, 'id' | 'edition'>) =>
  and(eq(media.id, id), eq(media.edition, edition));

/** The owner sees `reason` in the console. */
export async function failMedia(
  deps: Deps,
  mediaId: string,
  reason: string,
  which: SQL | undefined = eq(media.id, mediaId),
): Promise<void> {
  await deps.db
    .update(media)
    .set({ failedAt: deps.clock.now(), error: reason })
    .where(and(which, isNull(media.processedAt)));
}

/** AVIF costs several times as much as the rest, so it follows once the page is readable. */
export async function makeAvif(deps: Deps, mediaId: string): Promise<void> {
  const [row] = await deps.db.select().from(media).where(eq(media.id, mediaId));
  if (row === undefined || row.processedAt === null) return;
  if (row.variants.some((variant) => variant.type === 'image/avif')) return;
  const original = await deps.storage.read(originalKey(mediaId));
  const variants: MediaVariant[] = [];
  for await (const piece of makeAvifDerivatives(original, { strip: row.purpose === 'strip' })) {
    variants.push(...(await store(deps, row, piece.index, piece.derivatives)));
  }
  const isKept = await inTransaction(deps, async (tx) => {
    const [current] = await tx.db
      .select({ variants: media.variants })
      .from(media)
      .where(isEdition(row))
      .for('update');
    if (current === undefined) return false;
    const others = current.variants.filter((variant) => variant.type !== 'image/avif');
    await tx.db
      .update(media)
      .set({ variants: [...others, ...variants] })
      .where(eq(media.id, mediaId));
    purge(tx, await tagsOfPictures(tx, [mediaId]));
    return true;
  });
  if (!isKept) await dropUnwanted(deps, mediaId);
}

/** A job deletes the files after the commit. */
export async function removeMedia(tx: TransactionDeps, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  await tx.db.delete(media).where(inArray(media.id, [...mediaIds]));
  await record(tx, picturesDeleted, { mediaIds: [...mediaIds] });
}

/** Skips pictures that have a row again. */
export async function deleteMediaFiles(deps: Deps, mediaIds: readonly string[]): Promise<void> {
  const alive = await deps.db
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, [...mediaIds]));
  const kept = new Set(alive.map((row) => row.id));
  for (const id of mediaIds) {
    if (kept.has(id)) continue;
    const folder = originalKey(id).replace(/original$/, '');
    for await (const object of deps.storage.list(folder)) await deps.storage.delete(object.key);
  }
}

const isCover = (purpose: MediaPurpose): purpose is CoverPurpose => purpose in coverSides;

type Row = typeof media.$inferSelect;
type Made = { pieces: MediaPiece[]; variants: MediaVariant[]; hue?: number; chroma?: number };

async function makeCover(deps: Deps, row: Row, original: Buffer): Promise<Made> {
  const purpose = row.purpose as CoverPurpose;
  const picture = await makeCoverDerivatives(original, { purpose, crop: row.crop ?? undefined });
  const variants = await store(deps, row, 0, picture.derivatives);
  const made = { pieces: [pieceOf(picture)], variants };
  if (purpose !== 'cover') return made;
  const colour = await storyColour(original);
  const card = await makeCard(original, { crop: row.crop ?? undefined, colour });
  return { ...made, variants: [...variants, ...(await store(deps, row, CARD_PIECE, [card]))], ...colour };
}

async function makePages(deps: Deps, row: Row, original: Buffer): Promise<Made> {
  const made: Made = { pieces: [], variants: [] };
  for await (const piece of makePageDerivatives(original, { strip: row.purpose === 'strip' })) {
    made.pieces.push(pieceOf(piece));
    made.variants.push(...(await store(deps, row, piece.index, piece.derivatives)));
  }
  return made;
}

const pieceOf = ({ width, height, placeholder }: MediaPiece): MediaPiece => ({ width, height, placeholder });

async function store(
  deps: Deps,
  { id, edition }: Pick<Row, 'id' | 'edition'>,
  piece: number,
  derivatives: Picture['derivatives'] | readonly Derivative[],
): Promise<MediaVariant[]> {
  const variants: MediaVariant[] = [];
  for await (const { width, height, contentType, data } of derivatives) {
    const variant: MediaVariant = {
      ...(edition === 0 ? {} : { edition }),
      piece,
      width,
      height,
      type: contentType as MediaVariant['type'],
      bytes: data.length,
    };
    await deps.storage.put(variantKey(id, variant), data, { contentType });
    variants.push(variant);
  }
  return variants;
}
