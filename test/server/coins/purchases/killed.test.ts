/** A purchase is killed at each statement: coins are credited once, and the store is notified once. */
import t from 'tap';
import { buildApp } from '#server/app.ts';
import { MINUTE_MS } from '#server/lib/durations.ts';
import { startTestApp } from '../../../support/app.ts';
import { liveUntil } from '../../../support/mortal.ts';
import { openStores } from '../../../support/stores.ts';

const COINS = 200;
const stand = `select (select balance_coins::int from wallets) as balance,
  (select coalesce(sum(coins), 0)::int from coin_entries) as summed,
  (select count(*)::int from store_purchases) as purchases, (select count(*)::int from coin_entries) as entries,
  (select count(*)::int from outbox where name = 'purchase.made') as told`;

t.test('PRI-24, PRI-30 a purchase that is cut off at any word brings its coins once', async (t) => {
  const shops = await openStores();
  const app = await startTestApp({ environment: shops.environment });
  t.teardown(async () => {
    await app.close();
    await shops.close();
  });
  const reader = await app.signUp();
  const buy = (at: number) => {
    const receipt = { packageName: 'example.app', productId: 'coins_200', purchaseToken: `token-${at}` };
    return {
      method: 'POST' as const,
      url: '/api/wallet/purchases',
      headers: { ...reader.headers, 'idempotency-key': `step-${at}` },
      payload: { provider: 'google_play', receipt: JSON.stringify(receipt) },
    };
  };
  const find = async () => (await app.deps.pool.query(stand)).rows[0];
  const standAfter = (count: number) => {
    const balance = COINS * count;
    return {
      balance: count === 0 ? null : balance,
      summed: balance,
      purchases: count,
      entries: count,
      told: count,
    };
  };
  const startedAt = Date.now();
  let words = 0;
  // A minute apart, since the limit would refuse this many.
  app.deps.clock.now = () => new Date(startedAt + words * MINUTE_MS);
  for (let end = 'killed'; end === 'killed'; words += 1) {
    shops.play.purchases.set(`token-${words}`, {
      ...{ productId: 'coins_200', purchaseState: 0, orderId: `GPA.${words}` },
      obfuscatedExternalAccountId: reader.id,
    });
    end = await liveUntil(app, words + 1, async (deps) =>
      (await buildApp(deps, { caches: app.caches })).inject(buy(words)),
    );
    const half = await find();
    t.equal(half.summed, COINS * half.purchases, `all or nothing at word ${words + 1}`);
    t.ok(half.purchases === words || half.purchases === words + 1);
    t.equal(half.told, half.purchases);
    for (const why of ['the retry finishes it', 'and once more changes nothing']) {
      const reply = await app.app.inject(buy(words));
      t.match([reply.statusCode, reply.json()], [201, { balance: COINS * (words + 1) }], why);
      t.same(await find(), standAfter(words + 1));
    }
  }
  t.ok(words > 8, `${words} words`);
});
