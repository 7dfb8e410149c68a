/** Owner of a book's pictures: the sender's quota pays, others' pictures come first, and later the story owns them. */
import { and, eq, inArray } from 'drizzle-orm';
import t from 'tap';
import { epubs, media, outbox, storyMembers, usedAmounts } from '#db/schema/index.ts';
import { mediaLimits } from '#server/domains/media/limits.ts';
import { readBook } from '#server/domains/publishing/novels/books/read.ts';
import { spend } from '#server/limits/allowances.ts';
import { jobSettings } from '#server/queue/jobs.ts';
import { startTestApp } from '../../../support/app.ts';
import { jpegPart, upload } from '../../../support/console.ts';
import { bookChapter, bookPicture, openImports, reading } from '../../../support/imports.ts';

const app = await startTestApp();
const { deps } = app;
const creator = await app.signUp('Mira');
const editor = await app.signUp('Emil');
const { startNovel, begin, look, accept, textsOf, found } = openImports(app, creator);
const three = { pictures: [bookPicture(1), bookPicture(2), bookPicture(3)] };

const bucket = (userId: string) => `${mediaLimits.uploadFiles.name}/user:${userId}`;
const filesOf = async (userId: string): Promise<number> => {
  const [row] = await deps.db
    .select()
    .from(usedAmounts)
    .where(eq(usedAmounts.bucket, bucket(userId)));
  return row?.amount ?? 0;
};

t.test('OPS-10 pictures of a book count as files of who sent it, each once', async (t) => {
  const { episodeId } = await startNovel();
  const epubId = await begin(episodeId);
  const before = await filesOf(creator.id);
  await t.rejects(
    readBook(
      deps,
      { epubId },
      reading(three, (token) => (token === 'p3' ? null : Buffer.alloc(0))),
    ),
  );
  t.equal((await filesOf(creator.id)) - before, 2, 'what was not stored is given back');
  const damaged = (token: string) => (token === 'p3' ? Buffer.from('no picture') : Buffer.alloc(0));
  await readBook(deps, { epubId }, reading(three, damaged));
  t.match((await look(episodeId)).epub, { state: 'found' });
  t.equal((await filesOf(creator.id)) - before, 2);
});

t.test('OPS-10 a book with more pictures than are left for the day is refused', async (t) => {
  const { episodeId } = await startNovel();
  const epubId = await begin(episodeId);
  const left = mediaLimits.uploadFiles.most - (await filesOf(creator.id));
  const { giveBack } = await spend(deps, { userId: creator.id, address: null }, [
    { allowance: mediaLimits.uploadFiles, amount: left - 2 },
  ]);
  await readBook(deps, { epubId }, reading(three));
  t.match((await look(episodeId)).epub, { state: 'refused', refusal: { reason: 'too_many_pictures' } });
  t.equal(await filesOf(creator.id), mediaLimits.uploadFiles.most - 2, 'it pays for nothing');
  await giveBack();
});

t.test('OPS-10 pictures of a book wait behind the pictures that people send themselves', async (t) => {
  await app.runJobs();
  const { episodeId } = await startNovel();
  await found(episodeId, three);
  const single = await upload(app, creator, 'POST /media', [
    { name: 'purpose', value: 'illustration' },
    await jpegPart('file', 'own.jpg', { width: 400, height: 300 }),
  ]);
  t.equal(single.statusCode, 201, single.body);
  const rows = await deps.db
    .select({ name: outbox.name, payload: outbox.payload })
    .from(outbox)
    .where(inArray(outbox.name, ['media.process', 'media.process_later']));
  const ownId: string = single.json().media.id;
  const [own] = rows.filter(({ payload }) => payload.mediaId === ownId);
  t.equal(own?.name, 'media.process');
  t.equal(rows.filter(({ name }) => name === 'media.process_later').length >= 3, true);
  t.ok(jobSettings['media.process_later'].priority > jobSettings['media.process'].priority);
  const ids = rows.filter(({ name }) => name === 'media.process_later').map(({ payload }) => payload.mediaId);
  await app.runJobs();
  for (const id of ids) {
    const [row] = await deps.db
      .select()
      .from(media)
      .where(eq(media.id, String(id)));
    if (row !== undefined) t.ok(row.processedAt, 'made all the same');
  }
});

t.test('EPI-15 a chapter with pictures is saved after its importer has left the team', async (t) => {
  const { storyId, episodeId } = await startNovel();
  await deps.db.insert(storyMembers).values({ storyId, userId: editor.id, role: 'editor' });
  const own = openImports(app, editor);
  const id = await own.sent(editor);
  t.equal((await own.ask(episodeId, id, {}, editor)).statusCode, 202);
  const chapters = [bookChapter(1, '<p><img data-picture="p1" alt="A map"></p>')];
  await readBook(deps, { epubId: id }, reading({ chapters, pictures: [bookPicture(1)] }));
  t.equal((await accept(episodeId, id)).statusCode, 200);
  const [chapter] = await textsOf(episodeId);
  const mediaId = /data-picture="([^"]+)"/.exec(chapter?.html ?? '')?.[1] ?? '';
  const [picture] = await deps.db.select().from(media).where(eq(media.id, mediaId));
  t.equal(picture?.ownerId, creator.id, 'it is of the story');
  const member = and(eq(storyMembers.storyId, storyId), eq(storyMembers.userId, editor.id));
  await deps.db.delete(storyMembers).where(member);
  // Same state as after earlier imports, or after an editor's own upload.
  await deps.db.update(media).set({ ownerId: editor.id }).where(eq(media.id, mediaId));
  const save = (as = creator, chapterId = chapter?.id, html = `${chapter?.html}<p>More.</p>`) =>
    app.call(`PATCH /creator/episodes/chapters/${chapterId}`, { as, body: { html } });
  const saved = await save();
  t.equal(saved.statusCode, 200, saved.body);
  const other = await startNovel();
  const foreign = await app.call('POST /creator/episodes/chapters', {
    as: creator,
    body: { episode_id: other.episodeId, title: 'Taken', html: chapter?.html },
  });
  t.equal(foreign.statusCode, 422, 'in another story it is the picture of a stranger');
  t.equal(await deps.db.$count(epubs, eq(epubs.ownerId, editor.id)), 1);
  await app.close();
});
