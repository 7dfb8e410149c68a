import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import {
  adminActions,
  erasedStories,
  founderTerms,
  outbox,
  revenueCredits,
  revenueImports,
  revenueLines,
  stories,
} from '#db/schema/index.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { csvOf, openImports } from '../../../support/imports-of-revenue.ts';
import { setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';

let app: TestApp;
let mei: Account;
let imports: ReturnType<typeof openImports>;
let shelf: ReturnType<typeof openShelf>;

const NOW = new Date('2026-11-03T09:00:00Z');

t.beforeEach(async () => {
  app = await startTestApp();
  setClock(app, NOW);
  mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  imports = openImports(app, mei);
  shelf = openShelf(app.deps);
});
t.afterEach(() => app.close());

const author = async (founderSince?: string, until: string | null = null) => {
  const userId = await shelf.addAuthor();
  if (founderSince) await app.deps.db.insert(founderTerms).values({ userId, since: founderSince, until });
  return { userId, story: (await shelf.addStory(userId)).id };
};
const earned = async (userId: string) => {
  const { earned, rest } = await findBalances(app.deps, userId);
  return { earned, rest };
};

t.test('REV-03 REV-04 creators get 70 percent, founders on the last day of the month 75', async (t) => {
  const [usual, founder, late, former] = [
    await author(),
    await author('2026-10-31'),
    await author('2026-11-01'),
    await author('2026-01-01', '2026-10-31'),
  ];
  const all = [usual, founder, late, former];
  const found = await imports.hand(csvOf(all.map(({ story }) => ({ story, amount: '100.01' }))));
  t.match(found, {
    state: 'ready',
    period: '2026-10',
    lines_count: 4,
    net_revenue: '400.040000',
    totals: { to_creators: '285.00', creators_count: 4, new_creators_count: 4 },
  });
  t.same(await earned(usual.userId), { earned: 0, rest: 0 }, 'nothing is credited before');
  const reply = await imports.commit(found.id);
  t.equal(reply.statusCode, 200);
  t.match(reply.json(), { import: { state: 'credited', credited_by: { display_name: 'Mei Tan' } } });
  t.same(await earned(usual.userId), { earned: 70_000_000, rest: 7_000 });
  t.same(await earned(founder.userId), { earned: 75_000_000, rest: 7_500 });
  t.same(await earned(late.userId), { earned: 70_000_000, rest: 7_000 }, 'a day too late');
  t.same(await earned(former.userId), { earned: 70_000_000, rest: 7_000 }, 'not on the last day');
  t.same(await findDiscrepancies(app.deps), []);
  const [entry] = await app.deps.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.deed, 'revenue_credited'));
  t.match(entry, { actorId: mei.id, subjectId: found.id, details: { period: '2026-10', creators: 4 } });
  const told = await app.deps.db.select().from(outbox).where(eq(outbox.name, 'revenue.credited'));
  t.match(told, [{ payload: { importId: found.id } }]);
  t.match((await imports.get(found.id)).totals, { to_creators: '285.00', new_creators_count: 4 });
});

t.test('REV-17 less than a cent is carried into the next month, and nothing lapses', async (t) => {
  const { userId, story } = await author();
  await imports.commit((await imports.hand(csvOf([{ story, amount: '0.01' }], '2026-09'))).id);
  t.same(await earned(userId), { earned: 0, rest: 7_000 });
  await imports.commit((await imports.hand(csvOf([{ story, amount: '0.01' }]))).id);
  t.same(await earned(userId), { earned: 10_000, rest: 4_000 });
  const credits = await app.deps.db.select().from(revenueCredits).orderBy(asc(revenueCredits.period));
  t.match(credits, [
    { restBeforeMicros: 0, shareMicros: 7_000, creditMicros: 0, restAfterMicros: 7_000 },
    { restBeforeMicros: 7_000, shareMicros: 7_000, creditMicros: 10_000, restAfterMicros: 4_000 },
  ]);
});

t.test('OPS-04 the same content again changes nothing, by name, by hand and at once', async (t) => {
  const { userId, story } = await author();
  const file = csvOf([{ story, amount: '100' }]);
  const [first, second] = [await imports.hand(file), await imports.hand(file, { name: 'other.csv' })];
  const replies = await Promise.all([first.id, first.id, second.id, second.id].map(imports.commit));
  t.same(
    replies.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  );
  t.same(await earned(userId), { earned: 70_000_000, rest: 0 });
  const states = [(await imports.get(first.id)).state, (await imports.get(second.id)).state].sort();
  t.same(states, ['credited', 'same']);
  t.match(
    await imports.hand(file),
    { state: 'same', period: '2026-10', lines_count: 1 },
    'known at the check',
  );
  t.equal(await app.deps.db.$count(revenueCredits), 1);
});

