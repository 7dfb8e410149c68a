import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MediaVariant } from '../../db/schema/index.ts';
import { type TagHeader, tagsFor } from '../cache/cdn.ts';
import { decideRange, isNotModified } from '../cache/http.ts';
import { type PreparedHeaders, prepareHeaders, sendPrepared } from '../cache/send.ts';
import { type PictureAddress, variantKey } from '../domains/media/addresses.ts';
import type { PurgeTag } from '../ports.ts';
import type { ByteRange } from '../storage/storage.ts';

export type PictureHead = { bytes: number; etag: string; headers: Readonly<Record<string, string>> };
/** `prepared` is the header block of the usual answer, the whole picture. */
export type HotPicture = PictureHead & { prepared: PreparedHeaders; body: Buffer };

/**
 * Who may cache the answer: everyone forever, a CDN or one browser until a signature expires, or nobody. Episode
 * pictures stay in the reader's browser (decisions.md §5), unless the CDN is purged by tag.
 */
export type Keeping =
  | { kind: 'public'; tags: readonly PurgeTag[]; isOfEpisode: boolean; cacheTags: TagHeader | null }
  | { kind: 'signed'; tags: readonly PurgeTag[]; maxAgeSeconds: number; cacheTags: TagHeader }
  | { kind: 'private'; maxAgeSeconds: number }
  | { kind: 'nobody' };

export function pictureHead(
  address: PictureAddress,
  variant: MediaVariant,
  bytes: number,
  keep: Keeping,
): PictureHead {
  const etag = `"${address.hash12}-${address.edition ?? 0}-${address.piece}-${address.width}-${variant.type.slice(6)}-${bytes.toString(36)}"`;
  const headers: Record<string, string> = {
    'content-type': variant.type,
    'content-length': String(bytes),
    'accept-ranges': 'bytes',
    etag,
    'cache-control': cacheControl(keep),
    // A picture opened by itself is a document of ours: it may load and run nothing.
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    // Feeds and catalogue readers of other origins show public pictures. Signed ones are for our own pages.
    'cross-origin-resource-policy': keep.kind === 'public' ? 'cross-origin' : 'same-origin',
  };
  if (keep.kind === 'public') {
    headers['access-control-allow-origin'] = '*';
  }
  if ((keep.kind === 'public' || keep.kind === 'signed') && keep.cacheTags !== null)
    headers[keep.cacheTags] = tagsFor(keep.cacheTags, keep.tags);
  return { bytes, etag, headers };
}

function cacheControl(keep: Keeping): string {
  if (keep.kind === 'public')
    return `${keep.isOfEpisode && keep.cacheTags === null ? 'private' : 'public'}, max-age=31536000, immutable`;
  // The signed address is the proof, so caching by the full address is safe.
  if (keep.kind === 'signed') return `public, max-age=${keep.maxAgeSeconds}, must-revalidate`;
  if (keep.kind === 'private') return `private, max-age=${keep.maxAgeSeconds}`;
  return 'private, no-store';
}

export const hotPicture = (head: PictureHead, body: Buffer): HotPicture => ({
  ...head,
  prepared: prepareHeaders(head.headers),
  body,
});

/** Serves from memory. An unconditional request, by far the most common, takes the fastest path. */
export function sendHotPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: HotPicture,
): undefined | Promise<FastifyReply> {
  const { headers } = request.raw;
  if (headers.range === undefined && headers['if-none-match'] === undefined) {
    sendPrepared(reply, 200, picture.prepared, picture.body);
    return undefined;
  }
  const { body } = picture;
  return sendPicture(request, reply, picture, (range) =>
    range === undefined ? body : body.subarray(range.start, (range.end ?? body.length - 1) + 1),
  );
}

export const keyOf = (address: PictureAddress): string => variantKey(address.mediaId, address);

/** Answers a conditional or range request. Calls `open` only when bytes are needed. */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  head: PictureHead,
  open: (range: ByteRange | undefined) => Buffer | Promise<Readable>,
): Promise<FastifyReply> {
  const { headers } = request;
  reply.headers(head.headers);
  if (isNotModified(headers['if-none-match'], [head.etag])) {
    reply.removeHeader('content-length').removeHeader('content-type');
    return reply.code(304).send();
  }
  if (request.method === 'HEAD') return reply.code(200).send();
  const ifRange = headers['if-range'];
  const range = decideRange({ range: headers.range, ifRange: ifRange as string | undefined }, head);
  if (range === 'unsatisfiable') {
    reply.headers({
      'content-range': `bytes */${head.bytes}`,
      'content-length': '0',
      'cache-control': 'no-store',
    });
    return reply.removeHeader('content-type').code(416).send();
  }
  if (range === null) return reply.code(200).send(await open(undefined));
  reply.headers({
    'content-range': `bytes ${range.start}-${range.end}/${head.bytes}`,
    'content-length': String(range.end - range.start + 1),
  });
  return reply.code(206).send(await open(range));
}
