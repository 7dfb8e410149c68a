import { eq, like } from 'drizzle-orm';
import t from 'tap';
import { chapterPictures, episodePlaces, epubChapters, epubs, media, outbox } from '#db/schema/index.ts';
import { readBook } from '#server/domains/publishing/novels/books/read.ts';
import type { Book } from '#server/domains/publishing/novels/epub/book.ts';
import { startTestApp } from '../../../support/app.ts';
import { makeBook } from '../../../support/books.ts';
import { createEpisode, createStory, jpegPart, upload } from '../../../support/console.ts';
import { bookChapter, bookPicture, epubFile, openImports, reading } from '../../../support/imports.ts';

const app = await startTestApp();
const { deps } = app;
const creator = await app.signUp('Mira');
const stranger = await app.signUp('Noor');
const { startNovel, sent, ask, begin, look, accept, leave, textsOf, found } = openImports(app, creator);

t.test('OPS-10 NOV-01 NOV-02 NOV-06 a book is read, looked at, and taken over', async (t) => {
  const { episodeId } = await startNovel();
  await app.call('POST /creator/episodes/chapters', {
    as: creator,
    body: { episode_id: episodeId, title: 'Old', html: '<p>Old text.</p>' },
  });
  const before = await textsOf(episodeId);
  const id = await sent();
  const asked = await ask(episodeId, id);
  t.equal(asked.statusCode, 202, asked.body);
  t.match(asked.json(), { epub: { id, state: 'reading', episode_id: episodeId } });
  t.equal((await ask(episodeId, id)).statusCode, 202, 'asked twice, it is read once');
  t.equal(await deps.db.$count(outbox, like(outbox.name, 'novels.read_epub')), 1);
  const html =
    '<p>To <a href="chapter:c2#t1">two</a>.</p><figure><img data-picture="p1" alt="A map"></figure>';
  const leftOut = [{ kind: 'scripts', count: 2, names: ['a.js'], chapters: [1] }] as Book['leftOut'];
  await readBook(
    deps,
    { epubId: id },
    reading({
      chapters: [
        { ...bookChapter(1, html), sectionEnds: [html.indexOf('<figure')] },
        bookChapter(2, '<p id="t1">Two.</p>'),
      ],
      pictures: [bookPicture(1), { ...bookPicture(2), withoutAlt: 1 }],
      cover: 'p2',
      leftOut,
    }),
  );
  const shown = await look(episodeId);
  t.match(shown, {
    epub: {
      id,
      state: 'found',
      name: 'a.epub',
      progress: null,
      refusal: null,
      findings: {
        version: '3.0',
        title: 'Room 313',
        authors: ['P. L. Moreau'],
        language: 'en',
        chapters: 2,
        words: 6,
        pictures: 2,
        pictures_without_alt: 1,
        pictures_waiting: 2,
        left_out: leftOut,
        refused_pictures: [],
      },
    },
    replaces: { chapters: 1, places: { moved: 0, total: 0 } },
  });
  t.same(await textsOf(episodeId), before, 'the episode is as it was');
  await app.runJobs();
  const ready = (await look(episodeId)).epub?.findings;
  t.match(ready, { pictures_waiting: 0, cover_url: /^\/media\/.*signature=/ });
  t.equal((await accept(episodeId, id, shown.lock_version - 1)).statusCode, 409, 'not as it was seen');
  const taken = await accept(episodeId, id, shown.lock_version);
  t.equal(taken.statusCode, 200, taken.body);
  t.match(taken.json(), { chapters: 2, lock_version: shown.lock_version + 1 });
  const [one, two, ...more] = await textsOf(episodeId);
  t.same(more, []);
  const [shows] = await deps.db
    .select()
    .from(chapterPictures)
    .where(eq(chapterPictures.episodeId, episodeId));
  t.match(shows, { chapterId: one?.id, epubId: null });
  t.equal(
    one?.html,
    `<p>To <a href="chapter:${two?.id}#t1">two</a>.</p><figure><img data-picture="${shows?.mediaId}" alt="A map"></figure>`,
  );
  t.same(one?.sectionEnds, [one?.html.indexOf('<figure')]);
  t.match(two, { title: 'Chapter 2', position: 2, wordsCount: 3, charactersCount: 12 });
  t.equal(await deps.db.$count(epubChapters), 0);
  const illustrations = await deps.db.$count(media, eq(media.purpose, 'illustration'));
  t.equal(illustrations, 1, 'a picture that no chapter shows is not kept');
  t.same(await look(episodeId), {
    epub: null,
    replaces: null,
    lock_version: shown.lock_version + 1,
    original: { name: 'a.epub', bytes: epubFile.length },
  });
  const original = await app.call(`GET /creator/episodes/epub/${episodeId}`, { as: creator });
  t.ok(original.rawPayload.equals(epubFile), 'NOV-07');
  t.equal((await accept(episodeId, id)).statusCode, 409, 'once');
  t.equal((await leave(episodeId, id)).statusCode, 204, 'nothing to leave');
  t.equal((await textsOf(episodeId)).length, 2);
});

