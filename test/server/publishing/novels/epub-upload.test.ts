import { eq } from 'drizzle-orm';
import t from 'tap';
import { chapterPictures, episodes, epubs, media, uploads } from '#db/schema/index.ts';
import { settleChapter } from '#server/domains/publishing/novels/books/settle.ts';
import { removeOldBooks } from '#server/domains/publishing/novels/books/sweeps.ts';
import { findPicture } from '#server/media/picture-facts.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, jpegPart, upload } from '../../../support/console.ts';
import { makeZip } from '../../../support/make-zip.ts';
import { multipart } from '../../../support/multipart.ts';

const EPUB_MAX_BYTES = 31_457_280;
const HOUR_MS = 3_600_000;

const app = await startTestApp();
const { deps } = app;
const creator = await app.signUp('Mira');
const stranger = await app.signUp('Noor');

const mimetype = { name: 'mimetype', data: Buffer.from('application/epub+zip') };
const book = makeZip([mimetype, { name: 'META-INF/container.xml', data: Buffer.from('<container/>') }]);
const sized = (bytes: number) => Buffer.concat([book, Buffer.alloc(bytes - book.length, 7)]);

const part = (data: Buffer, filename = 'book.epub') => ({ name: 'epub', filename, data });
const send = (data: Buffer, filename?: string, as: Account = creator) =>
  upload(app, as, 'POST /media/epub', [part(data, filename)]);
async function sent(data = book, filename?: string): Promise<string> {
  const reply = await send(data, filename);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<{ media: { id: string } }>().media.id;
}
async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list('epub/')) keys.push(key);
  return keys;
}
async function startNovel(as: Account = creator): Promise<{ storyId: string; episodeId: string }> {
  const story = await createStory(app, as, { title: 'The Ledger', publication_type: 'novel' });
  return { storyId: story.id, episodeId: (await createEpisode(app, as, story.id)).id };
}
const take = (id: string, episodeId: string) =>
  deps.db.update(epubs).set({ state: 'taken', episodeId }).where(eq(epubs.id, id));

t.test('NOV-04 NOV-05 API-44 a book of exactly 30 MiB is taken, one byte more is refused', async (t) => {
  const reply = await send(sized(EPUB_MAX_BYTES), 'Room 313 “final”.epub');
  t.equal(reply.statusCode, 201, reply.body);
  const { media: made } = reply.json();
  t.match(made, { url: null, name: 'Room 313 “final”.epub', bytes: EPUB_MAX_BYTES, state: 'uploaded' });
  t.equal((await deps.storage.stat(`epub/${made.id}`))?.bytes, EPUB_MAX_BYTES);
  const before = await stored();
  const over = await send(sized(EPUB_MAX_BYTES + 1));
  t.equal(over.statusCode, 413, over.body);
  t.equal(over.json().code, 'epub_too_large');
  t.same(await stored(), before, 'nothing of it is kept');
  t.equal(await deps.db.$count(uploads), 0);
});

t.test('NOV-10 what is no ePub by its content is refused, whatever its name', async (t) => {
  const before = await stored();
  const html = { name: 'mimetype', data: Buffer.from('application/zip00000') };
  const cases: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Once upon a time')],
    ['a picture', Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
    ['a zip without a mimetype', makeZip([{ name: 'a.txt', data: Buffer.from('a') }])],
    ['a mimetype of something else', makeZip([html])],
  ];
  for (const [name, data] of cases) {
    const reply = await send(data);
    t.equal(reply.statusCode, 415, `${name}: ${reply.body}`);
    t.equal(reply.json().code, 'epub_unsupported', name);
  }
  const container = { name: 'META-INF/container.xml', data: Buffer.from('<container/>') };
  const named: [string, Buffer][] = [
    ['epub_mimetype_missing', makeZip([container])],
    ['epub_mimetype_wrong', makeZip([html, container])],
    [
      'epub_in_folder',
      makeZip([mimetype, container].map((each) => ({ ...each, name: `Book/${each.name}` }))),
    ],
  ];
  for (const [code, data] of named) {
    const reply = await send(data);
    t.same([reply.statusCode, reply.json().code], [415, code], 'a fault of the container by its name');
  }
  const other = await upload(app, creator, 'POST /media/epub', [{ ...part(book), name: 'book' }]);
  t.equal(other.statusCode, 422, 'another field');
  t.match(other.json(), {
    code: 'upload_part_unknown',
    message: 'The part “book” is not known here. Send the file as “epub”.',
    fields: [{ book: ['is invalid'] }],
  });
  t.equal((await upload(app, creator, 'POST /media/epub', [])).statusCode, 422, 'no file');
  t.equal((await app.call('POST /media/epub', { as: creator, body: {} })).statusCode, 415);
  t.equal((await app.call('POST /media/epub')).statusCode, 401);
  t.same(await stored(), before, 'nothing is kept');
});

