import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { chapterPictures, epubs, failedJobs, media, outbox, uploads } from '#db/schema/index.ts';
import { readBook } from '#server/domains/publishing/novels/books/read.ts';
import { deleteEpubFiles, refuseBook } from '#server/domains/publishing/novels/books/service.ts';
import { requeueStuckBooks } from '#server/domains/publishing/novels/books/sweeps.ts';
import { EpubRefused } from '#server/domains/publishing/novels/epub/refused.ts';
import { keepFailedJob } from '#server/ops/failed-jobs.ts';
import type { JobQueue } from '#server/ports.ts';
import { startTestApp } from '../../../support/app.ts';
import { bookChapter, bookPicture, openImports, reading } from '../../../support/imports.ts';

const app = await startTestApp();
const { deps } = app;
const creator = await app.signUp('Mira');
const { startNovel, ask, begin, look, accept, leave, textsOf, found } = openImports(app, creator);
const DRAWN = Buffer.alloc(0);

t.test('a reading that was ended at any point can be done again, and nothing is there twice', async (t) => {
  const { episodeId } = await startNovel();
  const epubId = await begin(episodeId);
  const parts = {
    chapters: [bookChapter(1, '<p><img data-picture="p1" alt=""> <img data-picture="p2" alt="two"></p>')],
    pictures: [bookPicture(1), bookPicture(2), bookPicture(3)],
  };
  const pictures = () => deps.db.$count(chapterPictures, eq(chapterPictures.epubId, epubId));
  // The second picture's file is missing: a technical error, not one of the book.
  await t.rejects(
    readBook(
      deps,
      { epubId },
      reading(parts, (token) => (token === 'p2' ? null : DRAWN)),
    ),
  );
  t.equal(await pictures(), 1);
  t.equal(await deps.db.$count(uploads), 0);
  t.same(await textsOf(episodeId), []);
  t.match((await look(episodeId)).epub, { state: 'reading', progress: { pictures: { done: 1, total: 3 } } });
  const damaged = (token: string) => (token === 'p3' ? Buffer.from('no picture') : DRAWN);
  await readBook(deps, { epubId }, reading(parts, damaged));
  await readBook(deps, { epubId }, reading(parts));
  t.equal(await pictures(), 2);
  t.match((await look(episodeId)).epub, {
    state: 'found',
    findings: { pictures: 2, refused_pictures: [{ name: 'map-3.jpg', reason: 'not_an_image' }] },
  });
  t.equal((await accept(episodeId, epubId)).statusCode, 200);
});

t.test('NOV-10 a refused book says where and why, and nothing of it is kept', async (t) => {
  const { episodeId } = await startNovel();
  const epubId = await begin(episodeId);
  const refusal = {
    reason: 'not_closed' as const,
    file: 'OEBPS/text/chapter-11.xhtml',
    line: 214,
    element: 'p',
    excerpt: [{ number: 214, text: '<h2>Twelve</h2>' }],
  };
  await readBook(deps, { epubId }, () => Promise.reject(new EpubRefused(refusal)));
  await app.runJobs();
  t.match((await look(episodeId)).epub, { state: 'refused', findings: null, refusal });
  t.equal(await deps.storage.stat(`epub/${epubId}`), null);
  t.equal((await accept(episodeId, epubId)).statusCode, 409);
  t.equal((await leave(episodeId, epubId)).statusCode, 204);
  t.equal((await look(episodeId)).epub, null);
  const failed = await begin(episodeId);
  await refuseBook(deps, failed, { reason: 'failed' });
  const next = await begin(episodeId);
  t.match((await look(episodeId)).epub, { id: next, state: 'reading' }, 'another file takes its place');
  t.equal(await deps.db.$count(epubs, eq(epubs.id, failed)), 0);
  await leave(episodeId, next);
});

t.test('OPS-10 a reading that failed through no fault of the book keeps its file for another', async (t) => {
  const { episodeId } = await startNovel();
  const epubId = await begin(episodeId);
  await refuseBook(deps, epubId, { reason: 'failed' });
  t.match((await look(episodeId)).epub, { state: 'refused', refusal: { reason: 'failed', excerpt: [] } });
  await deleteEpubFiles(deps, [epubId]);
  await app.runJobs();
  const retried = { state: 'refused', refusal: { reason: 'no_container' } };
  t.match((await look(episodeId)).epub, retried, 'its job finds the file and reads it');
  await leave(episodeId, epubId);
  const again = await begin(episodeId);
  await refuseBook(deps, again, { reason: 'failed' });
  t.equal((await ask(episodeId, again)).statusCode, 202);
  t.match((await look(episodeId)).epub, { id: again, state: 'reading', refusal: null });
  await readBook(deps, { epubId: again }, reading({}));
  t.match((await look(episodeId)).epub, { state: 'found' });
  t.equal((await ask(episodeId, again)).statusCode, 202);
  t.match((await look(episodeId)).epub, { state: 'found' }, 'what was found is not read again');
  await leave(episodeId, again);
});

