/** STO-30, PRI-14: the console shows an action's effects on other published episodes beforehand. */
import t from 'tap';
import { consequencesOf, type EpisodeLine } from '#server/domains/publishing/releases/rules.ts';
import { startTestApp } from '../../../support/app.ts';
import { readyEpisode, startRelease } from '../../../support/releases.ts';

const line = (id: string, isPublished = true): EpisodeLine => ({
  id,
  title: id,
  isPublished,
  customPriceCoins: 0,
  firstPublishedAt: null,
});
const firstFree = (freeCount: number) => ({
  type: 'first_free' as const,
  freeCount,
  priceCoins: 5,
  freeAfterDays: null,
});
const told = (before: EpisodeLine[], after: EpisodeLine[], freeCount = 2, then = freeCount) =>
  consequencesOf(
    { strategy: firstFree(freeCount), lines: before },
    { strategy: firstFree(then), lines: after },
    new Date(),
  ).map(({ id, now, next }) => [id, now.number, next.number, now.isFree, next.isFree]);

t.test('PRI-14 published episodes that change their number or between free and premium', async (t) => {
  const [a, b, c, d] = [line('a'), line('b'), line('c'), line('d', false)];
  t.same(told([a, b, c], [a, b, c]), []);
  t.same(told([a, b, c], [{ ...a, isPublished: false }, b, c]), [['c', 3, 3, false, true]], 'unpublished');
  t.same(told([d, a, b], [{ ...d, isPublished: true }, a, b]), [['b', 3, 3, true, false]], 'published early');
  t.same(
    told([a, d, b, c], [a, b, c]),
    [
      ['b', 3, 2, true, true],
      ['c', 4, 3, false, false],
    ],
    'a draft between them deleted',
  );
  t.same(
    told([a, b, c], [c, a, b]),
    [
      ['a', 1, 2, true, true],
      ['b', 2, 3, true, false],
      ['c', 3, 1, false, true],
    ],
    'moved',
  );
  t.same(told([a, b, c], [a, b, c], 1, 2), [['b', 2, 2, false, true]], 'other prices');
  t.same(told([d], []), [], 'what readers do not have is no matter of theirs');
});

t.test('PRI-14 the call answers for every deed and writes nothing', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const id = await startRelease(app, owner);
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C']) ids.push(await readyEpisode(app, owner, id, title));
  const [a = '', b = '', c = ''] = ids;
  const draft = await readyEpisode(app, owner, id, 'D');
  for (const episode of ids)
    await app.call(`POST /creator/episodes/${episode}/publish`, { as: owner, body: {} });
  const prices = { type: 'first_free', free_count: 2, price: 5 };
  await app.call(`PUT /creator/pricing_strategies/${id}`, { as: owner, body: prices });
  const ask = (body: object, as = owner) =>
    app.call(`POST /creator/stories/${id}/consequences`, { as, body });
  const total = async (body: object) => (await ask(body)).json().total;
  t.match((await ask({ deed: 'unpublish', episode_id: a })).json(), {
    total: 1,
    consequences: [
      { id: c, title: 'C', now: { number: 3, is_free: false }, next: { number: 3, is_free: true } },
    ],
  });
  t.equal(await total({ deed: 'unpublish', episode_id: c }), 0);
  t.equal(await total({ deed: 'publish', episode_id: draft }), 0);
  t.equal((await ask({ deed: 'publish', episode_id: draft })).json().hidden_before, 0);
  await app.call(`PUT /creator/episodes/${draft}/number`, { as: owner, body: { number: 1 } });
  const late = await readyEpisode(app, owner, id, 'E');
  const hidden = (await ask({ deed: 'publish', episode_id: late })).json().hidden_before;
  t.equal(hidden, 1, 'a draft before it counts in the number that readers see');
  await app.call(`DELETE /creator/episodes/${late}`, { as: owner, body: {} });
  await app.call(`PUT /creator/episodes/${draft}/number`, { as: owner, body: { number: 4 } });
  t.equal(await total({ deed: 'delete', episode_id: draft }), 0);
  t.equal(await total({ deed: 'order', episode_ids: [draft, a, b, c] }), 3);
  t.equal(await total({ deed: 'move', episode_id: draft, number: 1 }), 3);
  t.equal(await total({ deed: 'move', episode_id: c, number: 3 }), 0);
  t.equal(await total({ deed: 'order', episode_ids: [a] }), 0, 'an order that will be refused');
  t.equal(await total({ deed: 'price', pricing: { type: 'all_free' } }), 1);
  t.equal(await total({ deed: 'price', pricing: { type: 'all_premium', price: 9 } }), 2);
  t.equal(await total({ deed: 'price', pricing: { type: 'all_premium', price: 'x' } }), 0);
  t.equal((await ask({ deed: 'block' })).statusCode, 422);
  t.equal((await ask({ deed: 'delete' }, await app.signUp('Eve'))).statusCode, 404);
  const { episodes } = (await app.call(`GET /creator/stories/${id}/episodes_prices`, { as: owner })).json();
  t.same(
    episodes.map(({ price, status }: { price: number; status: string }) => [price, status]),
    [
      [0, 'published'],
      [0, 'published'],
      [5, 'published'],
      [5, 'in_progress'],
    ],
  );
});
