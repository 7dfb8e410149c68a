import { eq } from 'drizzle-orm';
import t from 'tap';
import { revenueCredits, users } from '../../../db/schema/index.ts';
import { demoStories } from '../../../db/seed/content/index.ts';
import { seedDemo } from '../../../db/seed/demo.ts';
import { addRevenue } from '../../../db/seed/revenue.ts';
import { viewerOf } from '../../../server/domains/accounts/sessions/rules.ts';
import { findEarnings, listRevenue } from '../../../server/domains/income/earnings/queries.ts';
import { findMonth } from '../../../server/domains/income/earnings/queries-month.ts';
import { openStatement } from '../../../server/domains/income/earnings/statement.ts';
import { findDiscrepancies } from '../../../server/domains/income/ledger/queries.ts';
import { addMonths, monthOf } from '../../../server/lib/months.ts';
import { startTestApp } from '../../support/app.ts';
import { prove } from '../../support/revenue.ts';
import { samplePage } from '../../support/sample-page.ts';
import { readZip } from '../../support/zip.ts';

t.test('REV-09 REV-17 creators of the demo have earned for months; sown again, it is the same', async (t) => {
  const app = await startTestApp({ environment: { DEMO: 'on' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const picture = await samplePage(64, 64);
  const rasterizer = { draw: () => Promise.resolve(picture), close() {} };
  const works = demoStories.map((story) => ({
    ...story,
    episodes: story.episodes
      .filter(({ day }) => day <= 0)
      .slice(0, 1)
      .map((episode) => (episode.pages ? { ...episode, pages: 1 } : episode)),
  }));
  await seedDemo(deps, rasterizer, { onProgress() {}, signal: new AbortController().signal, works });
  const credits = await deps.db.$count(revenueCredits);
  t.ok(credits > 20);
  const people = await deps.db.select().from(users);
  await addRevenue(deps, new Map(people.map((person) => [person.id, person])));
  t.equal(await deps.db.$count(revenueCredits), credits);
  t.same(await findDiscrepancies(deps), []);

  const [user] = await deps.db.select().from(users).where(eq(users.displayName, 'Mirko Haas'));
  if (user === undefined) throw new Error('there is no Mirko');
  const viewer = viewerOf(user, { id: '', provenAt: null }, deps.clock.now());
  const period = addMonths(monthOf(deps.clock.now()), -1);
  const [, last, ...before] = await listRevenue(deps, viewer);
  for (const row of [last, ...before.slice(0, 5)]) t.ok(Number(row?.earnings) > 0, 'half a year of revenue');
  const month = await findMonth(deps, viewer, period, { page: 1, perPage: 24 });
  t.equal(last?.earnings, month.earnings);
  t.ok(Number(month.earnings) > 0);
  t.equal(month.share_basis_points, user.founder ? 7500 : 7000);
  t.equal((await findEarnings(deps, viewer)).cumulated, last?.cumulated_earnings);
  const { open } = await openStatement(deps, viewer, { period, locale: 'en' });
  const parts: Buffer[] = [];
  for await (const part of open()) parts.push(part as Buffer);
  t.match(await prove(await readZip(Buffer.concat(parts))), { code: 0 });
});
