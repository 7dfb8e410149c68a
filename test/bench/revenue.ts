/** Cost of viewing twenty years of revenue: 800 stories, each with a line per month, and monthly payouts. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { findEarnings, listOwnTitles, listRevenue } from '../../server/domains/income/earnings/queries.ts';
import { findMonth } from '../../server/domains/income/earnings/queries-month.ts';
import { openStatement } from '../../server/domains/income/earnings/statement.ts';
import { listOwnPayouts } from '../../server/domains/income/payouts/queries.ts';
import { addMonths, listMonths, monthOf } from '../../server/lib/months.ts';
import type { Viewer } from '../../server/lib/viewer.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { credit, payOut } from '../support/revenue.ts';
import { countQueries } from '../support/shelf.ts';
import { atMost, figure, median, type Row } from './row.ts';

const MONTHS = 240;
const STORIES = 800;
const OTHERS = 200;
const ROUNDS = 12;
const PAGE_MOST_MS = 150;
const STATEMENT_MOST_MS = 250;

async function addStories({ deps }: TestApp, ownerId: string, count: number): Promise<string[]> {
  const { rows } = await deps.pool.query<{ id: string }>(
    `insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published, first_published_at)
     select gen_random_uuid(), 'old-' || $1 || n, $1::uuid, 'Story ' || n, 'comics', 'page_ltr', 'drama', 'en', true, now() - interval '20 years'
     from generate_series(1, $2) n returning id`,
    [ownerId, count],
  );
  return rows.map(({ id }) => id);
}

async function fill(app: TestApp): Promise<{ viewer: Viewer; last: string; storyId: string }> {
  const [creator, other] = [await app.signUp('Old Hand'), await app.signUp('Other')];
  const own = await addStories(app, creator.id, STORIES);
  const foreign = await addStories(app, other.id, OTHERS);
  const now = monthOf(app.deps.clock.now());
  const last = addMonths(now, -1);
  for (const [turn, period] of listMonths(addMonths(now, -MONTHS), last).entries()) {
    const at = new Date(`${addMonths(period, 1)}-01T03:00:00Z`);
    const lines = [...own, ...foreign].map((storyId, place) => ({
      storyId,
      impressions: 1000 + place,
      netMicros: 200_001 + place * 7 + turn,
    }));
    await credit(app, { period, at, lines });
    await payOut(app, creator, { cents: 100_00, at });
  }
  await app.deps.db.execute(sql`analyze`);
  return { viewer: { id: creator.id, founder: false } as Viewer, last, storyId: own[0] ?? '' };
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

export async function benchRevenue(): Promise<Row[]> {
  const app = await startTestApp();
  try {
    const { viewer, last: period, storyId } = await fill(app);
    const { deps } = app;
    const statement = async () =>
      read((await openStatement(deps, viewer, { period, locale: 'en' })).open() as AsyncIterable<Uint8Array>);
    const works = {
      'months of 20 years': () => listRevenue(deps, viewer),
      'months of one story': () => listRevenue(deps, viewer, { storyId }),
      'balance and payouts': () => findEarnings(deps, viewer),
      'titles to choose from': () => listOwnTitles(deps, viewer),
      'lines of a month': () => findMonth(deps, viewer, period, { page: 1, perPage: 100 }),
      'last lines of a month': () => findMonth(deps, viewer, period, { page: 8, perPage: 100 }),
      'own payouts': () => listOwnPayouts(deps, viewer),
      'statement of 800 lines': statement,
    };
    const rows: Row[] = [];
    for (const [name, work] of Object.entries(works)) {
      await work();
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now();
        await work();
        times.push(performance.now() - begun);
      }
      const most = work === statement ? STATEMENT_MOST_MS : PAGE_MOST_MS;
      rows.push(
        atMost(`revenue of 20 years × 800 stories, ${name}`, median(times), most, 'ms'),
        figure('the same, queries', await countQueries(deps, work), ''),
      );
    }
    global.gc?.();
    const before = process.memoryUsage().rss;
    for (let at = 0; at < 100; at += 1) await Promise.all([statement(), statement(), setImmediate()]);
    global.gc?.();
    const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
    rows.push(
      figure('statement, bytes', await statement(), 'B'),
      figure('memory grown by 200 statements', grown, 'MB'),
    );
    return rows;
  } finally {
    await app.close();
  }
}
