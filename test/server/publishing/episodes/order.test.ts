import t from 'tap';
import { storyMembers, type TeamRole } from '#db/schema/index.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { createEpisode, createStory, publishStory, uploadPages } from '../../../support/console.ts';

t.test('order of episodes', async (t) => {
  const app: TestApp = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const join = async (storyId: string, role: TeamRole): Promise<Account> => {
    const account = await app.signUp(role);
    await app.deps.db.insert(storyMembers).values({ storyId, userId: account.id, role });
    return account;
  };
  const put = (as: Account, storyId: string, ids: readonly string[]) =>
    app.call(`PUT /creator/stories/${storyId}/episodes/order`, { as, body: { episode_ids: ids } });
  const numbersOf = async (ids: readonly string[]) =>
    Promise.all(
      ids.map(
        async (id) => (await app.call(`GET /creator/episodes/${id}`, { as: owner })).json().episode.number,
      ),
    );

  await t.test('EPI-16 each episode once, no other, no twin; a stale list changes nothing', async (t) => {
    const story = await createStory(app, owner);
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C']) ids.push((await createEpisode(app, owner, story.id, title)).id);
    const [a = '', b = '', c = ''] = ids;
    const other = await createEpisode(app, owner, (await createStory(app, owner)).id);
    for (const wrong of [[a, b], [a, b, b], [a, b, c, c], [a, b, other.id], []])
      t.equal((await put(owner, story.id, wrong)).statusCode, 409, wrong.length.toString());
    t.same(await numbersOf(ids), [1, 2, 3]);
    t.equal((await put(owner, story.id, [c, a, b])).statusCode, 204);
    t.same(await numbersOf(ids), [2, 3, 1]);
    t.equal((await put(await app.signUp(), story.id, ids)).statusCode, 404);
    t.equal((await put(owner, story.id, ['x'])).statusCode, 422);
  });

  await t.test('one episode is given a number; the others make room', async (t) => {
    const story = await createStory(app, owner);
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C', 'D']) ids.push((await createEpisode(app, owner, story.id, title)).id);
    const [a = '', , , d = ''] = ids;
    const move = (as: Account, id: string, number: unknown) =>
      app.call(`PUT /creator/episodes/${id}/number`, { as, body: { number } });
    t.equal((await move(owner, a, 3)).statusCode, 204);
    t.same(await numbersOf(ids), [3, 1, 2, 4]);
    t.equal((await move(owner, d, 1)).statusCode, 204);
    t.same(await numbersOf(ids), [4, 2, 3, 1]);
    t.equal((await move(owner, d, 1)).statusCode, 204, 'again, it stays');
    for (const wrong of [0, 5, -1, 1.5, 'x', null])
      t.equal((await move(owner, a, wrong)).statusCode, 422, String(wrong));
    t.same(await numbersOf(ids), [4, 2, 3, 1]);
    t.equal((await move(await app.signUp(), a, 1)).statusCode, 404);
    t.equal((await move(await join(story.id, 'viewer'), a, 1)).statusCode, 403);
    const published = await publishStory(app, owner);
    await createEpisode(app, owner, published.story.id, 'Draft');
    const editor = await join(published.story.id, 'editor');
    t.equal((await move(editor, published.episode.id, 2)).statusCode, 403, 'it is what readers know it by');
    t.equal((await move(owner, published.episode.id, 2)).statusCode, 204);
  });

  await t.test(
    'EPI-43 a published episode moves for readers too, at once, under its new number',
    async (t) => {
      const { story, episode } = await publishStory(app, owner);
      const draft = await createEpisode(app, owner, story.id, 'Draft');
      const listed = async () =>
        (await app.call(`GET /stories/${story.slug}`))
          .json()
          .story.episodes.map((one: { number: number }) => one.number);
      t.same(await listed(), [1]);
      const tags: string[] = [];
      const kept = app.deps.cache;
      app.deps.cache = { ...kept, purge: (some) => void tags.push(...some) };
      t.equal((await put(owner, story.id, [draft.id, episode.id])).statusCode, 204);
      app.deps.cache = kept;
      t.same(await listed(), [2]);
      for (const tag of [`story:${story.id}`, `episode:${episode.id}`, 'landing'])
        t.ok(tags.includes(tag), tag);
    },
  );

  await t.test('EPI-40 who may not publish moves drafts, but nothing that readers see', async (t) => {
    const { story, episode } = await publishStory(app, owner);
    const one = await createEpisode(app, owner, story.id, 'One');
    const two = await createEpisode(app, owner, story.id, 'Two');
    const editor = await join(story.id, 'editor');
    t.equal((await put(editor, story.id, [episode.id, two.id, one.id])).statusCode, 204);
    t.equal((await put(editor, story.id, [two.id, episode.id, one.id])).statusCode, 403);
    t.equal(
      (await put(await join(story.id, 'viewer'), story.id, [episode.id, one.id, two.id])).statusCode,
      403,
    );
    t.equal(
      (await put(await join(story.id, 'publisher'), story.id, [two.id, episode.id, one.id])).statusCode,
      204,
    );
  });

  await t.test(
    'EPI-03 EPI-19 a thumbnail is cut from a page, also from one that a teammate drew',
    async (t) => {
      const story = await createStory(app, owner);
      const episode = await createEpisode(app, owner, story.id);
      await uploadPages(app, owner, episode.id, ['1.jpg']);
      await app.runJobs();
      const { pages } = (await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: owner })).json();
      const crop = (as: Account, square = {}) =>
        app.call('POST /media/crop', {
          as,
          body: {
            media_id: pages[0].media_id,
            x: 10,
            y: 20,
            width: 250,
            height: 250,
            purpose: 'episode_cover',
            ...square,
          },
        });
      const editor = await join(story.id, 'editor');
      for (const as of [owner, editor]) {
        const made = await crop(as);
        t.equal(made.statusCode, 201);
        const { id } = made.json().media;
        const saved = await app.call(`PATCH /creator/episodes/${episode.id}`, {
          as,
          body: { thumbnail_media_id: id },
        });
        t.equal(saved.statusCode, 200);
        await app.runJobs();
        const { media } = (await app.call(`GET /media/${id}`, { as })).json();
        t.match(media, { state: 'ready' });
        t.match((await app.call(`GET /creator/episodes/${episode.id}`, { as })).json().episode, {
          thumbnail_media_id: id,
          thumbnail_url: /\/media\//,
        });
      }
      for (const as of [await join(story.id, 'viewer'), await app.signUp('Stranger')])
        t.match((await crop(as)).json().fields, [{ media_id: [/./] }]);
      t.equal((await crop(owner, { x: 100 })).statusCode, 422, 'outside of the page');
      t.equal((await crop(owner, { width: 100 })).statusCode, 422, 'no square');
    },
  );
});
