import { eq } from 'drizzle-orm';
import t from 'tap';
import { coinEntries, pricingStrategies, unlocks, wallets } from '../../../db/schema/index.ts';
import { ensureDemoAccounts } from '../../../db/seed/accounts.ts';
import { addWallet } from '../../../db/seed/wallet.ts';
import { findWalletDiscrepancies } from '../../../server/domains/coins/wallet/proof.ts';
import { COIN_ACTIONS } from '../../../server/domains/coins/wallet/rules.ts';
import { startTestApp } from '../../support/app.ts';
import { samplePage } from '../../support/sample-page.ts';
import { openShelf } from '../../support/shelf.ts';

t.test('PRI-24 the demo’s reader has an entry of each kind; sown again, they are the same', async (t) => {
  const app = await startTestApp({ environment: { DEMO: 'on' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const picture = await samplePage(64, 64);
  const people = await ensureDemoAccounts(deps, { draw: () => Promise.resolve(picture), close() {} });
  const shelf = openShelf(deps);
  const author = people.get('hana')?.id ?? '';
  for (const [slug, priceCoins] of [
    ['the-salt-road', 20],
    ['two-umbrellas', 25],
    ['room-313', 20],
    ['ash-street', 30],
  ] as const) {
    const story = await shelf.addStory(author, { slug }, { pricing: { type: 'all_premium', priceCoins } });
    for (const position of [1, 2, 3, 4, 5]) await shelf.addEpisode(story, position);
  }
  t.equal(await deps.db.$count(pricingStrategies), 4);
  await addWallet(deps, people);
  const reader = people.get('reader')?.id ?? '';
  const look = () => deps.db.select().from(coinEntries).where(eq(coinEntries.userId, reader));
  const entries = await look();
  t.same(new Set(entries.map(({ deed }) => deed)), new Set(COIN_ACTIONS));
  t.ok(entries.every(({ createdAt }) => createdAt < new Date()));
  t.match(await deps.db.select().from(wallets).where(eq(wallets.userId, reader)), [
    { balanceCoins: 135, debtCoins: 0 },
  ]);
  t.equal(await deps.db.$count(unlocks, eq(unlocks.readerId, reader)), 5);
  t.same(await findWalletDiscrepancies(deps), []);
  await addWallet(deps, people);
  t.same(await look(), entries);
});