t.test('REV-18 one file a month; what changes later is a correction', async (t) => {
  const { userId, story } = await author();
  const correction = csvOf([{ story, amount: '-30' }]);
  t.match(await imports.hand(correction, { kind: 'correction' }), {
    state: 'refused',
    problems: [{ code: 'month_missing' }],
  });
  const [one, other] = [
    await imports.hand(csvOf([{ story, amount: '100' }])),
    await imports.hand(csvOf([{ story, amount: '101' }])),
  ];
  await imports.commit(one.id);
  const late = await imports.commit(other.id);
  t.match([late.statusCode, late.json<{ code: string }>().code], [409, 'month_credited']);
  t.match(await imports.hand(csvOf([{ story, amount: '102' }])), { problems: [{ code: 'month_credited' }] });
  const found = await imports.hand(correction, { kind: 'correction' });
  t.match(found, { state: 'ready', net_revenue: '-30.000000', totals: { to_creators: '-21.00' } });
  await imports.commit(found.id);
  t.same(await earned(userId), { earned: 49_000_000, rest: 0 });
  t.match(await imports.hand(correction, { kind: 'correction' }), { state: 'same' });
});

t.test('REV-18 a story earns for its owner at that moment, also when it is erased', async (t) => {
  const [before, after] = [await author(), await author()];
  const gone = newId();
  const [{ userId: erasedOwner }] = [await author()];
  await app.deps.db.insert(erasedStories).values({ storyId: gone, ownerId: erasedOwner, erasedAt: NOW });
  const lines = [
    { story: before.story, amount: '10' },
    { story: gone, amount: '20' },
  ];
  const { id } = await imports.hand(csvOf(lines));
  await app.deps.db.update(stories).set({ ownerId: after.userId }).where(eq(stories.id, before.story));
  await imports.commit(id);
  t.same(await earned(before.userId), { earned: 0, rest: 0 });
  t.same(await earned(after.userId), { earned: 7_000_000, rest: 0 });
  t.same(await earned(erasedOwner), { earned: 14_000_000, rest: 0 });
});

t.test('REV-18 each bad line is named, and nothing of the file is imported', async (t) => {
  const { story } = await author();
  const meant = (await author()).story;
  const wrong = `${meant.slice(0, -1)}${meant.endsWith('0') ? '1' : '0'}`;
  const file = csvOf([
    { story, amount: '1' },
    { story: meant, amount: '"1,234.56"' },
    { story: wrong, amount: '1' },
    { story, amount: '2' },
    { story: meant, amount: '=HYPERLINK("http://x")' },
    { story: meant, amount: '-1' },
    { story: meant, amount: '1', period: '2026-09' },
    { story: meant, amount: '1', period: '2026-11' },
  ]);
  const found = await imports.hand(file);
  t.match(found, { state: 'refused', lines_count: 8, problems_count: 7, totals: null });
  t.same(
    found.problems.map(({ line, code }) => [line, code]),
    [
      [3, 'amount_thousands'],
      [4, 'unknown_story'],
      [5, 'story_twice'],
      [6, 'formula'],
      [7, 'amount_negative'],
      [8, 'period_other'],
      [9, 'period_not_over'],
    ],
  );
  t.match(found.problems[1]?.hint, meant, 'the story that was meant, perhaps');
  t.match(found.problems[0]?.excerpt, /"1,234\.56"$/);
  t.equal(await app.deps.db.$count(revenueLines), 0);
  const reply = await imports.commit(found.id);
  t.match([reply.statusCode, reply.json<{ code: string }>().code], [409, 'import_not_ready']);
  const table = await app.call(`GET /admin/revenue_imports/${found.id}/problems`, { as: mei });
  t.equal(table.body.trim().split('\r\n').length, 8);
  t.match(table.headers['content-type'], /text\/csv/);
});

t.test('REV-18 no more than a thousand bad lines are kept, a hundred shown', async (t) => {
  const file = csvOf(Array.from({ length: 3000 }, () => ({ story: newId(), amount: '1' })));
  const found = await imports.hand(file);
  t.match(found, { state: 'refused', problems_count: 3000 });
  t.equal(found.problems.length, 100);
});

t.test('REV-18 a file that is too large is 413, one without a kind 422, another body 415', async (t) => {
  const large = await imports.upload(Buffer.alloc(64 * 1024 * 1024 + 1, 'x'));
  t.match([large.statusCode, large.json<{ code: string }>().code], [413, 'revenue_file_too_large']);
  t.equal((await imports.upload('x', { kind: 'all' })).statusCode, 422);
  t.equal((await app.call('POST /admin/revenue_imports', { as: mei, body: {} })).statusCode, 415);
  t.match(await imports.hand(''), { state: 'refused', problems: [{ line: 1, code: 'empty' }] });
});

