/**
 * Owns where pictures are: the address in the browser and the key in storage. The address carries the content hash,
 * so what it names never changes; the address of a picture that is not public is signed for a time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MediaVariant } from '../../../db/schema/index.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** Behind the one piece of a cover: what stands where its story is shared. It is no part of the picture, so none of its pieces. */
export const CARD_PIECE = 1;

export type AddressedMedia = { id: string; hash: string };
export type VariantName = Pick<MediaVariant, 'edition' | 'piece' | 'width' | 'type'>;
export type PictureAddress = VariantName & { mediaId: string; hash12: string };

const extensions = { 'image/avif': 'avif', 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;
const typeOf: Readonly<Record<string, MediaVariant['type']>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

const PATH_PATTERN =
  /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{12})\/(?:([1-9]\d{0,5})-)?(0|[1-9]\d{0,3})-([1-9]\d{0,4})\.(avif|webp|jpg)$/;

const fileName = ({ edition = 0, piece, width, type }: VariantName): string =>
  `${edition === 0 ? '' : `${edition}-`}${piece}-${width}.${extensions[type]}`;
const folderOf = (mediaId: string): string => `media/${mediaId.slice(-2)}/${mediaId}`;

export const hash12 = (media: Pick<AddressedMedia, 'hash'>): string => media.hash.slice(0, 12);

/** `/media/{id}/{first 12 of the hash}/{piece}-{width}.{ext}`, from the second edition on with its number before the piece. */
export const variantPath = (media: AddressedMedia, variant: VariantName): string =>
  `/media/${media.id}/${hash12(media)}/${fileName(variant)}`;

export const variantKey = (mediaId: string, variant: VariantName): string =>
  `${folderOf(mediaId)}/${fileName(variant)}`;

/** Which edition a stored size is of. */
export const editionOf = (key: string): number => Number(/\/(\d+)-\d+-\d+\.\w+$/.exec(key)?.[1] ?? 0);

export const originalKey = (mediaId: string): string => `${folderOf(mediaId)}/original`;

/** The reverse of `variantPath`; null for anything that it cannot have made. */
export function parsePicturePath(path: string): PictureAddress | null {
  const match = PATH_PATTERN.exec(path);
  if (match === null) return null;
  const [, mediaId = '', hash = '', edition, piece, width, extension = ''] = match;
  const type = typeOf[extension];
  if (type === undefined) return null;
  const name = { piece: Number(piece), width: Number(width), type };
  return { mediaId, hash12: hash, ...name, ...(edition === undefined ? {} : { edition: Number(edition) }) };
}

const hourMs = HOUR_MS;

/**
 * When a signature made at `now` should end: on a full hour, one to two hours ahead, so that all addresses made
 * within an hour are the same and the browser's own cache works for them too.
 */
export const signatureExpiry = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / hourMs) + 2) * hourMs);

/** `path?expires=<seconds since 1970>&signature=<half of an HMAC-SHA256, base64url>` */
export function signPath(path: string, { key, expiresAt }: { key: string; expiresAt: Date }): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `${path}?expires=${expires}&signature=${sign(path, expires, key).toString('base64url')}`;
}

/** The end of a valid, unexpired signature on `path`, else null. */
export function readSignature(
  path: string,
  search: string,
  { key, now }: { key: string; now: Date },
): { expiresAt: Date } | null {
  const parameters = new URLSearchParams(search);
  const expires = parameters.get('expires') ?? '';
  const signature = parameters.get('signature') ?? '';
  if (!/^\d{1,12}$/.test(expires) || !/^[A-Za-z0-9_-]{22}$/.test(signature)) return null;
  if (!timingSafeEqual(sign(path, expires, key), Buffer.from(signature, 'base64url'))) return null;
  const expiresAt = new Date(Number(expires) * 1000);
  return now.getTime() < expiresAt.getTime() ? { expiresAt } : null;
}

export const isSignedPath = (path: string, search: string, options: { key: string; now: Date }): boolean =>
  readSignature(path, search, options) !== null;

/** Half of the digest is as hard to guess (RFC 2104, 5). Pages hold a hundred of them, and nothing makes them shorter. */
const SIGNATURE_BYTES = 16;

/** The purpose is part of what is signed, so that a signature made with the same key for something else is none here. */
function sign(path: string, expires: string, key: string): Buffer {
  const digest = createHmac('sha256', key).update(`picture\n${path}\n${expires}`).digest();
  return digest.subarray(0, SIGNATURE_BYTES);
}
