/** Owns the URLs of pictures and their keys in storage. A URL contains the hash, so its content is immutable. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MediaVariant } from '../../../db/schema/index.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** Piece number of a cover's share card, which is not part of the picture itself. */
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

/** `/media/{id}/{first 12 of the hash}/{piece}-{width}.{ext}`. An edition above 0 precedes the piece. */
export const variantPath = (media: AddressedMedia, variant: VariantName): string =>
  `/media/${media.id}/${hash12(media)}/${fileName(variant)}`;

export const variantKey = (mediaId: string, variant: VariantName): string =>
  `${folderOf(mediaId)}/${fileName(variant)}`;

export const editionOf = (key: string): number => Number(/\/(\d+)-\d+-\d+\.\w+$/.exec(key)?.[1] ?? 0);

export const originalKey = (mediaId: string): string => `${folderOf(mediaId)}/original`;

/** The reverse of `variantPath`. Null for any other path. */
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

/** A full hour, one to two hours ahead. All URLs of an hour are equal, so browsers can cache them. */
export const signatureExpiry = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / hourMs) + 2) * hourMs);

/** `path?expires=<seconds since 1970>&signature=<half of an HMAC-SHA256, base64url>` */
export function signPath(path: string, { key, expiresAt }: { key: string; expiresAt: Date }): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `${path}?expires=${expires}&signature=${sign(path, expires, key).toString('base64url')}`;
}

/** Null unless the signature on `path` is valid and unexpired. */
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

/** Half of the digest is just as hard to guess (RFC 2104, 5). Pages contain a hundred, which do not compress. */
const SIGNATURE_BYTES = 16;

/** Signs the purpose too: signatures made with the same key for other purposes are invalid here. */
function sign(path: string, expires: string, key: string): Buffer {
  const digest = createHmac('sha256', key).update(`picture\n${path}\n${expires}`).digest();
  return digest.subarray(0, SIGNATURE_BYTES);
}
