/** PAG-10: changing a story's format rebuilds its pages from the originals without loss. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, media } from '#db/schema/index.ts';
import { deleteOldEditions } from '#server/domains/media/remake.ts';
import { makeAvif, processMedia } from '#server/domains/media/service.ts';
import { publishAllDue } from '#server/domains/publishing/releases/due.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import {
  createEpisode,
  createStory,
  jpegPart,
  publishStory,
  upload,
  uploadCover,
  uploadPages,
} from '../../../support/console.ts';
import { dialogAt, MINUTE_MS, setClock } from '../../../support/releases.ts';

type PageView = { id: string; media_id: string; name: string; state: string; pieces: { url: string }[] };

const TALL = { width: 360, height: 5000 };

t.test('the format of a story', async (t) => {
  const app: TestApp = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const change = (id: string, body: object, as: Account = owner) =>
    app.call(`PATCH /creator/stories/${id}`, { as, body });
  const pagesOf = async (episodeId: string) =>
    (await app.call(`GET /creator/pages?episode_id=${episodeId}`, { as: owner })).json<{
      pages: PageView[];
    }>().pages;
  const addTall = async (episodeId: string, name: string) =>
    upload(app, owner, 'POST /creator/pages', [
      { name: 'episode_id', value: episodeId },
      await jpegPart('files[]', name, TALL),
    ]);
  const makeComic = async () => {
    const story = await createStory(app, owner, { cover_media_id: await uploadCover(app, owner) });
    const episode = await createEpisode(app, owner, story.id);
    await uploadPages(app, owner, episode.id, ['1.jpg']);
    await addTall(episode.id, '2.jpg');
    await uploadPages(app, owner, episode.id, ['3.jpg']);
    await app.runJobs();
    return { id: story.id, episodeId: episode.id };
  };
  const filesOf = async (mediaId: string) => {
    const keys: string[] = [];
    for await (const { key } of app.deps.storage.list(`media/${mediaId.slice(-2)}/${mediaId}/`))
      keys.push(key);
    return keys.map((key) => key.split('/').at(-1) ?? '').filter((name) => name !== 'original');
  };
  const shown = async (url: string) => (await app.app.inject({ url })).statusCode;

  await t.test('PAG-10 it asks first, naming how many pages it makes anew', async (t) => {
    const { id, episodeId } = await makeComic();
    const before = await pagesOf(episodeId);
    const asked = await change(id, { format: 'strip' });
    t.equal(asked.statusCode, 409);
    t.match(asked.json(), { code: 'pages_to_remake', pages_to_remake: 3, message: /3 pages/ });
    t.equal((await change(id, { format: 'strip', pages_to_remake: 2 })).statusCode, 409, 'another number');
    t.same(await pagesOf(episodeId), before, 'nothing is touched');
    t.equal((await change(id, { title: 'Night Bus', pages_to_remake: 3 })).statusCode, 200);
    t.same(await pagesOf(episodeId), before, 'the number alone changes nothing');
    t.equal(
      (await change(id, { format: 'page_rtl' })).statusCode,
      200,
      'the same pictures, read from the right',
    );
    t.same(await pagesOf(episodeId), before);
    const empty = await createStory(app, owner);
    t.equal(
      (await change(empty.id, { format: 'strip' })).statusCode,
      200,
      'without pages there is no question',
    );
  });

  await t.test('PAG-10 pages keep id and order; old sizes go, new addresses come', async (t) => {
    const { id, episodeId } = await makeComic();
    const before = await pagesOf(episodeId);
    const oldUrl = before[1]?.pieces[0]?.url ?? '';
    t.equal(await shown(oldUrl), 200);
    t.equal((await change(id, { format: 'strip', pages_to_remake: 3 })).statusCode, 200);
    const queued = await pagesOf(episodeId);
    t.same(
      queued.map(({ state }) => state),
      ['queued', 'queued', 'queued'],
    );
    const early = await app.call(`POST /creator/episodes/${episodeId}/publish`, { as: owner, body: {} });
    t.match(early.json(), { code: 'not_ready', missing: ['pages_processing'] });
    await app.runJobs();
    const after = await pagesOf(episodeId);
    for (const name of ['id', 'media_id', 'name'] as const)
      t.same(
        after.map((page) => page[name]),
        before.map((page) => page[name]),
        name,
      );
    t.same(
      after.map(({ pieces }) => pieces.length),
      [1, 3, 1],
      'the long one is cut',
    );
    t.equal(await shown(after[1]?.pieces[2]?.url ?? ''), 200);
    t.equal(await shown(oldUrl), 404, 'what an address showed it never shows otherwise');
    for (const { media_id } of after)
      t.ok(
        (await filesOf(media_id)).every((name) => name.startsWith('1-')),
        'no old size is left',
      );
    const fine = await app.call(`POST /creator/episodes/${episodeId}/publish`, { as: owner, body: {} });
    t.equal(fine.statusCode, 200);
    t.equal((await app.call(`GET /episodes/${episodeId}`)).statusCode, 200);
  });

  await t.test('PAG-10 there and back again at once, while a worker is at the first', async (t) => {
    const { id, episodeId } = await makeComic();
    const [, tall] = await pagesOf(episodeId);
    const mediaId = tall?.media_id ?? '';
    t.equal((await change(id, { format: 'strip', pages_to_remake: 3 })).statusCode, 200);
    // The format changes back while the worker cuts the strip.
    const { storage } = app.deps;
    let isTurned = false;
    const slow = {
      ...app.deps,
      storage: {
        ...storage,
        async read(key: string) {
          const bytes = await storage.read(key);
          if (!isTurned) {
            isTurned = true;
            t.equal((await change(id, { format: 'page_ltr', pages_to_remake: 3 })).statusCode, 200);
          }
          return bytes;
        },
      },
    };
    await processMedia(slow, mediaId);
    t.equal((await pagesOf(episodeId))[1]?.state, 'queued', 'what it made is not taken for the present');
    await app.runJobs();
    // Running these jobs twice changes nothing.
    await processMedia(app.deps, mediaId);
    await makeAvif(app.deps, mediaId);
    await deleteOldEditions(app.deps, mediaId);
    const after = await pagesOf(episodeId);
    t.same(
      after.map(({ state, pieces }) => [state, pieces.length]),
      [
        ['ready', 1],
        ['ready', 1],
        ['ready', 1],
      ],
    );
    t.ok((await filesOf(mediaId)).every((name) => name.startsWith('2-')));
    for (const { url } of after.flatMap(({ pieces }) => pieces)) t.equal(await shown(url), 200);
  });

  await t.test('PAG-10 pages that come meanwhile are cut as the new format wants', async (t) => {
    const { id, episodeId } = await makeComic();
    const [changed] = await Promise.all([
      change(id, { format: 'strip', pages_to_remake: 3 }),
      addTall(episodeId, '4.jpg'),
    ]);
    // Either may come first. The other waits for the story, and an outdated number is refused.
    if (changed.statusCode === 409)
      t.equal((await change(id, { format: 'strip', pages_to_remake: 4 })).statusCode, 200);
    await app.runJobs();
    const pages = await pagesOf(episodeId);
    t.same(
      pages.map(({ name, pieces }) => [name, pieces.length]),
      [
        ['1.jpg', 1],
        ['2.jpg', 3],
        ['3.jpg', 1],
        ['4.jpg', 3],
      ],
    );
  });

  await t.test('PAG-10 a missing original fails its page alone; a picture can take its place', async (t) => {
    const { id, episodeId } = await makeComic();
    const [first] = await pagesOf(episodeId);
    const mediaId = first?.media_id ?? '';
    await app.deps.storage.delete(`media/${mediaId.slice(-2)}/${mediaId}/original`);
    t.equal((await change(id, { format: 'strip', pages_to_remake: 3 })).statusCode, 200);
    await app.runJobs();
    t.same(
      (await pagesOf(episodeId)).map(({ state }) => state),
      ['failed', 'ready', 'ready'],
    );
    const refused = await app.call(`POST /creator/episodes/${episodeId}/publish`, { as: owner, body: {} });
    t.match(refused.json(), { code: 'not_ready', missing: ['pages_failed'] });
    const replaced = await upload(app, owner, `PUT /creator/pages/${first?.id}`, [await jpegPart('file')]);
    t.equal(replaced.statusCode, 202);
    await app.runJobs();
    t.equal((await pagesOf(episodeId))[0]?.state, 'ready');
  });

  await t.test('PAG-10 it is fixed while an episode is published or blocked', async (t) => {
    const { story, episode } = await publishStory(app, owner);
    for (const format of ['strip', 'page_rtl'])
      t.match((await change(story.id, { format, pages_to_remake: 3 })).json(), { code: 'format_fixed' });
    const unpublished = await app.call(`POST /creator/episodes/${episode.id}/unpublish`, { as: owner });
    t.equal(unpublished.statusCode, 200);
    await app.deps.db.update(episodes).set({ status: 'blocked' }).where(eq(episodes.id, episode.id));
    t.equal((await change(story.id, { format: 'strip', pages_to_remake: 3 })).statusCode, 409);
    await app.deps.db.update(episodes).set({ status: 'in_progress' }).where(eq(episodes.id, episode.id));
    t.equal((await change(story.id, { format: 'strip', pages_to_remake: 3 })).statusCode, 200);
    const rows = await app.deps.db.select().from(media).where(eq(media.purpose, 'cover'));
    t.ok(
      rows.every(({ edition }) => edition === 0),
      'covers are no pages',
    );
  });

  await t.test('PAG-10 a planned release waits for its pictures', async (t) => {
    const { id, episodeId } = await makeComic();
    const now = app.deps.clock.now();
    setClock(app, now);
    const wish = dialogAt(new Date(now.getTime() + 5 * MINUTE_MS));
    const path = `POST /creator/episodes/${episodeId}/schedule`;
    t.equal((await app.call(path, { as: owner, body: wish })).statusCode, 200);
    t.equal((await change(id, { format: 'strip', pages_to_remake: 3 })).statusCode, 200);
    setClock(app, new Date(now.getTime() + 6 * MINUTE_MS));
    await publishAllDue(app.deps);
    const status = async () =>
      (await app.call(`GET /creator/episodes/${episodeId}`, { as: owner })).json().episode.status;
    t.equal(await status(), 'scheduled');
    await app.runJobs();
    await publishAllDue(app.deps);
    t.equal(await status(), 'published');
  });
});