t.test('API-26 NOV-06 a book named by its id is imported, without a second call', async (t) => {
  const { episodeId } = await startNovel();
  const file = { name: 'file', filename: 'a.epub', data: epubFile };
  const id = (await upload(app, creator, 'POST /media/epub', [file])).json().media.id as string;
  const asked = await ask(episodeId, id, { look_first: false });
  t.match([asked.statusCode, asked.json()], [202, { epub: { state: 'reading' } }]);
  const book = { chapters: [bookChapter(1, '<p>One.</p>'), bookChapter(2, '<p>Two.</p>')] };
  await readBook(deps, { epubId: id }, reading(book));
  await readBook(deps, { epubId: id }, reading(book));
  t.match(await textsOf(episodeId), [{ title: 'Chapter 1' }, { title: 'Chapter 2' }]);
  const after = await look(episodeId);
  t.match(after, { epub: null, original: { name: 'a.epub' } });

  const unseen = await sent();
  await ask(episodeId, unseen, { look_first: false });
  await readBook(deps, { epubId: unseen }, reading({}));
  t.match(await look(episodeId), { epub: { state: 'found' }, replaces: { chapters: 2 } }, 'not unasked');

  const stale = await sent();
  await ask(episodeId, stale, { look_first: false, lock_version: after.lock_version });
  await app.call('POST /creator/episodes/chapters', {
    as: creator,
    body: { episode_id: episodeId, title: 'Meanwhile', html: '<p>Three.</p>' },
  });
  await readBook(deps, { epubId: stale }, reading({}));
  t.match(
    await look(episodeId),
    { epub: { state: 'found' }, replaces: { chapters: 3 } },
    'nor what came later',
  );

  const { lock_version } = await look(episodeId);
  const seen = await sent();
  await ask(episodeId, seen, { look_first: false, lock_version });
  await readBook(deps, { epubId: seen }, reading({}));
  t.equal((await textsOf(episodeId)).length, 1, 'what was seen is replaced');
});

t.test(
  'RDN-01 a book that comes again keeps the places of its readers where the text is the same',
  async (t) => {
    const { episodeId } = await startNovel();
    const texts = [
      '<p>One.</p>',
      '<p>Two <a href="chapter:c1">back</a>.</p>',
      '<p>Three.</p>',
      '<p>Four.</p>',
    ];
    const first = await found(episodeId, {
      chapters: texts.map((html, index) => bookChapter(index + 1, html)),
    });
    await accept(episodeId, first);
    const old = await textsOf(episodeId);
    for (const [index, row] of old.entries()) {
      const readerId = (await app.signUp()).id;
      const place = { itemId: row.id, item: index + 1, furthestItemId: row.id, furthestItem: index + 1 };
      await deps.db
        .insert(episodePlaces)
        .values({ readerId, episodeId, ...place, lockVersion: 1, readAt: deps.clock.now() });
    }
    const second = await found(episodeId, {
      chapters: [
        bookChapter(1, '<p>A word before.</p>', 'Foreword'),
        bookChapter(2, texts[0] ?? '', 'First'),
        bookChapter(3, '<p>Two <a href="chapter:c2">back</a>.</p>', 'Second'),
        bookChapter(4, '<p>Three, mended.</p>', 'Chapter 3'),
      ],
    });
    t.match((await look(episodeId)).replaces, { chapters: 4, places: { moved: 3, total: 4 } });
    const reply = await accept(episodeId, second);
    t.match(reply.json(), { chapters: 4, places: { moved: 3, total: 4 } });
    const now = await textsOf(episodeId);
    t.same(
      now.map(({ id, title }) => [title, old.findIndex((row) => row.id === id)]),
      [
        ['Foreword', -1],
        ['First', 0],
        ['Second', 1],
        ['Chapter 3', 2],
      ],
    );
    t.match(now[2]?.html, `href="chapter:${old[0]?.id}"`);
    t.equal(await deps.db.$count(epubs, eq(epubs.id, first)), 0, 'the original of before is gone');
    await app.runJobs();
    t.equal(await deps.storage.stat(`epub/${first}`), null);
    t.ok(await deps.storage.stat(`epub/${second}`));
  },
);

t.test('RDN-01 chapters are compared by what is read in them', async (t) => {
  const { episodeId } = await startNovel();
  const picture = '<figure><img data-picture="p1" alt="A map"></figure>';
  const parts = (title: string, html: string) => ({
    chapters: [bookChapter(1, html, `${title} 1`), bookChapter(2, picture, `${title} 2`)],
    pictures: [bookPicture(1)],
  });
  await accept(episodeId, await found(episodeId, parts('A', '<p>Snow <em>fell</em>.</p> <p>It stayed.</p>')));
  const [text, plate] = await textsOf(episodeId);
  t.ok(text?.textHash);
  t.equal(plate?.textHash, null);
  await accept(
    episodeId,
    await found(episodeId, parts('B', '<p>Snow   fell.</p>\n<p id="x">It stayed.</p>')),
  );
  const [same, another] = await textsOf(episodeId);
  t.equal(same?.id, text?.id, 'marks and blanks are no text');
  t.not(another?.id, plate?.id, 'a picture without text is no sign of the same chapter');
});

