import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, episodes, media } from '#db/schema/index.ts';
import { originalKey } from '#server/domains/media/addresses.ts';
import { startTestApp } from '../../../support/app.ts';
import {
  createEpisode,
  createStory,
  jpegPart,
  publishStory,
  upload,
  uploadCover,
  uploadPages,
} from '../../../support/console.ts';

t.test('episodes and pages of the console', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Hana');
  const stranger = await app.signUp('Stranger');
  const names = (reply: { pages: { name: string }[] }) => reply.pages.map((page) => page.name);
  const act = (request: string, body: unknown = {}) => app.call(request, { as: creator, body });

  await t.test('EPI-16, STO-11, EPI-01 episodes are added in order, saved and deleted', async (t) => {
    const story = await createStory(app, creator);
    const first = await createEpisode(app, creator, story.id, 'First');
    const second = await createEpisode(app, creator, story.id, 'Second');
    t.same([first.number, second.number], [1, 2]);
    const saved = await act(`PATCH /creator/episodes/${first.id}`, {
      title: ' Renamed ',
      read_mode: 'page_flip',
      lock_version: 0,
    });
    t.match(saved.json().episode, {
      title: 'Renamed',
      read_mode: 'page_flip',
      page_orientation: 'horizontal',
      lock_version: 1,
    });
    t.equal(
      (await act(`PATCH /creator/episodes/${first.id}`, { title: 'x', lock_version: 0 })).statusCode,
      409,
    );
    t.equal((await app.call(`DELETE /creator/episodes/${first.id}`, { as: creator })).statusCode, 204);
    const left = await app.call(`GET /creator/episodes/${second.id}`, { as: creator });
    t.equal(left.json().episode.number, 1, 'those behind it move up');
  });

  await t.test('episodes are put in another order as a whole', async (t) => {
    const story = await createStory(app, creator);
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c']) ids.push((await createEpisode(app, creator, story.id, title)).id);
    const path = `PUT /creator/stories/${story.id}/episodes/order`;
    const [a, b, c] = ids;
    t.equal((await act(path, { episode_ids: [c, a, b] })).statusCode, 204);
    const numbers = await Promise.all(
      ids.map(
        async (id) => (await app.call(`GET /creator/episodes/${id}`, { as: creator })).json().episode.number,
      ),
    );
    t.same(numbers, [2, 3, 1]);
    t.equal((await act(path, { episode_ids: [a, b] })).statusCode, 409, 'one is missing');
    t.equal((await act(path, { episode_ids: [a, b, b] })).statusCode, 409, 'one is named twice');
  });

  await t.test('PAG-02, PAG-16, API-42 pages are uploaded together and processed', async (t) => {
    const story = await createStory(app, creator);
    const episode = await createEpisode(app, creator, story.id);
    const queued = await uploadPages(app, creator, episode.id, ['1.jpg', '2.jpg']);
    t.same(names(queued), ['1.jpg', '2.jpg']);
    t.same(
      queued.pages.map((page) => page.state),
      ['queued', 'queued'],
    );
    await app.runJobs();
    const ready = await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator });
    t.match(ready.json().pages, [
      { state: 'ready', width: 300, height: 420, thumbnail_url: /^\/media\/.*signature=/ },
      { state: 'ready' },
    ]);
    const picture = await app.app.inject({ url: ready.json().pages[0].thumbnail_url });
    t.equal(picture.statusCode, 200);
    const unsigned = ready.json().pages[0].thumbnail_url.split('?')[0];
    t.equal((await app.app.inject({ url: unsigned })).statusCode, 404, 'not without a right');
  });

  await t.test(
    'PAG-03, PAG-04, PAG-05 pages are sorted, reversed and removed; stale views are refused',
    async (t) => {
      const story = await createStory(app, creator);
      const episode = await createEpisode(app, creator, story.id);
      const { pages, lock_version } = await uploadPages(app, creator, episode.id, [
        'a.jpg',
        'b.jpg',
        'c.jpg',
      ]);
      const [a, b, c] = pages.map((page) => page.id);
      const sorted = await act('PUT /creator/pages/sort', {
        episode_id: episode.id,
        page_ids: [b, c, a],
        lock_version,
      });
      t.same(names(sorted.json()), ['b.jpg', 'c.jpg', 'a.jpg']);
      const stale = await act('PUT /creator/pages/sort', {
        episode_id: episode.id,
        page_ids: [a, b, c],
        lock_version,
      });
      t.equal(stale.statusCode, 409);
      t.equal(stale.json().code, 'episode_changed');
      const reversed = await act('POST /creator/pages/reverse', { episode_id: episode.id });
      t.same(names(reversed.json()), ['a.jpg', 'c.jpg', 'b.jpg']);
      t.equal(
        (await act('PUT /creator/pages/sort', { episode_id: episode.id, page_ids: [a, b] })).statusCode,
        409,
      );
      t.same(names((await act(`DELETE /creator/pages/${c}`, {})).json()), ['a.jpg', 'b.jpg']);
      const left = await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator });
      t.same(names(left.json()), ['a.jpg', 'b.jpg']);
    },
  );

  await t.test('API-25 an episode is there for its creator, and for nobody else', async (t) => {
    const story = await createStory(app, creator);
    const { id } = await createEpisode(app, creator, story.id, 'Mine');
    const path = `GET /creator/episodes/${id}`;
    const { episode } = (await app.call(path, { as: creator })).json();
    t.match(episode, { id, story_id: story.id, number: 1, title: 'Mine', status: 'in_progress' });
    t.equal((await app.call(path)).statusCode, 401);
    t.equal((await app.call(path, { as: await app.signUp('Nobody') })).statusCode, 404);
  });

  await t.test('PAG-06 a page is replaced in its place; the old picture goes with its files', async (t) => {
    const story = await createStory(app, creator);
    const episode = await createEpisode(app, creator, story.id);
    const { pages } = await uploadPages(app, creator, episode.id, ['a.jpg', 'b.jpg']);
    await app.runJobs();
    const [before] = await app.deps.db
      .select()
      .from(episodePages)
      .where(eq(episodePages.id, pages[0]?.id ?? ''));
    const reply = await upload(app, creator, `PUT /creator/pages/${pages[0]?.id}`, [
      await jpegPart('file', 'new.jpg'),
    ]);
    t.equal(reply.statusCode, 202);
    t.same(names(reply.json()), ['new.jpg', 'b.jpg']);
    await app.runJobs();
    t.equal(await app.deps.storage.stat(originalKey(before?.mediaId ?? '')), null);
    t.equal(
      (
        await app.deps.db
          .select()
          .from(media)
          .where(eq(media.id, before?.mediaId ?? ''))
      ).length,
      0,
    );
  });

  await t.test('PAG-07, EPI-33, EPI-34, ERR-34 nothing of a published episode can be changed', async (t) => {
    const { story, episode, pages } = await publishStory(app, creator, { title: 'Fixed' });
    const page = pages[0]?.id;
    const refusals = [
      await act(`PATCH /creator/episodes/${episode.id}`, { title: 'Other' }),
      await app.call(`DELETE /creator/episodes/${episode.id}`, { as: creator }),
      await act('POST /creator/pages/reverse', { episode_id: episode.id }),
      await act('PUT /creator/pages/sort', { episode_id: episode.id, page_ids: pages.map(({ id }) => id) }),
      await app.call(`DELETE /creator/pages/${page}`, { as: creator }),
      await upload(app, creator, `PUT /creator/pages/${page}`, [await jpegPart('file')]),
      await upload(app, creator, 'POST /creator/pages', [
        { name: 'episode_id', value: episode.id },
        await jpegPart('files[]'),
      ]),
    ];
    for (const reply of refusals) t.match(reply.json(), { code: 'invalid_state', message: 'Invalid state' });
    for (const reply of refusals) t.equal(reply.statusCode, 409);
    const stored: string[] = [];
    for await (const { key } of app.deps.storage.list('media/'))
      if (key.endsWith('original')) stored.push(key);
    t.equal(stored.length, await app.deps.db.$count(media), 'the refused uploads left nothing behind');
    t.ok(story);
  });

  await t.test(
    'EPI-23, EPI-29, EPI-30, EPI-35, EPI-36, ERR-57, ERR-58 publish, unpublish, edit, delete',
    async (t) => {
      const { story, episode } = await publishStory(app, creator, { title: 'There and Back' });
      const read = async () =>
        (await app.call(`GET /creator/stories/${story.id}`, { as: creator })).json().story;
      t.match(await read(), { published: true, published_count: 1 }, 'STO-21 derived from its episodes');
      const back = await act(`POST /creator/episodes/${episode.id}/unpublish`);
      t.match(back.json().episode, { status: 'in_progress', published_at: null });
      t.match(await read(), { published: false, published_count: 0 });
      t.equal((await act(`PATCH /creator/episodes/${episode.id}`, { title: 'Better' })).statusCode, 200);
      t.equal((await act(`POST /creator/episodes/${episode.id}/unpublish`)).statusCode, 409, 'EPI-41');
      t.equal((await app.call(`DELETE /creator/episodes/${episode.id}`, { as: creator })).statusCode, 204);
      const [row] = await app.deps.db.select().from(episodes).where(eq(episodes.id, episode.id));
      t.ok(row?.deletedAt instanceof Date && row.firstPublishedAt instanceof Date);
    },
  );

  await t.test('an episode that is not ready says what is missing, in the language asked for', async (t) => {
    const story = await createStory(app, creator);
    const episode = await createEpisode(app, creator, story.id);
    const reply = await app.call(`POST /creator/episodes/${episode.id}/publish`, {
      as: creator,
      body: {},
      headers: { 'accept-language': 'de' },
    });
    t.equal(reply.statusCode, 409);
    t.match(reply.json(), {
      code: 'not_ready',
      missing: ['cover', 'pages'],
      message: /Cover.*keine Seite/,
    });
    await app.call(`PATCH /creator/stories/${story.id}`, {
      as: creator,
      body: { cover_media_id: await uploadCover(app, creator) },
    });
    await uploadPages(app, creator, episode.id, ['1.jpg']);
    t.match((await act(`POST /creator/episodes/${episode.id}/publish`)).json(), {
      missing: ['cover', 'pages_processing'],
    });
    await app.runJobs();
    t.equal((await act(`POST /creator/episodes/${episode.id}/publish`)).statusCode, 200);
  });

  await t.test("ROL-05 another user's episode and pages are unknown: 404", async (t) => {
    const { story, episode, pages } = await publishStory(app, creator, { title: 'Private' });
    const body = { story_id: story.id, title: 'Mine now' };
    const as = stranger;
    const requests: [string, unknown?][] = [
      ['POST /creator/episodes', body],
      [`GET /creator/episodes/${episode.id}`],
      [`PATCH /creator/episodes/${episode.id}`, { title: 'x' }],
      [`DELETE /creator/episodes/${episode.id}`],
      [`POST /creator/episodes/${episode.id}/publish`, {}],
      [`POST /creator/episodes/${episode.id}/unpublish`],
      [`GET /creator/pages?episode_id=${episode.id}`],
      [`DELETE /creator/pages/${pages[0]?.id}`],
      ['POST /creator/pages/reverse', { episode_id: episode.id }],
      [`PUT /creator/stories/${story.id}/episodes/order`, { episode_ids: [] }],
    ];
    for (const [request, sent] of requests)
      t.equal((await app.call(request, { as, body: sent })).statusCode, 404, request);
    const file = await jpegPart('files[]');
    t.equal(
      (await upload(app, stranger, 'POST /creator/pages', [{ name: 'episode_id', value: episode.id }, file]))
        .statusCode,
      404,
    );
  });

  t.end();
});
