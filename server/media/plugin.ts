/**
 * Pictures, `GET|HEAD /media/*`. Public ones are served from memory, others are decided per request (media/access.ts).
 * Register it before plugins whose hooks pictures do not need.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TagHeader } from '../cache/cdn.ts';
import type { Deps } from '../deps.ts';
import { type PictureAddress, parsePicturePath, readSignature } from '../domains/media/addresses.ts';
import type { CountryOf } from '../http/country.ts';
import { notFound, unavailableForLegalReasons } from '../lib/errors.ts';
import { decidePictureAccess, tagsOfUses } from './access.ts';
import { type Keeping, keyOf, pictureHead, sendHotPicture, sendPicture } from './picture.ts';
import type { PictureCache } from './serve.ts';
import { loadPicture, type PictureReply } from './serve.ts';

export type MediaOptions = {
  deps: Pick<Deps, 'db' | 'replicas' | 'storage' | 'log' | 'clock' | 'signingKey'>;
  cache: PictureCache;
  /** Above 0, responses carry the tags that purge a CDN. */
  cdnMaxAgeSeconds?: number;
  tagHeader?: TagHeader;
  /** True when the CDN may cache pictures by their full signed address. */
  keepsSigned?: boolean;
  country?: CountryOf | undefined;
};

type Asked = { path: string; search: string };
type Stored = Asked & Extract<PictureReply, { kind: 'stored' }> & { address: PictureAddress };

export async function mediaPlugin(app: FastifyInstance, options: MediaOptions): Promise<void> {
  const { deps, cache, cdnMaxAgeSeconds = 0, keepsSigned = false, country = () => null } = options;
  const cacheTags = cdnMaxAgeSeconds > 0 ? (options.tagHeader ?? 'cache-tag') : null;

  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    schema: { hide: true } as object,
    handler: (request, reply) => {
      const { url = '' } = request.raw;
      const mark = url.indexOf('?');
      const path = mark < 0 ? url : url.slice(0, mark);
      const hot = cache.get(path);
      if (hot !== undefined) return sendHotPicture(request, reply, hot);
      return sendFound(request, reply, { path, search: mark < 0 ? '' : url.slice(mark + 1) });
    },
  });

  async function sendFound(request: FastifyRequest, reply: FastifyReply, { path, search }: Asked) {
    const address = parsePicturePath(path);
    if (address === null) return refuse(reply);
    const found = await cache.load(path, (token) =>
      loadPicture(deps, cache, { path, address, token, cacheTags, isSigned: search !== '' }),
    );
    if (found.kind === 'missing') return refuse(reply);
    if (found.kind === 'stored') return sendStored(request, reply, { address, path, search, ...found });
    await sendHotPicture(request, reply, found.picture);
    return reply;
  }

  async function sendStored(
    request: FastifyRequest,
    reply: FastifyReply,
    stored: Stored,
  ): Promise<FastifyReply> {
    const keep = keepingOf(request, reply, stored);
    const { address, variant } = stored;
    const found = await deps.storage.stat(keyOf(address));
    if (found === null) return refuse(reply);
    const head = pictureHead(address, variant, found.bytes, keep);
    return sendPicture(request, reply, head, (range) => deps.storage.get(keyOf(address), range));
  }

  function keepingOf(request: FastifyRequest, reply: FastifyReply, { path, search, uses }: Stored): Keeping {
    const access = decidePictureAccess(uses, country(request.raw));
    if (access.kind === 'public') return { ...access, cacheTags };
    const now = deps.clock.now();
    const signature = readSignature(path, search, { key: deps.signingKey, now });
    if (signature !== null && access.kind !== 'gone') {
      const leftMs = signature.expiresAt.getTime() - now.getTime();
      const maxAgeSeconds = Math.floor(leftMs / 1000);
      return keepsSigned && cacheTags !== null
        ? { kind: 'signed', tags: tagsOfUses(uses), maxAgeSeconds, cacheTags }
        : { kind: 'private', maxAgeSeconds };
    }
    // The answer depends on the country, so not even the browser may cache it.
    if (access.kind === 'here') return { kind: 'nobody' };
    if (access.kind === 'unavailable') {
      reply.header('cache-control', 'no-store');
      throw unavailableForLegalReasons('story_not_available');
    }
    return refuse(reply);
  }
}

/** Not cacheable: a missing picture may exist in a moment. */
function refuse(reply: FastifyReply): never {
  reply.header('cache-control', 'no-store');
  throw notFound('not_found');
}
