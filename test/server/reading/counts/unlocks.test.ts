import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { episodeDays, storyDays, unlocks } from '#db/schema/index.ts';
import { returnCoins } from '#server/domains/coins/unlock/returns.ts';
import { correctUnlocks, countUnlocks } from '#server/domains/reading/counts/unlocks.ts';
import { startTestApp } from '../../../support/app.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('PRI-22 creators see unlocks and coins spent by story, episode and day', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { db } = deps;
  const creator = await app.signUp('Creator');
  const { episodeIds, storyId } = await addPremium(openShelf(deps), creator.id, { episodes: 2 });
  const [first = '', second = ''] = episodeIds;
  const readers = [await app.signUp('One'), await app.signUp('Two')];
  for (const reader of readers) {
    await giveCoins(app, reader, 100);
    for (const id of episodeIds)
      await app.call(`POST /episodes/${id}/unlock`, { as: reader, body: { price: 30 } });
  }
  const statistics = async () =>
    (await app.call(`GET /creator/stories/${storyId}/statistics`, { as: creator })).json();
  await countUnlocks(deps);
  await countUnlocks(deps);
  t.match(await statistics(), {
    totals: { unlocks: 4, coins: 120 },
    episodes: [
      { id: second, unlocks: 2, coins: 60 },
      { id: first, unlocks: 2, coins: 60 },
    ],
  });
  t.match((await statistics()).days.at(-1), { unlocks: 4, coins: 120 });

  await t.test('what is given back is taken off, once', async (t) => {
    await returnCoins(deps, { storyId, episodeId: first });
    await countUnlocks(deps);
    await countUnlocks(deps);
    t.match((await statistics()).totals, { unlocks: 2, coins: 60 });
    t.same(await correctUnlocks(deps), [], 'days and rows agree');
  });

  await t.test('both stand in the file', async (t) => {
    const url = `GET /creator/stories/${storyId}/statistics?format=csv`;
    const days = (await app.call(url, { as: creator })).body.trim().split('\r\n');
    t.match(days[0], /,unlocks,coins$/);
    t.match(days.at(-1), /,2,60$/);
    const episodes = (await app.call(`${url}&table=episodes`, { as: creator })).body;
    t.match(episodes, /,unlocks,coins\r\n2,.*,2,60\r\n1,.*,0,0/);
  });

  await t.test('the check of each day puts right what differs', async (t) => {
    await db
      .update(episodeDays)
      .set({ unlocks: sql`unlocks + 5`, coins: sql`coins + 7` })
      .where(eq(episodeDays.episodeId, second));
    await db
      .update(storyDays)
      .set({ unlocks: sql`unlocks + 5`, coins: sql`coins + 7` })
      .where(eq(storyDays.storyId, storyId));
    t.match(await correctUnlocks(deps), [{ episodeId: second, unlocks: -5, coins: -7 }]);
    t.match(await statistics(), { totals: { unlocks: 2, coins: 60 } });
    t.same(await correctUnlocks(deps), []);
  });

  await t.test('an unlock that nobody has counted yet is no difference', async (t) => {
    await db.update(unlocks).set({ countedAt: null }).where(eq(unlocks.episodeId, second));
    await db.delete(episodeDays).where(eq(episodeDays.episodeId, second));
    t.same(await correctUnlocks(deps), []);
  });
});
