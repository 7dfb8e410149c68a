/** Paid episodes stay readable, whatever their creator or administrators do (decisions.md §9). */
import { and, eq, inArray } from 'drizzle-orm';
import t from 'tap';
import { chapters, episodePages, episodes, keptPages, media, stories, users } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { returnBlocked } from '#server/domains/coins/unlock/returns.ts';
import { findUnusedAmong } from '#server/domains/media/uses.ts';
import { restoreEpisodes, withdrawEpisodes } from '#server/domains/publishing/releases/withdrawal.ts';
import { blockEpisode, unblockEpisode } from '#server/domains/safety/takedowns/episodes.ts';
import { blockStory } from '#server/domains/safety/takedowns/stories.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';
import { openShelf } from '../../../support/shelf.ts';

const reasons = { reason: 'A copy' };

t.test('bought stays bought', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { db } = deps;
  const shelf = openShelf(deps);
  const [creator, buyer, other] = [
    await app.signUp('Creator'),
    await app.signUp('Buyer'),
    await app.signUp('Other'),
  ];
  await giveCoins(app, buyer, 5000);
  const { id } = await app.signUp('Ada Mina');
  const administrator = { id, administrator: true, secondFactor: true, fresh: true } as Viewer;
  const read = (id: string, as: Account) => app.call(`GET /episodes/${id}`, { as });
  const statusOf = async (id: string, as: Account) => (await read(id, as)).statusCode;
  const balance = async () => (await app.call('GET /wallet', { as: buyer })).json().balance;
  const told = async () =>
    (await app.call('GET /user/notifications', { as: buyer }))
      .json()
      .notifications.filter(({ kind }: { kind: string }) => kind === 'coins_returned')
      .map(({ text }: { text: string }) => text);
  const unlock = (id: string) => app.call(`POST /episodes/${id}/unlock`, { as: buyer, body: { price: 30 } });
  const pagesOf = async (id: string) =>
    (await read(id, buyer)).json().episode.pages.map((page: { id: string }) => page.id);
  const unpublish = (id: string) =>
    app.call(`POST /creator/episodes/${id}/unpublish`, { as: creator, body: {} });
  const bought = async (count = 1) => {
    const work = await addPremium(shelf, creator.id, { episodes: count });
    for (const id of work.episodeIds) t.equal((await unlock(id)).statusCode, 200);
    return work;
  };

  await t.test('PRI-27 whoever paid reads an unpublished episode as it was last public', async (t) => {
    const { episodeId } = await bought();
    const before = await pagesOf(episodeId);
    const rows = await db.select().from(episodePages).where(eq(episodePages.episodeId, episodeId));
    t.equal((await unpublish(episodeId)).statusCode, 200);
    const [first] = rows;
    const removed = await app.call(`DELETE /creator/pages/${first?.id}`, { as: creator });
    t.equal(removed.statusCode, 200, removed.body);
    const renamed = await app.call(`PATCH /creator/episodes/${episodeId}`, {
      as: creator,
      body: { title: 'Another name' },
    });
    t.equal(renamed.statusCode, 200, renamed.body);
    const { episode } = (await read(episodeId, buyer)).json();
    t.match(episode, { kept: true, unlocked: true, title: 'Part 1' });
    t.same(await pagesOf(episodeId), before, 'also the page that its creator took out of the draft');
    t.equal(await statusOf(episodeId, other), 404);
    const pictures = rows.map(({ mediaId }) => mediaId);
    t.same(await findUnusedAmong(deps, pictures), [], 'no picture of it is swept');
    const [entry] = (await app.call('GET /wallet/entries?filter=bought', { as: buyer })).json().entries;
    t.match(entry, { kind: 'unlock', episode: { id: episodeId, title: 'Part 1', kept: true } });
    const placed = await app.call(`PUT /episodes/${episodeId}/progress`, {
      as: buyer,
      body: { item: 2, furthest_item: 2, finished: true },
    });
    t.ok(placed.statusCode < 300, placed.body);

    t.equal(
      (await app.call(`POST /creator/episodes/${episodeId}/publish`, { as: creator, body: {} })).statusCode,
      200,
    );
    t.match((await read(episodeId, buyer)).json().episode, { kept: false, title: 'Another name' });
    t.equal((await pagesOf(episodeId)).length, 1, 'published again, it is what everybody gets');
    t.equal(await db.$count(keptPages, eq(keptPages.episodeId, episodeId)), 0);
    t.equal(
      await db.$count(media, eq(media.id, first?.mediaId ?? '')),
      0,
      'its picture goes with the version',
    );
  });

  await t.test('PRI-27 without anybody who paid nothing is kept', async (t) => {
    const { episodeId } = await addPremium(shelf, creator.id);
    await unpublish(episodeId);
    t.equal(await db.$count(keptPages, eq(keptPages.episodeId, episodeId)), 0);
    t.equal(await statusOf(episodeId, buyer), 404);
  });

  await t.test('PRI-27, NOV-08 the same of a novel: text, search and file', async (t) => {
    const pricing = { type: 'all_premium', priceCoins: 30 } as const;
    const story = await shelf.addStory(
      creator.id,
      { publicationType: 'novel', coverMediaId: null },
      { pricing },
    );
    const text = '<p>The lamplighter came.</p>';
    const { id } = await shelf.addEpisode(story, 1, {}, { pages: 0, chapters: [text] });
    await unlock(id);
    await unpublish(id);
    await db
      .update(chapters)
      .set({ html: '<p>Nobody.</p>', plain: 'Nobody.' })
      .where(eq(chapters.episodeId, id));
    t.match((await read(id, buyer)).json().episode.chapters, [{ html: text }]);
    const found = await app.call(`GET /episodes/${id}/search?q=lamplighter`, { as: buyer });
    t.equal(found.json().hits.length, 1);
    t.equal((await app.call(`GET /episodes/epub/${id}`, { as: buyer })).statusCode, 200);
    t.equal((await app.call(`GET /episodes/epub/${id}`, { as: other })).statusCode, 404);
  });

  await t.test('STO-30 it stays for the 30 days of a deleted story', async (t) => {
    const { episodeId, storyId } = await bought();
    await unpublish(episodeId);
    await db.update(stories).set({ title: 'Gone' }).where(eq(stories.id, storyId));
    const foretold = await app.call(`POST /creator/stories/${storyId}/consequences`, {
      as: creator,
      body: { deed: 'delete' },
    });
    t.equal(foretold.json().buyers, 1);
    const gone = await app.call(`DELETE /creator/stories/${storyId}`, {
      as: creator,
      body: { title: 'Gone' },
    });
    t.equal(gone.statusCode, 204, gone.body);
    t.equal(await statusOf(episodeId, buyer), 200);
    t.equal(await statusOf(episodeId, other), 404);
    t.equal(await statusOf(episodeId, creator), 404);
  });

  await t.test('ACC-57 it stays while its creator is leaving', async (t) => {
    const { episodeId, storyId } = await bought();
    await inTransaction(deps, (tx) => withdrawEpisodes(tx, creator.id));
    t.match((await read(episodeId, buyer)).json(), { episode: { kept: true } });
    await restoreEpisodes(deps, creator.id);
    t.match((await read(episodeId, buyer)).json(), { episode: { kept: false } });
    t.equal(
      await db.$count(episodes, and(eq(episodes.storyId, storyId), eq(episodes.status, 'published'))),
      1,
    );
  });

  await t.test('EPI-38 what an administrator blocks gives its coins back, once, and tells it', async (t) => {
    const { episodeId } = await bought();
    const had = await balance();
    await blockEpisode(deps, administrator, episodeId, reasons);
    await app.runJobs();
    await returnBlocked(deps);
    t.equal(await balance(), had + 30);
    t.equal(await statusOf(episodeId, buyer), 404);
    t.same(await told(), ['Ash Street 1 was blocked. 30 coins are back in your wallet.']);
    await unblockEpisode(deps, administrator, episodeId);
    t.equal(await statusOf(episodeId, buyer), 402, 'it costs what it costs then');
    t.equal((await unlock(episodeId)).statusCode, 200);
    await app.runJobs();
    await returnBlocked(deps);
    t.equal(await balance(), had, 'what was paid after the block is not given back');
    t.equal(await statusOf(episodeId, buyer), 200);
  });

  await t.test('the block of a story gives back what is published and what is kept, told once', async (t) => {
    const { episodeIds, storyId } = await bought(2);
    const [kept = ''] = episodeIds;
    await unpublish(kept);
    const had = await balance();
    const toldBefore = (await told()).length;
    await blockStory(deps, administrator, storyId, reasons);
    await app.runJobs();
    t.equal(await balance(), had + 60);
    for (const id of episodeIds) t.equal(await statusOf(id, buyer), 404);
    t.equal((await told()).length, toldBefore + 2);
    const states = await db
      .select({ from: episodes.blockedFrom })
      .from(episodes)
      .where(inArray(episodes.id, [...episodeIds]))
      .orderBy(episodes.position);
    t.same(
      states.map(({ from }) => from),
      ['in_progress', 'published'],
    );
  });

  await t.test('the sweep gives back what was blocked before blocks did', async (t) => {
    const { episodeId } = await bought();
    const had = await balance();
    await db
      .update(episodes)
      .set({ status: 'blocked', blockedFrom: 'published', blockedAt: new Date() })
      .where(eq(episodes.id, episodeId));
    t.equal(await returnBlocked(deps), 1);
    t.equal(await returnBlocked(deps), 0);
    t.equal(await balance(), had + 30);
  });

  await t.test('EPI-29 the dialogs say how many have paid', async (t) => {
    const { episodeId, storyId } = await bought();
    for (const [deed, buyers] of [
      ['unpublish', 1],
      ['delete', 1],
      ['publish', 0],
    ] as const) {
      const body = { deed, episode_id: episodeId };
      const reply = await app.call(`POST /creator/stories/${storyId}/consequences`, { as: creator, body });
      t.equal(reply.json().buyers, buyers, deed);
    }
    await db.update(users).set({ language: 'de' }).where(eq(users.id, buyer.id));
  });
});
