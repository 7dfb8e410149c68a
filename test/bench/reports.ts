import { sql } from 'drizzle-orm';
import { listReports } from '../../server/domains/safety/reports/queries.ts';
import { countDecisions, listDecisions } from '../../server/domains/safety/reports/queries-decided.ts';
import {
  countQueue,
  listQueue,
  type QueueFilter,
} from '../../server/domains/safety/reports/queries-queue.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { countQueries, openShelf } from '../support/shelf.ts';
import { atMost, figure, median, type Row } from './row.ts';

const SIZES = [1_000, 100_000];
const ROUNDS = 40;
const FACTOR_MAX = 1.3;
const QUERIES_MAX_COUNT = 16;

/** Adds three reports of two categories per subject. One subject in a thousand is urgent. */
async function addReports(app: TestApp, count: number): Promise<void> {
  const shelf = openShelf(app.deps);
  const author = await shelf.addAuthor();
  const story = await shelf.addStory(author);
  const { pool } = app.deps;
  await pool.query(
    `insert into violation_reports (id, subject_type, subject_id, story_id, person_id, category, text, snapshot)
     select gen_random_uuid(), 'comment', (lpad(to_hex(n / 3), 8, '0') || '-0000-7000-8000-000000000000')::uuid, $1, $2,
       case when n / 3 % 1000 = 7 then 'minor_safety' when n % 3 = 0 then 'hate' else 'spam' end, 'Look', 'Said ' || n
     from generate_series(1, $3) n`,
    [story.id, author, count],
  );
  await pool.query(
    `insert into report_queue (subject_type, subject_id, category, language, urgent, leads, first_number, open_count, has_notice)
     select 'comment', subject_id, category, 'en', bool_or(category = 'minor_safety') over thing,
       row_number() over (partition by subject_id order by category = 'minor_safety' desc, first_number) = 1,
       first_number, open_count, false
     from (select subject_id, category, min(number) as first_number, count(*) as open_count
       from violation_reports group by subject_id, category) as open
     window thing as (partition by subject_id)`,
  );
  await pool.query(
    `insert into report_decisions (id, subject_type, subject_id, category, state, note, report_count, tell_at, told_at)
     select gen_random_uuid(), 'comment', gen_random_uuid(), 'spam', 'actioned', 'Why', 1, now(), now()
     from generate_series(1, $1)`,
    [count],
  );
  await app.deps.db.execute(sql`analyze`);
}

async function cost(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}

const worksOf = ({ deps }: TestApp): Record<string, () => Promise<unknown>> => {
  const queue = (filter: QueueFilter) => () =>
    Promise.all([listQueue(deps, filter, { perPage: 20 }), countQueue(deps, filter)]);
  const decided = { state: 'actioned' as const };
  return {
    all: queue({}),
    'of one category': queue({ category: 'hate' }),
    'of one language': queue({ language: 'en' }),
    decided: () =>
      Promise.all([listDecisions(deps, decided, { perPage: 20 }), countDecisions(deps, decided)]),
    'as a list': () => listReports(deps, { state: 'open' }, { page: 1, perPage: 24 }),
  };
};

export async function benchReports(): Promise<Row[]> {
  const rows: Row[] = [];
  const apps: TestApp[] = [];
  try {
    for (const size of SIZES) {
      const app = await startTestApp();
      apps.push(app);
      await addReports(app, size);
    }
    const [few, many] = apps.map(worksOf) as [ReturnType<typeof worksOf>, ReturnType<typeof worksOf>];
    for (const [name, work] of Object.entries(many)) {
      const [fewMs, manyMs] = [await cost(few[name] ?? work), await cost(work)];
      rows.push(
        figure(`queue of 100,000 reports, ${name}`, manyMs, 'ms'),
        atMost('the same, beside 1,000', manyMs / fewMs, FACTOR_MAX),
      );
    }
    const app = apps[1] as TestApp;
    const queries = await countQueries(app.deps, () => listQueue(app.deps, {}, { perPage: 20 }));
    rows.push(atMost('queue of reports, queries', queries, QUERIES_MAX_COUNT));
  } finally {
    for (const app of apps) await app.close();
  }
  return rows;
}