t.test('REV-18 a large file is checked by a worker', async (t) => {
  const { story } = await author();
  const lines = Array.from({ length: 30_000 }, () => ({ story, amount: '1' }));
  const found = await imports.hand(csvOf(lines));
  t.equal(found.state, 'checking');
  t.equal((await imports.commit(found.id)).statusCode, 409);
  await app.runJobs();
  t.match(
    await imports.get(found.id),
    { state: 'refused', problems_count: 10_000 },
    'it is not read to its end',
  );
});

t.test('REV-18 what was discarded is not credited, what was credited not discarded', async (t) => {
  const { story } = await author();
  const found = await imports.hand(csvOf([{ story, amount: '1' }]));
  t.equal((await imports.discard(found.id)).statusCode, 200);
  t.equal((await imports.discard(found.id)).statusCode, 200);
  t.equal((await imports.commit(found.id)).statusCode, 409);
  const again = await imports.hand(csvOf([{ story, amount: '1' }]));
  await imports.commit(again.id);
  t.equal((await imports.discard(again.id)).statusCode, 409);
});

t.test('OPS-04 an upload under a key is taken in once, another one under it is refused', async (t) => {
  const { story } = await author();
  const file = csvOf([{ story, amount: '1' }]);
  const send = (content: string, options = {}) => imports.upload(content, { key: 'k-1', ...options });
  const first = await send(file);
  const again = await send(file, { name: 'other.csv' });
  t.same([first.statusCode, again.statusCode], [201, 201]);
  t.same(again.json(), first.json());
  for (const reply of [await send(`${file}\n`), await send(file, { kind: 'correction' })])
    t.match([reply.statusCode, reply.json()], [422, { code: 'idempotency_key_reused' }]);
  t.equal(await app.deps.db.$count(revenueImports), 1);
  t.equal((await send(file, { key: 'k-2' })).statusCode, 201);
  t.equal(await app.deps.db.$count(revenueImports), 2);
  const { id } = first.json().import;
  const discard = (of: string) =>
    app.call(`POST /admin/revenue_imports/${of}/discard`, { as: mei, headers: { 'idempotency-key': 'k-3' } });
  t.match((await discard(id)).json(), { import: { state: 'discarded' } });
  t.match((await discard(id)).json(), { import: { state: 'discarded' } });
  t.match((await discard(newId())).json(), { code: 'idempotency_key_reused' });
  t.match((await send('x', { key: 'é' })).statusCode, 422, 'a key is plain characters');
  t.equal(await app.deps.db.$count(adminActions, eq(adminActions.deed, 'revenue_discarded')), 1);
});

t.test('REV-18 a file may be called anything', async (t) => {
  const { story } = await author();
  for (const [name, kept] of [
    ['a\u0000b.csv', 'a b.csv'],
    ['../../etc/passwd', 'passwd'],
    ['Umsätze (1) 😀.csv', 'Umsätze (1) 😀.csv'],
    ['\u0007', 'revenue.csv'],
    [`${'x'.repeat(300)}.csv`, /^x{190,}/],
  ] as const) {
    const reply = await imports.upload(csvOf([{ story, amount: '1' }]), { name });
    t.match([reply.statusCode, reply.json()], [201, { import: { file_name: kept } }], JSON.stringify(name));
  }
});

t.test('REV-18 it is for administrators who have just signed in', async (t) => {
  const reader = await app.signUp('Reader');
  t.equal((await app.call('GET /admin/revenue_imports', { as: reader })).statusCode, 403);
  t.equal((await app.call('GET /admin/revenue_imports')).statusCode, 401);
  t.equal((await openImports(app, reader).upload('x')).statusCode, 403);
  t.equal((await imports.commit(newId())).statusCode, 404);
  const list = await app.call('GET /admin/revenue_imports', { as: mei });
  t.match(list.json(), { imports: [], total: 0 });
});

t.test('REV-18 what stands out is shown before it counts', async (t) => {
  const [jumper, newcomer] = [await author(), await author('2026-10-15')];
  const september = [
    { story: jumper.story, amount: '10' },
    { story: newcomer.story, amount: '10' },
  ];
  await imports.commit((await imports.hand(csvOf(september, '2026-09'))).id);
  const { stands_out: found } = await imports.hand(
    csvOf([
      { story: jumper.story, amount: '90' },
      { story: newcomer.story, amount: '10' },
    ]),
  );
  t.match(found, [
    { reason: 'jump', story: { id: jumper.story }, before: '10.000000', now: '90.000000' },
    { reason: 'share_changed', story: null, owner: { id: newcomer.userId }, before: '70', now: '75' },
  ]);
});