t.test('NOV-10 what the reader takes for an ePub is let in', async (t) => {
  const cases: [string, Buffer][] = [
    ['a mimetype that is packed', makeZip([{ ...mimetype, method: 8 }])],
    ['a mimetype behind others', makeZip([{ name: 'a.txt', data: Buffer.from('a') }, mimetype])],
    ['one that is cut off, which its reader tells', book.subarray(0, book.length - 8)],
  ];
  for (const [name, data] of cases) {
    const reply = await send(data);
    t.equal(reply.statusCode, 201, `${name}: ${reply.body}`);
  }
});

t.test('an upload that breaks off leaves nothing', async (t) => {
  const before = await stored();
  const { payload, headers } = multipart([part(sized(200_000))]);
  const body = payload.subarray(0, payload.length / 2);
  const reply = await app.call('POST /media/epub', { as: creator, body, headers });
  t.equal(reply.statusCode, 400, reply.body);
  t.same(await stored(), before);
  t.equal(await deps.db.$count(uploads), 0);
});

t.test('NOV-07 the team gets back the file that the chapters came from, as it was', async (t) => {
  const { episodeId } = await startNovel();
  const at = `GET /creator/episodes/epub/${episodeId}`;
  t.equal((await app.call(at, { as: creator })).statusCode, 404, 'there is none yet');
  await take(await sent(book, 'Größe 100%.epub'), episodeId);
  const reply = await app.call(at, { as: creator });
  t.equal(reply.statusCode, 200);
  t.ok(reply.rawPayload.equals(book));
  t.match(reply.headers, {
    'content-type': 'application/epub+zip',
    'content-disposition': `attachment; filename="Gr__e 100_.epub"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20100%25.epub`,
    'cache-control': 'private, no-store',
  });
  t.equal((await app.call(at, { as: stranger })).statusCode, 404);
});

t.test('OPS-10 books that nobody needs go, those that chapters came from stay', async (t) => {
  const { episodeId } = await startNovel();
  const [kept, fresh, old] = [await sent(), await sent(), await sent()];
  await take(kept, episodeId);
  const ago = (hours: number) => new Date(deps.clock.now().getTime() - hours * HOUR_MS);
  await deps.db
    .update(epubs)
    .set({ updatedAt: ago(49) })
    .where(eq(epubs.id, old));
  const [found, lost] = [await sent(), await sent()];
  const other = await startNovel();
  await deps.db
    .update(epubs)
    .set({ state: 'found', episodeId: other.episodeId, updatedAt: ago(24 * 7 + 1) })
    .where(eq(epubs.id, found));
  await deps.db.update(epubs).set({ state: 'taken' }).where(eq(epubs.id, lost));
  await removeOldBooks(deps);
  await app.runJobs();
  const left = await stored();
  for (const id of [kept, fresh]) t.ok(left.includes(`epub/${id}`));
  for (const id of [old, found, lost]) {
    t.notOk(left.includes(`epub/${id}`));
    t.equal(await deps.db.$count(epubs, eq(epubs.id, id)), 0);
  }
});

t.test('a book goes with its episode', async (t) => {
  const { episodeId } = await startNovel();
  const id = await sent();
  await take(id, episodeId);
  const reply = await app.call(`DELETE /creator/episodes/${episodeId}`, { as: creator, body: {} });
  t.equal(reply.statusCode, 204, reply.body);
  await app.runJobs();
  t.notOk((await stored()).includes(`epub/${id}`));
  t.equal(await deps.db.$count(epubs, eq(epubs.id, id)), 0);
});

