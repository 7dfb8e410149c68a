/**
 * Pictures, `GET|HEAD /media/*`. What everybody may see is answered from memory without a query; the rest is decided
 * per request (media/access.ts). Register it before plugins whose hooks pictures do not need.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PictureCache } from './cache/caches.ts';
import type { Deps } from './deps.ts';
import { type PictureAddress, parsePicturePath, readSignature } from './domains/media/addresses.ts';
import { notFound, unavailableForLegalReasons } from './lib/errors.ts';
import { decidePictureAccess } from './media/access.ts';
import { type Keeping, keyOf, pictureHead, sendPicture } from './media/picture.ts';
import { loadPicture, type PictureReply } from './media/serve.ts';

export type MediaOptions = {
  deps: Pick<Deps, 'db' | 'storage' | 'log' | 'clock' | 'signingKey'>;
  cache: PictureCache;
  /** Names the `Cache-Tag`s by which a CDN is purged. */
  cdnMaxAgeSeconds?: number;
  /** The country the request comes from. */
  country?: (request: FastifyRequest) => string | null;
};

export async function mediaPlugin(app: FastifyInstance, options: MediaOptions): Promise<void> {
  const { deps, cache, cdnMaxAgeSeconds = 0, country = () => null } = options;
  const cacheTags = cdnMaxAgeSeconds > 0;

  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      const { url = '' } = request.raw;
      const mark = url.indexOf('?');
      const path = mark < 0 ? url : url.slice(0, mark);
      const hot = cache.get(path);
      if (hot !== undefined) {
        return sendPicture(request, reply, hot, (range) => part(hot.body, range));
      }
      const address = parsePicturePath(path);
      if (address === null) return refuse(reply);
      const found = await cache.load(path, (token) =>
        loadPicture(deps, cache, { path, address, token, cacheTags }),
      );
      if (found.kind === 'missing') return refuse(reply);
      if (found.kind === 'hot') {
        return sendPicture(request, reply, found.picture, (range) => part(found.picture.body, range));
      }
      return sendStored(request, reply, {
        address,
        path,
        search: mark < 0 ? '' : url.slice(mark + 1),
        ...found,
      });
    },
  });

  type Stored = Extract<PictureReply, { kind: 'stored' }> & {
    address: PictureAddress;
    path: string;
    search: string;
  };

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
    const access = decidePictureAccess(uses, country(request));
    if (access.kind === 'public') return { ...access, cacheTags };
    const now = deps.clock.now();
    const signature = readSignature(path, search, { key: deps.signingKey, now });
    if (signature !== null && access.kind !== 'gone') {
      const leftMs = signature.expiresAt.getTime() - now.getTime();
      return { kind: 'private', maxAgeSeconds: Math.floor(leftMs / 1000) };
    }
    // Another country is another answer at the same address, so not even the browser keeps it.
    if (access.kind === 'here') return { kind: 'nobody' };
    if (access.kind === 'unavailable') {
      reply.header('cache-control', 'no-store');
      throw unavailableForLegalReasons('story_not_available');
    }
    return refuse(reply);
  }
}

const part = (body: Buffer, range: { start: number; end?: number } | undefined): Buffer =>
  range === undefined ? body : body.subarray(range.start, (range.end ?? body.length - 1) + 1);

/** A picture that is not there may be there in a moment, so nobody is to remember the refusal. */
function refuse(reply: FastifyReply): never {
  reply.header('cache-control', 'no-store');
  throw notFound('not_found');
}
