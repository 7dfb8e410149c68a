import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq, like } from 'drizzle-orm';
import t from 'tap';
import { chapterPictures, chapters, media, signInFailures } from '#db/schema/index.ts';
import { variantKey } from '#server/domains/media/addresses.ts';
import { readEpub } from '#server/domains/publishing/novels/epub/read.ts';
import { owned } from '#server/lib/streams.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { draw } from '../../../support/pictures.ts';
import { openShelf } from '../../../support/shelf.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const app = await startTestApp();
const { deps } = app;
const root = await temporaryFolder();
const { addAuthor, addEpisode, addPicture, addStory } = openShelf(deps);
const author = await addAuthor('P. L. Moreau');
const stranger = await app.signUp('Noor');
const novel = { publicationType: 'novel', title: 'Room 313', slug: 'room-313', coverMediaId: null } as const;

const download = (id: string, as?: Account) => app.call(`GET /episodes/epub/${id}`, { as });

async function readBack(data: Buffer) {
  const folder = await mkdtemp(join(root, 'book-'));
  const path = join(folder, 'book.epub');
  await writeFile(path, data);
  return readEpub(path, { folder });
}

async function store(mediaId: string): Promise<void> {
  const [row] = await deps.db.select().from(media).where(eq(media.id, mediaId));
  for (const variant of row?.variants ?? []) {
    const data = await draw({ width: 16, height: 16, format: 'jpeg' }, () => [9, 9, 9]);
    await deps.storage.put(variantKey(mediaId, variant), () => owned(Readable.from([data])), {
      contentType: variant.type,
    });
  }
}

t.test('NOV-08 API-28 whoever may read an episode has it as an ePub', async (t) => {
  const story = await addStory(author, novel);
  const { id } = await addEpisode(
    story,
    1,
    { title: 'Warm' },
    { pages: 0, chapters: ['<p>The key was warm.</p>', '<p>She <em>knew</em> it.</p>'] },
  );
  const reply = await download(id);
  t.equal(reply.statusCode, 200, reply.body.slice(0, 300));
  t.equal(reply.headers['content-type'], 'application/epub+zip');
  t.match(reply.headers['content-disposition'], 'filename="room-313-1.epub"');
  const book = await readBack(reply.rawPayload);
  t.match(book, { title: 'Room 313 1 · Warm', authors: ['P. L. Moreau'], language: 'en', direction: 'ltr' });
  t.same(
    book.chapters.map(({ title, html }) => [title, html]),
    [
      ['Chapter title 1', '<p>The key was warm.</p>'],
      ['Chapter title 2', '<p>She <em>knew</em> it.</p>'],
    ],
  );
  t.same((await download(id)).rawPayload, reply.rawPayload, 'the same book is the same file');
});

t.test('NOV-08 pictures and links go along, and the API tells both as a browser needs them', async (t) => {
  const cover = await addPicture(author, 'cover');
  const story = await addStory(author, { ...novel, slug: 'room-314', coverMediaId: cover });
  const picture = await addPicture(author, 'page');
  const { id } = await addEpisode(
    story,
    1,
    {},
    { pages: 0, chapters: ['<p id="t1">One.</p>', '<p>Two.</p>'] },
  );
  const [first, second] = await deps.db
    .select()
    .from(chapters)
    .where(eq(chapters.episodeId, id))
    .orderBy(chapters.position);
  const html = `<p><a href="chapter:${first?.id}#t1">back</a></p><figure><img data-picture="${picture}" alt="A key"></figure><p><img data-picture="p1" alt="Lost"></p>`;
  await deps.db
    .update(chapters)
    .set({ html })
    .where(eq(chapters.id, second?.id ?? ''));
  await deps.db.insert(chapterPictures).values({ episodeId: id, mediaId: picture, chapterId: second?.id });
  await store(picture);
  await store(cover);
  const book = await readBack((await download(id)).rawPayload);
  t.equal(book.pictures.length, 2);
  t.type(book.cover, 'string');
  t.match(book.chapters[1]?.html, /<a href="chapter:c1#t1">back<\/a>/);
  t.match(book.chapters[1]?.html, /<img data-picture="p\d" alt="A key">/);
  const { episode } = (await app.call(`GET /episodes/${id}`)).json();
  t.match(episode.chapters[1].html, `<a href="chapter:${first?.id}#t1">back</a>`);
  t.match(episode.chapters[1].html, /<img src="\/media\/[^"]+\.jpg" alt="A key" width="\d+"/);
  t.notMatch(episode.chapters[1].html, 'data-picture');
  t.match(episode.chapters[1].html, '<span data-gone>Lost</span>', 'a name that is no id breaks nothing');
});

