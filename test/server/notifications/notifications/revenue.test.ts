/** Creators are notified of each import once, in their language, with their amount and a link to its details. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { notifications, users } from '#db/schema/index.ts';
import { notifyOfRevenue } from '#server/domains/notifications/notifications/revenue.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { setClock } from '../../../support/releases.ts';
import { credit } from '../../../support/revenue.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('NOT-10, REV-02 creators are told of what was credited', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const at = new Date('2026-11-01T03:00:00Z');
  setClock(app, at);
  const shelf = openShelf(app.deps);
  const [mika, noor, gone] = [await app.signUp('Mika'), await app.signUp('Noor'), await app.signUp('Gone')];
  const of = async ({ id }: Account) => (await shelf.addStory(id)).id;
  const [ofMika, alsoOfMika, ofNoor, ofGone] = [
    await of(mika),
    await of(mika),
    await of(noor),
    await of(gone),
  ];
  await app.deps.db.update(users).set({ erasedAt: at }).where(eq(users.id, gone.id));
  const line = (storyId: string, netMicros: number) => ({ storyId, netMicros, impressions: 1 });
  type Told = { kind: string; text: string; url: string; count: number };
  const list = async (as: Account, headers = {}) =>
    (await app.call('GET /user/notifications', { as, headers })).json().notifications as Told[];

  const importId = await credit(app, {
    period: '2026-10',
    at,
    lines: [
      line(ofMika, 100_000_000),
      line(alsoOfMika, 1_234_567),
      line(ofNoor, 10_000),
      line(ofGone, 5_000_000),
    ],
  });
  await app.runJobs();
  for (const _ of [1, 2]) await notifyOfRevenue(app.deps, importId);
  t.match(await list(mika), [
    {
      kind: 'revenue_credited',
      text: 'Revenue for October 2026 was credited: $70.86',
      url: '/creator/revenue/2026-10',
      count: 1,
    },
  ]);
  t.equal((await list(mika)).length, 1, 'once, however many stories and however often');
  t.match(await list(noor), [{ text: 'Revenue for October 2026 was credited: $0.00' }], 'less than a cent');
  t.equal(await app.deps.db.$count(notifications, eq(notifications.userId, gone.id)), 0);

  await t.test('a correction by itself, in German', async (t) => {
    await credit(app, {
      period: '2026-10',
      kind: 'correction',
      at,
      lines: [line(ofMika, -1_000_000)],
    });
    await app.runJobs();
    const texts = (await list(mika, { 'accept-language': 'de' })).map(({ text }) => text);
    t.ok(texts.includes('Einnahmen für Oktober 2026 wurden berichtigt: −$0.70'), texts.join());
    t.equal(texts.length, 2);
    t.equal((await list(noor)).length, 1, 'nobody else is told');
  });

  await t.test('what was read is not told again by a job that runs twice', async (t) => {
    await app.call('DELETE /user/notifications', { as: mika, body: {} });
    await notifyOfRevenue(app.deps, importId);
    t.same(await list(mika), []);
  });
});

t.test('NOT-10 more creators than are told at a time', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const at = new Date('2026-11-01T03:00:00Z');
  setClock(app, at);
  const shelf = openShelf(app.deps);
  const owners = Array.from({ length: 502 }, () => crypto.randomUUID());
  const { rows } = await app.deps.pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at)
      select id, id || '@example.org', 'o-' || id, 'O', '1990-01-01', now() from unnest($1::uuid[]) id returning id`,
    [owners],
  );
  t.equal(rows.length, owners.length);
  const lines = [];
  for (const id of owners)
    lines.push({ storyId: (await shelf.addStory(id)).id, netMicros: 1_000_000, impressions: 1 });
  await credit(app, { period: '2026-10', at, lines });
  await app.runJobs();
  t.equal(await app.deps.db.$count(notifications, eq(notifications.kind, 'revenue_credited')), owners.length);
});
