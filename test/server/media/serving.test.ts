import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import t from 'tap';
import type { MediaVariant } from '../../../db/schema/index.ts';
import * as schema from '../../../db/schema/index.ts';
import { variantKey, variantPath } from '../../../server/domains/media/addresses.ts';
import { newId } from '../../../server/lib/ids.ts';
import { nowMs, startPictureServer } from '../../support/picture-server.ts';

t.test('pictures', async (t) => {
  const server = await startPictureServer({ folder: t.testdir() });
  t.teardown(server.stop);
  const { db, files, caches, counts, during, userId, addPicture, addEpisode, get, signed } = server;

  t.test('a public picture is read once and then comes from memory', async (t) => {
    const { page, storyId, episodeId } = await addEpisode();
    const before = { ...counts };
    const first = await get(page.path);
    t.equal(first.statusCode, 200);
    t.ok(first.rawPayload.equals(page.body));
    t.match(first.headers, {
      'content-type': 'image/webp',
      'content-length': '3000',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-tag': `story:${storyId},episode:${episodeId},all`,
    });
    t.strictSame([counts.queries - before.queries, counts.reads - before.reads], [1, 1]);
    t.ok((await get(page.path)).rawPayload.equals(page.body));
    t.ok((await get(`${page.path}?anything=1`)).rawPayload.equals(page.body));
    t.strictSame([counts.queries - before.queries, counts.reads - before.reads], [1, 1]);
  });

  t.test('fifty who ask at once cause one query and one read', async (t) => {
    const { page } = await addEpisode();
    const before = { ...counts };
    const replies = await Promise.all(Array.from({ length: 50 }, () => get(page.path)));
    t.ok(replies.every((reply) => reply.rawPayload.equals(page.body)));
    t.strictSame([counts.queries - before.queries, counts.reads - before.reads], [1, 1]);
  });

  t.test('ranges, conditions and HEAD answer alike from memory and from storage', async (t) => {
    const { page: hot } = await addEpisode();
    const { page: cold } = await addEpisode({ status: 'in_progress' });
    for (const [{ body }, url] of [
      [hot, hot.path],
      [cold, signed(cold.path)],
    ] as const) {
      const whole = await get(url);
      const etag = String(whole.headers.etag);
      t.match(etag, /^"[^"]+"$/);
      const range = async (value: string, extra = {}) => get(url, { range: value, ...extra });
      const middle = await range('bytes=10-19');
      t.equal(middle.statusCode, 206);
      t.ok(middle.rawPayload.equals(body.subarray(10, 20)));
      t.match(middle.headers, { 'content-range': 'bytes 10-19/3000', 'content-length': '10', etag });
      const tail = await range('bytes=-5');
      t.ok(tail.rawPayload.equals(body.subarray(-5)));
      t.equal(tail.headers['content-range'], 'bytes 2995-2999/3000');
      t.ok((await range('bytes=2990-')).rawPayload.equals(body.subarray(2990)));
      const beyond = await range('bytes=3000-');
      t.equal(beyond.statusCode, 416);
      t.equal(beyond.headers['content-range'], 'bytes */3000');
      t.equal(beyond.rawPayload.length, 0);
      t.equal((await range('bytes=0-1,5-6')).statusCode, 200, 'several ranges: the whole');
      t.equal((await range('bytes=0-1', { 'if-range': etag })).statusCode, 206);
      t.ok((await range('bytes=0-1', { 'if-range': '"other"' })).rawPayload.equals(body));
      const known = await get(url, { 'if-none-match': etag });
      t.equal(known.statusCode, 304);
      t.equal(known.rawPayload.length, 0);
      t.equal(known.headers.etag, etag);
      t.equal(known.headers['cache-control'], whole.headers['cache-control']);
      const head = await get(url, { range: 'bytes=0-1' }, 'HEAD');
      t.equal(head.statusCode, 200);
      t.equal(head.rawPayload.length, 0);
      t.match(head.headers, { 'content-length': '3000', 'content-type': 'image/webp', etag });
    }
  });

  t.test('what is not public is shown only by a valid signature', async (t) => {
    const draft = await addEpisode({ status: 'in_progress' });
    const upload = await addPicture('page');
    for (const { path, body } of [draft.page, draft.thumbnail, upload]) {
      const refused = await get(path);
      t.equal(refused.statusCode, 404);
      t.equal(refused.headers['cache-control'], 'no-store');
      const shown = await get(signed(path));
      t.equal(shown.statusCode, 200);
      t.ok(shown.rawPayload.equals(body));
      t.match(shown.headers, {
        'cache-control': 'private, max-age=3600',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      t.equal(shown.headers['access-control-allow-origin'], undefined);
      t.equal(shown.headers['cache-tag'], undefined);
      t.equal((await get(path)).statusCode, 404, 'nothing of it is left for the next');
      t.equal((await get(signed(path, new Date(nowMs)))).statusCode, 404, 'expired');
      t.equal((await get(signed(path, undefined, 'another key'))).statusCode, 404, 'forged');
    }
    const other = signed(draft.page.path).split('?')[1];
    t.equal((await get(`${draft.thumbnail.path}?${other}`)).statusCode, 404, 'signed for another picture');
  });

  t.test('covers, thumbnails and profile pictures follow what they belong to', async (t) => {
    const { cover, thumbnail, page, storyId } = await addEpisode();
    const strategy = { storyId, type: 'all_premium', priceCoins: 5 } as const;
    await db.insert(schema.pricingStrategies).values(strategy);
    t.equal((await get(cover.path)).statusCode, 200);
    t.equal((await get(thumbnail.path)).statusCode, 200, 'the list shows premium episodes too');
    t.equal((await get(page.path)).statusCode, 404, 'premium');
    const picture = await addPicture('profile');
    t.equal((await get(picture.path)).statusCode, 404, 'not yet in use');
    await db.update(schema.users).set({ pictureMediaId: picture.id }).where(eq(schema.users.id, userId));
    const shown = await get(picture.path);
    t.equal(shown.statusCode, 200);
    t.equal(shown.headers['cache-tag'], `profile:${userId},all`);
  });

  t.test('a geofiltered picture is told by country and kept by nobody', async (t) => {
    const { page, storyId } = await addEpisode();
    await db.insert(schema.geofilterStrategies).values({ storyId, type: 'allow', countries: ['JP'] });
    t.equal((await get(page.path)).statusCode, 451);
    t.equal((await get(page.path, { 'x-country': 'DE' })).statusCode, 451);
    const shown = await get(page.path, { 'x-country': 'JP' });
    t.equal(shown.statusCode, 200);
    t.equal(shown.headers['cache-control'], 'private, no-store');
    t.equal((await get(page.path, { 'x-country': 'DE' })).statusCode, 451);
    t.equal((await get(signed(page.path))).statusCode, 200);
  });

  t.test('unpublishing takes the pictures away at once', async (t) => {
    const { page, thumbnail, cover, storyId, episodeId } = await addEpisode();
    for (const { path } of [page, thumbnail, cover]) t.equal((await get(path)).statusCode, 200);
    await db.update(schema.episodes).set({ status: 'in_progress' }).where(eq(schema.episodes.id, episodeId));
    await db.update(schema.stories).set({ published: false }).where(eq(schema.stories.id, storyId));
    caches.purge([`episode:${episodeId}`, `story:${storyId}`]);
    for (const { path } of [page, thumbnail, cover]) t.equal((await get(path)).statusCode, 404);
  });

  t.test('a picture unpublished while it is being read is not kept', async (t) => {
    const { page, episodeId } = await addEpisode();
    during.read = async () => {
      during.read = async () => undefined;
      await db
        .update(schema.episodes)
        .set({ status: 'in_progress' })
        .where(eq(schema.episodes.id, episodeId));
      caches.purge([`episode:${episodeId}`]);
    };
    const overtaken = await get(page.path);
    t.equal(overtaken.headers['cache-control'], 'private, no-store');
    t.equal((await get(page.path)).statusCode, 404);
  });

  t.test('a deleted episode shows its pictures to nobody', async (t) => {
    const { page } = await addEpisode({ position: null, deletedAt: new Date(nowMs) });
    t.equal((await get(page.path)).statusCode, 404);
    t.equal((await get(signed(page.path))).statusCode, 404);
  });

  t.test('what is not listed is not there, even if it is stored', async (t) => {
    const { page } = await addEpisode();
    await files.put(`media/${page.id.slice(-2)}/${page.id}/0-720.webp`, page.body, {
      contentType: 'image/webp',
    });
    const wrong = [
      page.path.replace('0-360', '0-720'),
      page.path.replace('0-360', '1-360'),
      page.path.replace('.webp', '.avif'),
      page.path.replace(page.hash.slice(0, 12), '0'.repeat(12)),
      page.path.replace(page.id, newId()),
      page.path.replace('0-360.webp', 'original'),
      '/media/',
      '/media/..%2f..%2fetc%2fpasswd',
      `/media/${'x'.repeat(5000)}`,
    ];
    for (const path of wrong) t.equal((await get(path)).statusCode, 404, path.slice(0, 100));
    t.equal((await get(page.path)).statusCode, 200);
  });

  t.test('a size that is made later is found as soon as it is listed', async (t) => {
    const { page } = await addEpisode();
    const avif: MediaVariant = { piece: 0, width: 360, height: 500, type: 'image/avif', bytes: 10 };
    const path = variantPath(page, avif);
    t.equal((await get(path)).statusCode, 404);
    await files.put(variantKey(page.id, avif), randomBytes(10), { contentType: avif.type });
    await db
      .update(schema.media)
      .set({ variants: [avif] })
      .where(eq(schema.media.id, page.id));
    t.equal((await get(path)).statusCode, 200);
  });

  t.test('a picture whose file is lost is 404, not an error', async (t) => {
    const hot = await addEpisode();
    const cold = await addEpisode({ status: 'in_progress' });
    for (const { id } of [hot.page, cold.page]) {
      await files.delete(variantKey(id, { piece: 0, width: 360, type: 'image/webp' }));
    }
    t.equal((await get(hot.page.path)).statusCode, 404);
    t.equal((await get(signed(cold.page.path))).statusCode, 404);
  });

  t.test('a very large public picture is streamed and leaves the memory to others', async (t) => {
    const large = await addPicture('profile', 4 * 1024 * 1024 + 1);
    await db.update(schema.users).set({ pictureMediaId: large.id }).where(eq(schema.users.id, userId));
    const before = caches.pictures.statistics().entries;
    const reply = await get(large.path);
    t.ok(reply.rawPayload.equals(large.body));
    t.equal(reply.headers['cache-control'], 'public, max-age=31536000, immutable');
    t.equal(caches.pictures.statistics().entries, before);
    t.ok((await get(large.path, { range: 'bytes=5-9' })).rawPayload.equals(large.body.subarray(5, 10)));
  });

  t.test('without ears for purges every picture is asked for anew', async (t) => {
    const { page, episodeId } = await addEpisode();
    caches.disable();
    t.equal((await get(page.path)).statusCode, 200);
    await db.update(schema.episodes).set({ status: 'in_progress' }).where(eq(schema.episodes.id, episodeId));
    t.equal((await get(page.path)).statusCode, 404);
    caches.enable();
  });
});
