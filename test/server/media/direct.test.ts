/** Large files go directly into storage, and are checked when they are submitted. */
import t from 'tap';
import { directUploads, epubs, uploads } from '#db/schema/index.ts';
import { sweepDirectUploads } from '#server/domains/media/direct.ts';
import { newId } from '#server/lib/ids.ts';
import { INCOMING } from '#server/storage/storage.ts';
import type { Account } from '../../support/app.ts';
import { startTestApp } from '../../support/app.ts';
import { makeBook } from '../../support/books.ts';
import { startBucketApp } from '../../support/bucket.ts';
import { createEpisode, createStory, upload } from '../../support/console.ts';
import { makeZip } from '../../support/make-zip.ts';
import { draw } from '../../support/pictures.ts';

type Begun = { id: string; url: string; headers: Record<string, string>; expires_at: string };
const HOUR_MS = 3_600_000;

t.test('direct uploads', async (t) => {
  const { app, s3, close } = await startBucketApp();
  t.teardown(close);
  const creator = await app.signUp('Creator');
  const stranger = await app.signUp('Stranger');
  const story = await createStory(app, creator);
  const picture = await draw({ width: 60, height: 80, format: 'jpeg' }, (x, y) => [x, y, 128]);
  const comic = makeZip([1, 2].map((page) => ({ name: `${page}.jpg`, data: picture })));

  const ask = (body: object, as: Account = creator) => app.call('POST /media/direct', { as, body });
  const begin = async (bytes: number, as: Account = creator): Promise<Begun> =>
    (await ask({ name: 'comic.cbz', bytes }, as)).json().upload;
  const put = async ({ url, headers }: Pick<Begun, 'url' | 'headers'>, body: Buffer): Promise<number> =>
    (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status;
  const hand = (id: string, episodeId: string, as: Account = creator, page = newId()) =>
    upload(app, as, 'POST /creator/pages/import', [
      { name: 'episode_id', value: episodeId },
      { name: 'page_id', value: page },
      { name: 'upload_id', value: id },
    ]);
  const handBook = (id: string, as: Account = creator) =>
    upload(app, as, 'POST /media/epub', [{ name: 'upload_id', value: id }]);
  const newEpisode = async () => (await createEpisode(app, creator, story.id)).id;
  const incoming = () => [...s3.objects.keys()].filter((key) => key.startsWith(INCOMING));
  const rows = () => app.deps.db.$count(directUploads);
  const forget = async () => {
    await app.deps.db.delete(directUploads);
    for (const key of incoming()) s3.objects.delete(key);
  };

  await t.test(
    'OPS-05 an archive is put into the bucket and becomes pages as if it had been sent',
    async (t) => {
      const begun = await begin(comic.length);
      t.equal(await put(begun, comic), 200);
      const episode = await newEpisode();
      const page = newId();
      const reply = await hand(begun.id, episode, creator, page);
      t.equal(reply.statusCode, 202, reply.body);
      t.equal(reply.json().pages.length, 2);
      t.equal(reply.json().pages[0].id, page);
      t.same(incoming(), []);

      const again = await hand(begun.id, episode, creator, page);
      t.equal(again.statusCode, 202, 'an answer that got lost is given again');
      t.equal(again.json().pages.length, 2);
      t.equal((await hand(begun.id, episode, stranger)).statusCode, 404, 'to nobody else');
      t.equal(await app.deps.db.$count(uploads), 0);
    },
  );

  await t.test('OPS-05 a book, too; handed in twice it is the same book', async (t) => {
    const book = makeBook();
    const begun = await begin(book.length);
    await put(begun, book);
    const first = await handBook(begun.id);
    t.equal(first.statusCode, 201, first.body);
    t.match(first.json().media, { name: 'comic.cbz', bytes: book.length, state: 'uploaded' });
    const second = await handBook(begun.id);
    t.equal(second.json().media.id, first.json().media.id);
    t.same(incoming(), []);
  });

  await t.test('a book that is there is told of, even where its upload cannot be ended', async (t) => {
    const book = makeBook();
    const begun = await begin(book.length);
    await put(begun, book);
    const before = await app.deps.db.$count(epubs);
    await app.deps.pool.query(`
      create function refuse_end() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
      create trigger refuse_end before update of finished_at on direct_uploads for each row execute function refuse_end()`);
    const reply = await handBook(begun.id);
    await app.deps.pool.query('drop function refuse_end cascade');
    t.equal(reply.statusCode, 201, reply.body);
    t.equal((await handBook(begun.id)).json().code, 'upload_in_progress', 'and not taken in again');
    t.equal(await app.deps.db.$count(epubs), before + 1);
    await forget();
  });

  await t.test('the address takes what was said, and nothing else', async (t) => {
    const begun = await begin(comic.length);
    t.equal(await put(begun, Buffer.concat([comic, comic])), 403, 'more than said');
    t.equal(await put(begun, comic.subarray(1)), 403, 'less');
    const other = { ...begun, headers: { 'content-type': 'text/html' } };
    t.equal(await put(other, comic), 403, 'another type');
    const key = begun.url.replace(begun.id, newId());
    t.equal(await put({ ...begun, url: key }, comic), 403, 'another key');
    const late = begun.url.replace('X-Amz-Expires=900', 'X-Amz-Expires=604800');
    t.equal(await put({ ...begun, url: late }, comic), 403, 'for longer');
    t.same(incoming(), []);
    t.equal((await fetch(begun.url)).status, 403, 'it reads nothing');
    await forget();
  });

  await t.test('what is not there yet, or not whole, is no upload', async (t) => {
    const begun = await begin(comic.length);
    const episode = await newEpisode();
    const early = await hand(begun.id, episode);
    t.equal(early.statusCode, 400);
    t.equal(early.json().code, 'upload_incomplete');
    await put(begun, comic);
    t.equal((await hand(begun.id, episode)).statusCode, 202, 'it may come later');

    // Simulates a service that ignores the signed length.
    const longer = await begin(comic.length);
    s3.objects.set(`${INCOMING}${longer.id}`, {
      body: Buffer.concat([comic, comic]),
      contentType: 'x/y',
      modifiedAt: new Date(),
    });
    t.equal((await hand(longer.id, episode)).json().code, 'upload_incomplete');
    t.equal((await hand(longer.id, episode)).statusCode, 404, 'and it is gone');
    t.same(incoming(), []);
  });

  await t.test('it is judged by its content, and gone when it is refused for good', async (t) => {
    for (const [content, status] of [
      [Buffer.from('%PDF-1.7 no archive at all'), 415],
      [comic.subarray(0, comic.length - 30), 422],
      [makeZip([{ name: 'readme.txt', data: Buffer.from('x') }]), 422],
    ] as const) {
      const begun = await begin(content.length);
      await put(begun, content);
      const reply = await hand(begun.id, await newEpisode());
      t.equal(reply.statusCode, status, reply.body);
      t.same(incoming(), []);
      t.equal((await hand(begun.id, await newEpisode())).statusCode, 404);
    }
    t.equal(await app.deps.db.$count(uploads), 0);
  });

  await t.test("another's upload is nobody's, and an episode of others takes none", async (t) => {
    const begun = await begin(comic.length);
    await put(begun, comic);
    const episode = await newEpisode();
    t.equal((await hand(begun.id, episode, stranger)).json().code, 'upload_not_found');
    t.equal((await hand('no-id', episode)).statusCode, 404);
    const own = await begin(comic.length, stranger);
    await put(own, comic);
    t.ok([403, 404].includes((await hand(own.id, episode, stranger)).statusCode));
    t.equal((await hand(begun.id, episode)).statusCode, 202);
    await forget();
  });

  await t.test('handed in by many requests at once it is taken in once', async (t) => {
    const begun = await begin(comic.length);
    await put(begun, comic);
    const episode = await newEpisode();
    const replies = await Promise.all(Array.from({ length: 6 }, () => hand(begun.id, episode)));
    const codes = replies.map(({ statusCode }) => statusCode);
    t.ok(
      codes.every((code) => [202, 409, 429].includes(code)),
      String(codes),
    );
    const list = await app.call(`GET /creator/pages?episode_id=${episode}`, { as: creator });
    t.equal(list.json().pages.length, 2);
    await forget();
  });

  await t.test('only so much may be under way; then files go through the server', async (t) => {
    const begun: (Begun | null)[] = [];
    for (let number = 0; number < 12; number += 1) begun.push(await begin(1000));
    t.equal(begun.filter((one) => one !== null).length, 5);
    await forget();
    const many = await Promise.all(Array.from({ length: 12 }, () => begin(1000)));
    t.equal(many.filter((one) => one !== null).length, 5, 'even at once');
    await forget();
    const large = [await begin(150 * 1024 ** 2), await begin(150 * 1024 ** 2), await begin(150 * 1024 ** 2)];
    t.ok(large.every((one) => one !== null));
    t.equal(await begin(1), null, 'bytes are counted, too');
    await forget();
    t.equal((await ask({ name: 'x', bytes: 150 * 1024 ** 2 + 1 })).statusCode, 422);
    t.equal((await ask({ name: 'x', bytes: 0 })).statusCode, 422);
    const fresh = await app.signUp('Fresh', { confirmed: false });
    t.equal(await begin(1000, fresh), null, 'an address must be confirmed');
    t.equal((await app.call('POST /media/direct', { body: { name: 'x', bytes: 1 } })).statusCode, 401);
  });

  await t.test('what was never handed in is taken away', async (t) => {
    const left = await begin(comic.length);
    await put(left, comic);
    const stray = `${INCOMING}${newId()}`;
    const old = new Date(Date.now() - 25 * HOUR_MS);
    s3.objects.set(stray, { body: comic, contentType: 'x/y', modifiedAt: old });
    await sweepDirectUploads(app.deps);
    t.same(incoming(), [`${INCOMING}${left.id}`], 'what may still be handed in stays');
    const later = { ...app.deps, clock: { now: () => new Date(Date.now() + 4 * HOUR_MS) } };
    await sweepDirectUploads(later);
    t.same(incoming(), []);
    t.equal(await rows(), 0);
    t.equal((await hand(left.id, await newEpisode())).statusCode, 404);
  });

  await t.test('OPS-05 while storage is away an upload waits: nothing of it is lost', async (t) => {
    const begun = await begin(comic.length);
    await put(begun, comic);
    const episode = await newEpisode();
    s3.failNext(4);
    const reply = await hand(begun.id, episode);
    t.equal(reply.statusCode, 503, reply.body);
    t.equal(reply.headers['retry-after'], '5');
    s3.line.is = 'cut';
    t.equal((await hand(begun.id, episode)).statusCode, 503, 'it breaks off midway');
    s3.line.is = 'whole';
    t.equal((await hand(begun.id, episode)).statusCode, 202);
    t.equal(await app.deps.db.$count(uploads), 0);
  });
});

t.test('a folder takes nothing from browsers', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const reply = await app.call('POST /media/direct', { as: creator, body: { name: 'x.zip', bytes: 9 } });
  t.equal(reply.statusCode, 201);
  t.same(reply.json(), { upload: null });
});