t.test('NOV-08 PRI-29 what is locked, hidden or no novel is not handed out', async (t) => {
  const pricing = { type: 'all_premium', priceCoins: 5 } as const;
  const premium = await addStory(author, { ...novel, slug: 'sold' }, { pricing });
  const locked = await addEpisode(premium, 1, {}, { pages: 0, chapters: ['<p>Secret.</p>'] });
  for (const reader of [undefined, stranger]) {
    const refusal = await download(locked.id, reader);
    t.equal(refusal.statusCode, 402);
    t.equal(refusal.json().code, 'episode_locked');
  }
  const open = await addStory(author, { ...novel, slug: 'open' });
  const draft = await addEpisode(
    open,
    1,
    { status: 'in_progress' },
    { pages: 0, chapters: ['<p>Not yet.</p>'] },
  );
  t.equal((await download(draft.id)).statusCode, 404);
  const comic = await addEpisode(await addStory(author), 1);
  t.equal((await download(comic.id)).statusCode, 404);
  const abroad = await addStory(
    author,
    { ...novel, slug: 'abroad' },
    { geofilter: { type: 'allow', countries: ['DE'] } },
  );
  const filtered = await addEpisode(abroad, 1, {}, { pages: 0, chapters: ['<p>Here.</p>'] });
  t.equal((await download(filtered.id)).statusCode, 451);
});

t.test('NOV-08 who asks only what there is gets no book, and uses nothing of a share', async (t) => {
  const story = await addStory(author, { ...novel, slug: 'asked' });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: ['<p>Asked.</p>'] });
  const address = '203.0.113.7';
  for (let turn = 0; turn < 61; turn += 1) {
    const reply = await app.call(`HEAD /episodes/epub/${id}`, { address });
    t.equal(reply.statusCode, 200);
    t.equal(reply.headers['content-type'], 'application/epub+zip');
    t.match(reply.headers['content-disposition'], 'filename="asked-1.epub"');
    t.equal(reply.rawPayload.length, 0);
  }
  t.equal((await app.call(`GET /episodes/epub/${id}`, { address })).statusCode, 200);
});

t.test(
  'NOV-08 few books are made at a time; others are refused before the first byte, none breaks off',
  async (t) => {
    const story = await addStory(author, { ...novel, slug: 'crowded' });
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: ['<p>Here is room for four.</p>'] });
    const usual = deps.disk;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    deps.disk = {
      ...usual,
      mkdtemp: (async (prefix: string) => {
        await held;
        return usual.mkdtemp(prefix);
      }) as typeof usual.mkdtemp,
    };
    t.teardown(() => {
      deps.disk = usual;
    });
    let answered = 0;
    const asked = Array.from({ length: 12 }, async (_, index) => {
      const reply = await app.call(`GET /episodes/epub/${id}`, { address: `198.18.0.${index}` });
      answered += 1;
      return reply;
    });
    await eventually('those beyond are told at once', () => answered === 8);
    goOn();
    const replies = await Promise.all(asked);
    const refused = replies.filter(({ statusCode }) => statusCode === 503);
    t.equal(refused.length, 8);
    for (const reply of refused) {
      t.equal(reply.json().code, 'overloaded');
      t.ok(Number(reply.headers['retry-after']) > 0);
    }
    for (const reply of replies.filter((one) => !refused.includes(one))) {
      t.equal(reply.statusCode, 200);
      t.equal(Number(reply.headers['content-length']), reply.rawPayload.length);
      t.equal((await readBack(reply.rawPayload)).chapters.length, 1);
    }
    t.equal(
      (await app.call(`GET /episodes/epub/${id}`, { address: '198.18.1.1' })).statusCode,
      200,
      'room again',
    );
  },
);

t.test(
  'NOV-08 a book that cannot be made is refused, not broken off, and uses nothing of a share',
  async (t) => {
    const story = await addStory(author, { ...novel, slug: 'torn' });
    const picture = await addPicture(author, 'page');
    const html = `<p>Gone.</p><figure><img data-picture="${picture}" alt=""></figure>`;
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: [html] });
    const [chapter] = await deps.db.select().from(chapters).where(eq(chapters.episodeId, id));
    await deps.db.insert(chapterPictures).values({ episodeId: id, mediaId: picture, chapterId: chapter?.id });
    const address = '198.18.2.1';
    const reply = await app.call(`GET /episodes/epub/${id}`, { address });
    t.equal(reply.statusCode, 500, 'the file of its picture is missing');
    t.match(reply.headers, { 'content-type': /^application\/json/, 'content-disposition': undefined });
    const used = like(signInFailures.bucket, `book-downloads/address:${address}`);
    t.equal(await deps.db.$count(signInFailures, used), 0);
  },
);

t.test('NOV-08 one reader has their share of downloads, wherever they are', async (t) => {
  const reader = await app.signUp('Mika');
  const story = await addStory(author, { ...novel, slug: 'roaming' });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: ['<p>Away.</p>'] });
  const codes: number[] = [];
  for (let turn = 0; turn < 61; turn += 1) {
    const reply = await app.call(`GET /episodes/epub/${id}`, {
      as: reader,
      address: `198.51.100.${turn}`,
    });
    codes.push(reply.statusCode);
  }
  t.same([new Set(codes.slice(0, 60)), codes[60]], [new Set([200]), 429]);
});

t.test('NOV-08 one address has its share of downloads', async (t) => {
  const story = await addStory(author, { ...novel, slug: 'often' });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: ['<p>Again.</p>'] });
  const codes = new Set<number>();
  for (let turn = 0; turn < 61; turn += 1) codes.add((await download(id)).statusCode);
  t.same([...codes], [200, 429]);
});

t.teardown(async () => {
  await app.close();
  await rm(root, { recursive: true });
});
