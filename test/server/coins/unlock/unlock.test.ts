import { and, asc, eq } from 'drizzle-orm';
import t from 'tap';
import {
  coinEntries,
  episodes,
  outbox,
  pricingStrategies,
  stories,
  unlocks,
  users,
} from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { collectOwnData } from '#server/domains/administration/privacy/collect.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { returnCoins } from '#server/domains/coins/unlock/returns.ts';
import { purgeDeletedStories } from '#server/domains/publishing/releases/deletion.ts';
import { lockEpisode } from '#server/domains/publishing/releases/lock.ts';
import { blockEpisode } from '#server/domains/safety/takedowns/episodes.ts';
import { newId } from '#server/lib/ids.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 86_400_000;

t.test('unlocking', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { db } = deps;
  const shelf = openShelf(deps);
  const author = await shelf.addAuthor();
  let readers = 0;
  const withCoins = async (coins: number) => {
    readers += 1;
    const account = await app.signUp(`Reader ${readers}`);
    if (coins > 0) await giveCoins(app, account, coins);
    return account;
  };
  const unlock = (id: string, as: Account | undefined, price: unknown = 30, headers = {}) =>
    app.call(`POST /episodes/${id}/unlock`, { as, body: { price }, headers });
  const balanceOf = async (as: Account) => (await app.call('GET /wallet', { as })).json().balance;
  const statusOf = async (id: string, as: Account) =>
    (await app.call(`GET /episodes/${id}`, { as })).statusCode;
  const rowsOf = (as: Account) =>
    db.select().from(unlocks).where(eq(unlocks.readerId, as.id)).orderBy(asc(unlocks.id));

  await t.test('PRI-22, PRI-23, PRI-27, API-29 it is paid once, and the pages are there', async (t) => {
    const { episodeId, storyId } = await addPremium(shelf, author);
    const reader = await withCoins(100);
    const locked = await app.call(`GET /episodes/${episodeId}`, { as: reader });
    t.equal(locked.statusCode, 402);
    t.match(locked.json(), { episode: { price: 30, unlocked: false } });
    const own = async () => (await app.call(`GET /stories/${storyId}/mine`, { as: reader })).json();
    t.same((await own()).locked_episodes, [{ id: episodeId, number: 1, price: 30, free_at: null }]);
    const reply = await unlock(episodeId, reader);
    t.equal(reply.statusCode, 200);
    t.match(reply.json(), {
      unlocked: true,
      balance: 70,
      notice: { is_success: true, message: 'Unlocked. You have 70 coins left.' },
    });
    const open = await app.call(`GET /episodes/${episodeId}`, { as: reader });
    t.equal(open.statusCode, 200);
    t.match(open.json(), { episode: { unlocked: true, pages: [{}, {}] } });
    t.match((await unlock(episodeId, reader)).json(), { unlocked: true, balance: 70 });
    t.match((await unlock(episodeId, reader, 999)).json(), { balance: 70 }, 'at whatever price');
    t.match(await own(), {
      locked_episodes: [],
      unlocked_episode_ids: [episodeId],
      unlocked_numbers: [1],
    });
    const rows = await rowsOf(reader);
    t.match(rows, [{ storyId, episodeId, priceCoins: 30, returnedAt: null }]);
    const events = await db.select().from(outbox).where(eq(outbox.name, 'episode.unlocked'));
    t.same(
      events.map(({ payload }) => payload),
      [{ unlockId: rows[0]?.id }],
    );
    t.equal(await statusOf(episodeId, await withCoins(0)), 402, 'for nobody else');
  });

  await t.test('PRI-25, PRI-26, ERR-38 too few coins change nothing, and say what is missing', async (t) => {
    const { episodeId } = await addPremium(shelf, author);
    const reader = await withCoins(12);
    const reply = await unlock(episodeId, reader);
    t.equal(reply.statusCode, 422);
    t.match(reply.json(), {
      code: 'not_enough_coins',
      message: 'Not enough coins to unlock this episode',
      price: 30,
      balance: 12,
    });
    t.equal(await balanceOf(reader), 12);
    t.equal(await statusOf(episodeId, reader), 402);
    t.same(await rowsOf(reader), []);
    t.equal((await unlock(episodeId, await withCoins(0))).json().balance, 0);
  });

  await t.test('PRI-20, PRI-28 what is not to be paid for is refused by its code', async (t) => {
    const reader = await withCoins(1000);
    const codeOf = async (id: string, as: Account | undefined = reader, headers = {}) => {
      const reply = await unlock(id, as, 30, headers);
      return [reply.statusCode, reply.json().code];
    };
    const { episodeId, storyId } = await addPremium(shelf, author);
    t.same((await unlock(episodeId, undefined)).statusCode, 401);
    t.same(await codeOf(newId()), [404, 'not_found']);
    const member = await app.signUp('Member');
    await joinTeam(app, storyId, member, 'viewer');
    t.same(await codeOf(episodeId, member), [409, 'episode_own']);
    const administrator = await app.signUp('Ada Ministra');
    await app.makeAdministrator(administrator);
    t.same(await codeOf(episodeId, administrator), [409, 'episode_own']);
    const free = await shelf.addStory(author);
    t.same(await codeOf((await shelf.addEpisode(free, 1)).id), [409, 'episode_free']);
    const pricing = { type: 'all_premium', priceCoins: 30 } as const;
    const geofilter = { type: 'allow' as const, countries: ['FR'] };
    const french = await shelf.addStory(author, {}, { pricing, geofilter });
    const { id: inFrance } = await shelf.addEpisode(french, 1);
    t.same(await codeOf(inFrance, reader, { 'x-country': 'DE' }), [451, 'story_not_available']);
    const hidden = await shelf.addStory(author, {}, { pricing });
    for (const [position, status] of (['in_progress', 'scheduled', 'blocked'] as const).entries()) {
      const { id } = await shelf.addEpisode(hidden, position + 1, { status });
      t.same(await codeOf(id), [404, 'not_found'], status);
    }
    for (const price of [0, -30, 30.5, 1001, '30', null])
      t.equal((await unlock(episodeId, reader, price)).statusCode, 422, String(price));
    t.equal(await balanceOf(reader), 1000);
  });

  await t.test('PRI-22 another price than the one that was shown is refused, with the new one', async (t) => {
    const { episodeId, storyId } = await addPremium(shelf, author);
    const reader = await withCoins(100);
    await db.update(pricingStrategies).set({ priceCoins: 40 }).where(eq(pricingStrategies.storyId, storyId));
    const reply = await unlock(episodeId, reader);
    t.equal(reply.statusCode, 409);
    t.match(reply.json(), {
      code: 'price_changed',
      price: 40,
      message: 'The price has changed: it is 40 coins now. Nothing was paid.',
    });
    t.equal(await balanceOf(reader), 100);
    t.match((await unlock(episodeId, reader, 40)).json(), { balance: 60 });
    await db.update(pricingStrategies).set({ priceCoins: 90 }).where(eq(pricingStrategies.storyId, storyId));
    t.equal(await statusOf(episodeId, reader), 200, 'no change of prices locks it again');
  });

  await t.test('PRI-27 requests at once pay once, and so do two keys', async (t) => {
    const { episodeIds } = await addPremium(shelf, author, { episodes: 4 });
    const reader = await withCoins(100);
    const [first = '', second = '', third = ''] = episodeIds;
    const same = await Promise.all(
      [1, 2, 3, 4, 5].map((turn) => unlock(first, reader, 30, { 'idempotency-key': `k${turn % 2}` })),
    );
    t.same(
      same.map((each) => [each.statusCode, each.json().balance]),
      same.map(() => [200, 70]),
    );
    const reused = await unlock(second, reader, 30, { 'idempotency-key': 'k1' });
    const other = await unlock(third, reader, 30, { 'idempotency-key': 'k0' });
    t.same(
      [reused, other].map((each) => [each.statusCode, each.json().code]),
      [
        [422, 'idempotency_key_reused'],
        [422, 'idempotency_key_reused'],
      ],
      'a key stands for what was answered under it',
    );
    const replies = await Promise.all(episodeIds.map((id) => unlock(id, reader)));
    const paid = (await rowsOf(reader)).length;
    t.equal(paid, 3, 'as many as 100 coins pay for');
    t.equal(replies.filter(({ statusCode }) => statusCode === 422).length, 1);
    t.equal(await balanceOf(reader), 10);
  });

  await t.test('PRI-22 while a price changes, one of both is paid and never another', async (t) => {
    const { episodeId, storyId } = await addPremium(shelf, author);
    const reader = await withCoins(100);
    let waiting: Promise<Awaited<ReturnType<typeof unlock>>> | undefined;
    await inTransaction(deps, async (tx) => {
      await lockEpisode(tx, episodeId);
      waiting = unlock(episodeId, reader).then((reply) => reply);
      await tx.db
        .update(pricingStrategies)
        .set({ priceCoins: 45 })
        .where(eq(pricingStrategies.storyId, storyId));
      await waitsForLock(deps);
    });
    const reply = await waiting;
    t.match([reply?.statusCode, reply?.json()], [409, { code: 'price_changed', price: 45 }]);
    t.equal(await balanceOf(reader), 100);
  });

  await t.test('PRI-26 while an episode is blocked, nobody pays for it', async (t) => {
    const { episodeId } = await addPremium(shelf, author);
    const reader = await withCoins(100);
    const administrator = {
      id: (await app.signUp('A')).id,
      administrator: true,
      secondFactor: true,
    } as Viewer;
    const [reply] = await Promise.all([
      unlock(episodeId, reader),
      blockEpisode(deps, administrator, episodeId, { reason: 'A copy' }),
    ]);
    t.ok([200, 404].includes(reply.statusCode));
    t.equal(await balanceOf(reader), reply.statusCode === 200 ? 70 : 100);
    t.equal((await unlock(episodeId, await withCoins(50))).statusCode, 404);
  });

  await t.test('EPI-29, PRI-27 coins come back when the episode is deleted, once', async (t) => {
    const creator = await app.signUp('Creator');
    const { episodeIds, storyId } = await addPremium(shelf, creator.id, { episodes: 2 });
    const [gone = '', kept = ''] = episodeIds;
    const everybody = [await withCoins(60), await withCoins(30)];
    for (const reader of everybody) await unlock(gone, reader);
    const [first] = everybody as [Account];
    await unlock(kept, first);
    await app.call(`POST /creator/episodes/${gone}/unpublish`, { as: creator, body: {} });
    await app.runJobs();
    t.equal(await balanceOf(first), 0, 'unlocks of what is only taken back are kept');
    const reply = await app.call(`DELETE /creator/episodes/${gone}`, { as: creator });
    t.equal(reply.statusCode, 204);
    await app.runJobs();
    await returnCoins(deps, { storyId, episodeId: gone });
    t.same(await Promise.all(everybody.map(balanceOf)), [30, 30]);
    t.match((await app.call('GET /wallet/entries', { as: first })).json().entries[0], {
      kind: 'return',
      coins: 30,
      balance_after: 30,
      episode: null,
    });
    t.equal(await statusOf(kept, first), 200);
    t.same(
      (await rowsOf(first)).map(({ episodeId, returnedAt }) => [episodeId, returnedAt !== null]),
      [
        [gone, true],
        [kept, false],
      ],
    );
  });

  await t.test('REV-08 of a story that is gone the coins come back, and whose they were stays', async (t) => {
    const { episodeIds, storyId } = await addPremium(shelf, author, { episodes: 2 });
    const reader = await withCoins(60);
    for (const id of episodeIds) await unlock(id, reader);
    await db
      .update(stories)
      .set({ deletedAt: new Date(Date.now() - 40 * DAY_MS) })
      .where(eq(stories.id, storyId));
    await purgeDeletedStories(deps);
    t.same(await db.select().from(episodes).where(eq(episodes.storyId, storyId)), []);
    await app.runJobs();
    t.equal(await balanceOf(reader), 60);
    const rows = await rowsOf(reader);
    t.match(rows, [{ storyId }, { storyId }]);
    t.ok(rows.every(({ returnedAt }) => returnedAt !== null));
  });

  await t.test('REV-08 what was paid outlives the account, and goes into the copy of its data', async (t) => {
    const { episodeId } = await addPremium(shelf, author);
    const reader = await withCoins(50);
    await unlock(episodeId, reader);
    const { files } = await collectOwnData(deps, reader.id);
    t.match(files, {
      wallet: { balanceCoins: 20, entries: [{ deed: 'grant' }, { deed: 'unlock', coins: -30, episodeId }] },
      unlocks: [{ episodeId, priceCoins: 30 }],
    });
    await db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 40 * DAY_MS) })
      .where(eq(users.id, reader.id));
    await eraseDueAccounts(deps);
    t.equal((await rowsOf(reader)).length, 1);
    const paid = and(eq(coinEntries.userId, reader.id), eq(coinEntries.deed, 'unlock'));
    t.match(await db.select().from(coinEntries).where(paid), [{ coins: -30, balanceAfter: 20 }]);
  });
});

/** Resolves when another connection waits for a row of this transaction. */
async function waitsForLock({ pool }: { pool: { query(text: string): Promise<{ rows: unknown[] }> } }) {
  for (;;) {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