t.test('RDR-16 a picture of a chapter is made in all sizes and is seen by readers alone', async (t) => {
  const { episodeId } = await startNovel();
  const reply = await upload(app, creator, 'POST /media', [
    { name: 'purpose', value: 'illustration' },
    await jpegPart('file', 'map.jpg', { width: 900, height: 300 }),
  ]);
  t.equal(reply.statusCode, 201, reply.body);
  const mediaId: string = reply.json().media.id;
  await app.runJobs();
  const [row] = await deps.db.select().from(media).where(eq(media.id, mediaId));
  const sizes = row?.variants.filter(({ type }) => type === 'image/webp').map(({ width }) => width);
  t.same(sizes, [360, 720, 900], 'nothing is enlarged');
  t.match(row?.pieces, [{ width: 900, height: 300 }], 'nothing is cut');
  t.same((await findPicture(deps, mediaId))?.uses, [], 'it is shown nowhere');
  const book = await sent();
  await deps.db.update(epubs).set({ state: 'found', episodeId }).where(eq(epubs.id, book));
  await deps.db.insert(chapterPictures).values({ episodeId, mediaId, epubId: book, token: 'p1' });
  t.same((await findPicture(deps, mediaId))?.uses, [], 'nor while its book waits');
  const added = await app.call('POST /creator/episodes/chapters', {
    as: creator,
    body: { episode_id: episodeId, title: 'One', html: '<p>Text.</p>' },
  });
  const chapterId: string = added.json().chapter.id;
  await deps.db.update(chapterPictures).set({ chapterId, epubId: null, token: null });
  t.match((await findPicture(deps, mediaId))?.uses, [{ of: 'episode', seenBy: 'readers', episodeId }]);
  await app.call(`DELETE /creator/episodes/${episodeId}`, { as: creator, body: {} });
  const [episode] = await deps.db.select().from(episodes).where(eq(episodes.id, episodeId));
  t.ok(episode?.deletedAt);
  t.equal(await deps.db.$count(media, eq(media.id, mediaId)), 0, 'it goes with its episode');
});

t.test('names of a book become ids, and sections end where they ended', async (t) => {
  const html = [
    '<p>href="chapter:c2" <a href="chapter:c2#t1" role="doc-noteref">1</a></p>',
    '<figure><img data-picture="p1" alt="A &gt; b"><figcaption>Map</figcaption></figure>',
    '<p><a href="chapter:c9">gone</a> <a href="#t1">here</a> <img data-picture="p2" alt="a &quot;lost&quot; one"></p>',
  ];
  const ids = { c2: '01890000-0000-7000-8000-000000000001', p1: '01890000-0000-7000-8000-000000000002' };
  const names = new Map(Object.entries(ids));
  const ends = [html[0]?.length ?? 0, (html[0]?.length ?? 0) + (html[1]?.length ?? 0)];
  const settled = settleChapter(
    { html: html.join(''), sectionEnds: ends },
    { chapterOf: (key) => names.get(key), pictureOf: (token) => names.get(token) },
  );
  const sections = [0, ...settled.sectionEnds].map((from, index) =>
    settled.html.slice(from, settled.sectionEnds[index]),
  );
  t.same(sections, [
    `<p>href="chapter:c2" <a href="chapter:${ids.c2}#t1" role="doc-noteref">1</a></p>`,
    `<figure><img data-picture="${ids.p1}" alt="A &gt; b"><figcaption>Map</figcaption></figure>`,
    '<p><a>gone</a> <a href="#t1">here</a> a &quot;lost&quot; one</p>',
  ]);
  t.same(settled.mediaIds, [ids.p1]);
});

t.test('API-04 the calls answer who may not', async (t) => {
  const { episodeId } = await startNovel();
  t.equal((await app.call(`GET /creator/episodes/epub/${episodeId}`)).statusCode, 401);
  await app.close();
});