t.test('OPS-10 what the database cannot hold ends a reading at the first attempt', async (t) => {
  const { episodeId } = await startNovel();
  const epubId = await begin(episodeId);
  await readBook(deps, { epubId }, reading({ title: 'Room\0 313', pictures: [bookPicture(1)] }));
  t.match((await look(episodeId)).epub, { state: 'refused', refusal: { reason: 'failed' } });
  t.equal(await deps.db.$count(chapterPictures, eq(chapterPictures.epubId, epubId)), 0);
  await leave(episodeId, epubId);
});

t.test('stopped, left, or without an episode any more, a book leaves nothing', async (t) => {
  const pictures = and(eq(media.purpose, 'illustration'), eq(media.ownerId, creator.id));
  const before = await deps.db.$count(media, pictures);
  const parts = { pictures: [bookPicture(1), bookPicture(2)] };
  const ends: [string, (episodeId: string, epubId: string) => Promise<unknown>][] = [
    ['stopped', (episodeId, epubId) => leave(episodeId, epubId)],
    [
      'the episode is deleted',
      (episodeId) => app.call(`DELETE /creator/episodes/${episodeId}`, { as: creator, body: {} }),
    ],
  ];
  for (const [name, end] of ends) {
    const whileRead = await startNovel();
    const first = await begin(whileRead.episodeId);
    const stopped = readBook(deps, { epubId: first }, async (_path, { signal }) => {
      await end(whileRead.episodeId, first);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    await stopped;
    const whileStored = await startNovel();
    const second = await begin(whileStored.episodeId);
    await readBook(deps, { epubId: second }, async (path, options) => {
      const book = await reading(parts)(path, options);
      await end(whileStored.episodeId, second);
      return book;
    });
    const whenFound = await startNovel();
    const third = await found(whenFound.episodeId, parts);
    await end(whenFound.episodeId, third);
    await app.runJobs();
    for (const id of [first, second, third]) {
      t.equal(await deps.db.$count(epubs, eq(epubs.id, id)), 0, name);
      t.equal(await deps.storage.stat(`epub/${id}`), null, name);
    }
    t.equal(await deps.db.$count(media, pictures), before, name);
  }
  t.equal(await deps.db.$count(uploads), 0);
});

t.test('a book whose job was lost is queued again', async (t) => {
  const { episodeId } = await startNovel();
  const epubId = await begin(episodeId);
  const isLive = { value: true };
  const queue = { isLive: async () => isLive.value } as unknown as JobQueue;
  await deps.db.update(outbox).set({ relayedAt: deps.clock.now(), createdAt: new Date(0) });
  t.same(await requeueStuckBooks(deps, queue), [], 'it has just moved on');
  await deps.db
    .update(epubs)
    .set({ updatedAt: new Date(0) })
    .where(eq(epubs.id, epubId));
  t.same(await requeueStuckBooks(deps, queue), [], 'its job lives');
  isLive.value = false;
  t.same(await requeueStuckBooks(deps, queue), [epubId]);
  t.same(await requeueStuckBooks(deps, queue), [], 'once');
  const failure = {
    id: 'ob-1',
    name: 'novels.read_epub',
    payload: { epubId },
    error: 'e',
    attempts: 6,
    addedAt: deps.clock.now(),
  };
  await keepFailedJob(deps, failure);
  await deps.db.delete(outbox);
  t.same(await requeueStuckBooks(deps, queue), [], 'what failed for good waits for a person');
  await deps.db.delete(failedJobs);
  t.same(await requeueStuckBooks(deps, queue), [epubId]);
  await leave(episodeId, epubId);
});

t.test('API-04 nobody else is told of a book', async (t) => {
  const { episodeId } = await startNovel();
  t.equal((await app.call(`GET /creator/episodes/epub/${episodeId}/import`)).statusCode, 401);
  await app.close();
});
