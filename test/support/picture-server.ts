/** Serves pictures of test stories from its own database and storage, and counts queries and reads. */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pino from 'pino';
import { openDatabase } from '../../db/client.ts';
import { noReplicas } from '../../db/replicas.ts';
import type { MediaVariant } from '../../db/schema/index.ts';
import * as schema from '../../db/schema/index.ts';
import { createCaches } from '../../server/cache/caches.ts';
import { signPath, variantKey, variantPath } from '../../server/domains/media/addresses.ts';
import { newId } from '../../server/lib/ids.ts';
import { mediaPlugin } from '../../server/media/plugin.ts';
import { createFileStorage } from '../../server/storage/files.ts';
import { createTestDatabase } from './postgres.ts';

const signingKey = 'a key that only this test knows, long enough';
export const nowMs = Date.parse('2026-11-20T10:00:00Z');

export async function startPictureServer({
  folder,
  cdnMaxAgeSeconds = 60,
}: {
  folder: string;
  cdnMaxAgeSeconds?: number;
}) {
  const database = await createTestDatabase();
  const { db, pool, close } = openDatabase(database.url, { size: 4, name: 'test', onError: () => undefined });
  const files = createFileStorage({ folder });
  const counts = { reads: 0, queries: 0 };
  const during: { read: () => Promise<void> } = { read: async () => undefined };
  const storage: typeof files = {
    ...files,
    read: async (key) => {
      counts.reads += 1;
      const body = await files.read(key);
      await during.read();
      return body;
    },
  };
  const { query } = pool;
  pool.query = ((...args: unknown[]) => {
    counts.queries += 1;
    return Reflect.apply(query, pool, args);
  }) as typeof query;
  const caches = createCaches({ pageMib: 1, pictureMib: 16 });
  caches.enable();
  const app = Fastify();
  const log = pino({ level: 'silent' });
  await app.register(mediaPlugin, {
    deps: { db, replicas: noReplicas, storage, log, signingKey, clock: { now: () => new Date(nowMs) } },
    cache: caches.pictures,
    cdnMaxAgeSeconds,
    country: (request) => String(request.headers['x-country'] ?? '') || null,
  });
  const stop = async () => {
    await app.close();
    await close();
    await database.drop();
  };

  const userId = newId();
  await db.insert(schema.users).values({
    id: userId,
    email: 'mika@tsuzuki.example',
    slug: 'mika',
    displayName: 'Mika',
    dateOfBirth: '1990-01-01',
  });

  async function addPicture(purpose: 'page' | 'cover' | 'episode_cover' | 'profile', bytes = 3000) {
    const id = newId();
    const hash = randomBytes(32).toString('hex');
    const variant: MediaVariant = { piece: 0, width: 360, height: 500, type: 'image/webp', bytes };
    const body = randomBytes(bytes);
    const original = { originalName: 'a.jpg', bytes: 1, type: 'image/jpeg', width: 360, height: 500 };
    await db
      .insert(schema.media)
      .values({ id, ownerId: userId, purpose, hash, ...original, variants: [variant] });
    await files.put(variantKey(id, variant), body, { contentType: variant.type });
    return { id, hash, body, path: variantPath({ id, hash }, variant) };
  }

  async function addEpisode(values: Partial<typeof schema.episodes.$inferInsert> = {}) {
    const [cover, page, thumbnail] = [
      await addPicture('cover'),
      await addPicture('page'),
      await addPicture('episode_cover'),
    ];
    const storyId = newId();
    const episodeId = newId();
    await db.insert(schema.stories).values({
      id: storyId,
      slug: storyId,
      ownerId: userId,
      title: 'Lanterns',
      publicationType: 'comics',
      format: 'page_ltr',
      genre: 'drama',
      language: 'en',
      coverMediaId: cover.id,
      published: true,
    });
    const status = 'published';
    const common = { id: episodeId, storyId, position: 1, title: 'One', thumbnailMediaId: thumbnail.id };
    await db.insert(schema.episodes).values({ ...common, status, ...values });
    await db
      .insert(schema.episodePages)
      .values({ id: newId(), episodeId, mediaId: page.id, position: 1, name: 'a' });
    return { storyId, episodeId, cover, page, thumbnail };
  }

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers });
  const signed = (path: string, expiresAt = new Date(nowMs + 3_600_000), key = signingKey) =>
    signPath(path, { key, expiresAt });
  return { db, files, caches, counts, during, userId, addPicture, addEpisode, get, signed, app, stop };
}
