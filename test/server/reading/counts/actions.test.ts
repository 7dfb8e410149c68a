/** Likes, comments, subscribers and impressions are counted by the action itself. */
import t from 'tap';
import { inTransaction } from '#server/deps.ts';
import { addUpPending, countEvents } from '#server/domains/reading/counts/service.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { setClock } from '../../../support/releases.ts';

const NOON = new Date('2026-11-20T12:00:00Z');

t.test('actions that are counted', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const publish = async () => {
    setClock(app, NOON);
    const { story, episode } = await publishStory(app, creator);
    return { storyId: story.id, episodeId: episode.id };
  };

  const counts = async (work: { storyId: string; episodeId: string }) => {
    await addUpPending(app.deps);
    const { episode } = (await app.call(`GET /episodes/${work.episodeId}`)).json();
    const { story } = (await app.call(`GET /stories/${work.storyId}`)).json();
    return { episode, story };
  };
  const add = (app: TestApp, counted: Parameters<typeof countEvents>[1]) =>
    inTransaction(app.deps, (tx) => countEvents(tx, counted));

  await t.test(
    'EPI-07, EPI-09, EPI-10, STO-18 what else is counted stands on the day and in the total',
    async (t) => {
      const work = await publish();
      const { storyId, episodeId } = work;
      await Promise.all([
        ...Array.from({ length: 8 }, () => add(app, { storyId, episodeId, likes: 1 })),
        ...Array.from({ length: 5 }, () => add(app, { storyId, episodeId, comments: 1 })),
        ...Array.from({ length: 3 }, () => add(app, { storyId, episodeId, impressions: 2 })),
        ...Array.from({ length: 4 }, () => add(app, { storyId, subscribers: 1 })),
      ]);
      const { episode, story } = await counts(work);
      t.match(episode, { likes_count: 8, comments_count: 5, impressions_count: 6, views_count: 0 });
      t.match(story, { likes_count: 8, subscribers_count: 4 });
      const reply = await app.call(`GET /creator/stories/${storyId}/statistics`, { as: creator });
      t.same(reply.json().totals, {
        views: 0,
        likes: 8,
        comments: 5,
        subscribers: 4,
        impressions: 6,
        unlocks: 0,
        coins: 0,
      });
    },
  );

  await t.test('EPI-07, STO-18 taking back counts backwards; no total falls below 0', async (t) => {
    const work = await publish();
    const { storyId, episodeId } = work;
    await add(app, { storyId, episodeId, likes: 2 });
    await add(app, { storyId, subscribers: 1 });
    setClock(app, new Date('2026-11-21T10:00:00Z'));
    await add(app, { storyId, episodeId, likes: -1 });
    await add(app, { storyId, subscribers: -1 });
    await add(app, { storyId, subscribers: -1 });
    const { episode, story } = await counts(work);
    t.equal(episode.likes_count, 1);
    t.equal(story.likes_count, 1);
    t.equal(story.subscribers_count, 0);
    const url = `GET /creator/stories/${storyId}/statistics?from=2026-11-20&to=2026-11-21`;
    const { days } = (await app.call(url, { as: creator })).json();
    t.same(
      days.map((day: { likes: number }) => day.likes),
      [2, -1],
    );
  });

  await t.test('EPI-07 what is rolled back was not counted', async (t) => {
    const work = await publish();
    const failed = inTransaction(app.deps, async (tx) => {
      await countEvents(tx, { storyId: work.storyId, episodeId: work.episodeId, likes: 1 });
      throw new Error('no');
    });
    await t.rejects(failed);
    t.equal((await counts(work)).episode.likes_count, 0);
  });
});