t.test('EPI-15 who may have which book read for which episode', async (t) => {
  const { episodeId } = await startNovel();
  const other = await startNovel();
  const id = await begin(episodeId);
  const second = await sent();
  const refused = async (reply: ReturnType<typeof ask>, status: number, code?: string) => {
    const { statusCode, body } = await reply;
    t.equal(statusCode, status, body);
    if (code !== undefined) t.equal(JSON.parse(body).code, code);
  };
  await refused(ask(episodeId, second), 409, 'epub_being_read');
  await refused(ask(other.episodeId, id), 422);
  await refused(ask(other.episodeId, await sent(stranger)), 422);
  await refused(ask(other.episodeId, second, { lock_version: 99 }), 409, 'episode_changed');
  await refused(ask(episodeId, await sent(stranger), {}, stranger), 404);
  await refused(ask(episodeId, episodeId), 422);
  await refused(leave(episodeId, id, stranger), 404);
  await refused(accept(episodeId, id), 409, 'epub_not_found');
  const named = await upload(app, creator, 'POST /media/epub', [
    { name: 'episode_id', value: episodeId },
    { name: 'epub', filename: 'a.epub', data: epubFile },
  ]);
  t.equal(named.json().code, 'epub_being_read', 'it is told before the file is taken in');
  const comic = await createStory(app, creator);
  await refused(ask((await createEpisode(app, creator, comic.id)).id, second), 409, 'invalid_state');
  await readBook(deps, { epubId: id }, reading({}));
  await accept(episodeId, id);
  const release = await app.call(`POST /creator/episodes/${episodeId}/publish`, { as: creator, body: {} });
  t.equal(release.statusCode, 200, release.body);
  await refused(ask(episodeId, second), 409);
});

/** Small pictures. The second one is animated. */
const WEBP = 'UklGRjoAAABXRUJQVlA4IC4AAADQAgCdASoYABAAP3Ggxlk0q6ejsAgCkC4JQBadBaSAAP7XlbZQJ63c3g4wDAAA';
const GIF =
  'R0lGODlhGAAQAIAAAExpcf8AACH5BAUAAAAALAAAAAAYABAAAAIRjI+py+0Po5y02ouz3rz7rxQAIfkEBQAAAAAsAAAAABgAEACATGlxAP8AAhGMj6nL7Q+jnLTai7PevPuvFAA7';

t.test('OPS-10 the worker reads a whole book, with its pictures, notes and links', async (t) => {
  const { episodeId } = await startNovel();
  const map = await jpegPart('file', 'map.jpg');
  const epubId = await begin(
    episodeId,
    makeBook({
      title: 'The Pilot',
      texts: {
        'one.xhtml':
          '<h1>Ice</h1><p>To <a href="two.xhtml">the thaw</a>.</p><p><img src="map.jpg" alt="A map"/></p><p><img src="moon.jpg"/><img src="sun.gif"/><img src="bad.gif"/></p>',
        'two.xhtml': '<h1>Thaw</h1><p>Water.</p><script>1</script>',
      },
      toc: '<li><a href="one.xhtml">Ice</a></li><li><a href="two.xhtml">Thaw</a></li>',
      items: ['map map.jpg image/jpeg'],
      files: {
        'OPS/map.jpg': 'data' in map ? map.data : '',
        'OPS/moon.jpg': Buffer.from(WEBP, 'base64'),
        'OPS/sun.gif': Buffer.from(GIF, 'base64'),
        'OPS/bad.gif': 'GIF89a',
      },
    }),
  );
  await app.runJobs();
  t.match((await look(episodeId)).epub, {
    state: 'found',
    findings: {
      title: 'The Pilot',
      chapters: 2,
      pictures: 3,
      refused_pictures: [{ name: 'bad.gif', reason: 'damaged' }],
      left_out: [{ kind: 'scripts', chapters: [2] }],
    },
  });
  const reply = await accept(episodeId, epubId);
  t.equal(reply.statusCode, 200, reply.body);
  const [ice, thaw] = await textsOf(episodeId);
  const pictures = await deps.db
    .select({ mediaId: chapterPictures.mediaId, name: media.originalName, width: media.width })
    .from(chapterPictures)
    .innerJoin(media, eq(media.id, chapterPictures.mediaId))
    .where(eq(chapterPictures.episodeId, episodeId));
  const picture = pictures.find(({ name }) => name === 'map.jpg');
  t.same(
    pictures.map(({ name }) => name).toSorted(),
    ['map.jpg', 'moon.jpg', 'sun.gif'],
    'WebP and GIF are converted, whatever they are called',
  );
  t.match(ice, { title: 'Ice' });
  t.match(ice?.html, `href="chapter:${thaw?.id}`);
  t.match(ice?.html, `data-picture="${picture?.mediaId}" alt="A map"`);
  t.match(thaw?.html, /Water/);
  await app.close();
});
