/** STO-30: a deleted story can be neither read nor changed. It can be restored for 30 days, then it is gone. */
import { eq, inArray } from 'drizzle-orm';
import t from 'tap';
import { media, stories, storySlugs } from '#db/schema/index.ts';
import { purgeDeletedStories } from '#server/domains/publishing/releases/deletion.ts';
import { publishAllDue } from '#server/domains/publishing/releases/due.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, uploadCover, uploadPages } from '../../../support/console.ts';
import { dialogAt, HOUR_MS, readyEpisode, setClock, startRelease } from '../../../support/releases.ts';

const DAY_MS = 24 * HOUR_MS;
type Deleted = {
  id: string;
  title: string;
  episodes_count: number;
  pages_count: number;
  mini_thumbnail_url: string | null;
  kept_until: string;
};

t.test('deleted stories', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const now = app.deps.clock.now();
  const call = (request: string, as: Account = owner, body: object = {}) => app.call(request, { as, body });
  const drop = (id: string, title = 'Night Train') => call(`DELETE /creator/stories/${id}`, owner, { title });
  const listed = async (as: Account = owner) =>
    (await app.call('GET /creator/deleted_stories', { as })).json<{ stories: Deleted[]; total: number }>();
  const back = (id: string, as: Account = owner) => call(`POST /creator/deleted_stories/${id}/restore`, as);
  t.beforeEach(() => setClock(app, now));

  await t.test('STO-30 kept for 30 days for its owner alone, and brought back as it was', async (t) => {
    const id = await startRelease(app, owner);
    const episodeId = await readyEpisode(app, owner, id);
    const before = (await app.call(`GET /creator/stories/${id}`, { as: owner })).json().story;
    t.equal((await drop(id, 'Night Bus')).statusCode, 422);
    t.equal((await drop(id)).statusCode, 204);
    for (const request of [
      `GET /creator/stories/${id}`,
      `GET /creator/episodes/${episodeId}`,
      `GET /stories/${id}`,
      `GET /stories/${before.slug}`,
      `GET /episodes/${episodeId}`,
    ])
      t.equal((await app.call(request, { as: owner })).statusCode, 404, request);
    t.equal((await call(`PATCH /creator/stories/${id}`, owner, { title: 'New' })).statusCode, 404);
    t.equal((await call(`POST /creator/episodes/${episodeId}/publish`)).statusCode, 404);
    t.match(await listed(), {
      total: 1,
      stories: [{ id, title: 'Night Train', episodes_count: 1, pages_count: 1 }],
    });
    const [kept] = (await listed()).stories;
    t.equal(kept?.kept_until, new Date(now.getTime() + 30 * DAY_MS).toISOString());
    const stranger = await app.signUp('Eve');
    t.equal((await listed(stranger)).total, 0);
    t.equal((await back(id, stranger)).statusCode, 404);
    const twin = await createStory(app, owner);
    t.not(twin.slug, before.slug, 'its address stays its own');
    t.equal((await back(id)).statusCode, 200);
    t.equal((await back(id)).statusCode, 200, 'asked twice, it is back once');
    const after = (await app.call(`GET /creator/stories/${id}`, { as: owner })).json().story;
    t.same([after.slug, after.title, after.episodes_count], [before.slug, before.title, 1]);
    t.equal((await listed()).total, 0);
    t.equal((await call(`POST /creator/episodes/${episodeId}/publish`)).statusCode, 200);
  });

  await t.test('STO-30 a planned release is called off, and stays so', async (t) => {
    const id = await startRelease(app, owner);
    const episodeId = await readyEpisode(app, owner, id);
    const wish = dialogAt(new Date(now.getTime() + HOUR_MS));
    t.equal((await call(`POST /creator/episodes/${episodeId}/schedule`, owner, wish)).statusCode, 200);
    t.equal((await drop(id)).statusCode, 204);
    t.equal((await back(id)).statusCode, 200);
    setClock(app, new Date(now.getTime() + 2 * HOUR_MS));
    await publishAllDue(app.deps);
    const { episode } = (await app.call(`GET /creator/episodes/${episodeId}`, { as: owner })).json();
    t.match(episode, { status: 'in_progress', publish_at: null });
    const { events } = (await app.call(`GET /creator/episodes/${episodeId}/events`, { as: owner })).json();
    t.equal(events[0].event, 'unschedule');
  });

  await t.test('STO-30 a story with a blocked episode stays', async (t) => {
    const administrator = await app.signUp('Ada');
    await app.makeAdministrator(administrator);
    const id = await startRelease(app, owner);
    const episodeId = await readyEpisode(app, owner, id);
    const reason = { reason: 'Asked by the police.' };
    t.equal((await call(`POST /admin/episodes/${episodeId}/block`, administrator, reason)).statusCode, 200);
    const refused = await drop(id);
    t.equal(refused.statusCode, 409);
    t.match(refused.json(), { code: 'story_blocked' });
    t.equal((await call(`POST /admin/episodes/${episodeId}/unblock`, administrator)).statusCode, 200);
    t.equal((await drop(id)).statusCode, 204);
  });

  await t.test('STO-30 after 30 days it is gone with its rows, pictures and addresses', async (t) => {
    const cover = await uploadCover(app, owner);
    const story = await createStory(app, owner, { title: 'Gone', cover_media_id: cover });
    const other = await createStory(app, owner, {
      title: 'Stays',
      cover_media_id: await uploadCover(app, owner),
    });
    const episode = await createEpisode(app, owner, story.id);
    await uploadPages(app, owner, episode.id, ['1.jpg', '2.jpg']);
    await app.runJobs();
    const { pages } = (await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: owner })).json<{
      pages: { media_id: string }[];
    }>();
    const pictures = [cover, ...pages.map((page) => page.media_id)];
    t.equal((await drop(story.id, 'Gone')).statusCode, 204);
    const [kept] = (await listed()).stories;
    t.equal(
      (await app.app.inject({ url: kept?.mini_thumbnail_url ?? '' })).statusCode,
      200,
      'its cover is shown',
    );
    const deletedAgo = (ms: number) =>
      app.deps.db
        .update(stories)
        .set({ deletedAt: new Date(now.getTime() - ms) })
        .where(eq(stories.id, story.id));
    await deletedAgo(30 * DAY_MS);
    await purgeDeletedStories(app.deps);
    t.equal((await back(story.id)).statusCode, 200, 'up to the last moment');
    await deletedAgo(30 * DAY_MS + 1);
    t.equal((await back(story.id)).statusCode, 404, 'and not beyond, swept or not');
    await purgeDeletedStories(app.deps);
    await purgeDeletedStories(app.deps);
    await app.runJobs();
    const { db, storage } = app.deps;
    t.same(await db.select().from(stories).where(eq(stories.id, story.id)), []);
    t.same(await db.select().from(storySlugs).where(eq(storySlugs.storyId, story.id)), []);
    t.same(await db.select().from(media).where(inArray(media.id, pictures)), []);
    for (const id of pictures)
      for await (const { key } of storage.list(`media/${id.slice(-2)}/${id}/`)) t.fail(key);
    t.equal((await app.call(`GET /creator/stories/${other.id}`, { as: owner })).statusCode, 200);
  });
});
