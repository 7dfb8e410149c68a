import t from 'tap';
import { balanceAdvice } from '#server/domains/administration/privacy/rules.ts';
import { startTestApp } from '../../../support/app.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';
import { ask, makeCreator } from '../../../support/payouts.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('who leaves is told of balance, coins, buyers and open payouts', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const shelf = openShelf(app.deps);
  const creator = await makeCreator(app);
  const see = async () => (await app.call('GET /user/deletion', { as: creator })).json();
  t.same(await see(), {
    balance: '212.40',
    threshold: '100.00',
    payout_problem: null,
    open_payout: null,
    coins: 0,
    buyers_count: 0,
    unlocks_count: 0,
  });
  const { episodeId } = await addPremium(shelf, creator.id, { price: 10 });
  for (const buyer of [await app.signUp('One'), await app.signUp('Two')]) {
    await giveCoins(app, buyer, 10);
    await app.call(`POST /episodes/${episodeId}/unlock`, { as: buyer, body: { price: 10 } });
  }
  await giveCoins(app, creator, 5);
  await ask(app, creator);
  t.match(await see(), {
    balance: '0.00',
    payout_problem: 'payout_open',
    open_payout: '212.40',
    coins: 5,
    buyers_count: 2,
    unlocks_count: 2,
  });
});

t.test('a balance beside an open payout is requested next, and only too small a one is lost', async (t) => {
  const advice = (balance: string, open_payout: string | null = null) =>
    balanceAdvice({ balance, threshold: '100.00', open_payout });
  t.equal(advice('100.00'), 'now');
  t.equal(advice('316.01', '505.04'), 'next');
  t.same([advice('99.99'), advice('99.99', '505.04')], ['lost', 'lost']);
  t.same([advice('0.00'), advice('-3.10')], [null, null]);
});
