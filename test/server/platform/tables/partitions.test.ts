/** Daily partitions: created ahead, moved out of the default partition, dropped when expired. */
import t from 'tap';
import { inTransaction } from '#server/deps.ts';
import {
  keepPartitions,
  listPartitions,
  type PartitionPlan,
  spanOf,
  spansAhead,
} from '#server/domains/platform/tables/partitions.ts';
import { collectAttention, eraseAttention } from '#server/domains/reading/personal.ts';
import { addDays } from '#server/lib/days.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { setClock } from '../../../support/releases.ts';
import { runSweeps } from '../../../support/sweeps.ts';

const MARKS: PartitionPlan = {
  table: 'seen_marks',
  unit: 'day',
  aheadCount: 3,
  firstKept: (today) => addDays(today, -1),
};

t.test('days and months end where the calendar says', async (t) => {
  t.same(spanOf('2027-02-28', 'day'), { from: '2027-02-28', to: '2027-03-01' });
  t.same(spanOf('2028-02-29', 'month'), { from: '2028-02-01', to: '2028-03-01' });
  t.same(spanOf('2026-12-31', 'month'), { from: '2026-12-01', to: '2027-01-01' });
  const froms = (today: string, unit: 'day' | 'month') =>
    spansAhead(today, { table: 't', unit, aheadCount: 2 }).map(({ from }) => from);
  t.same(froms('2026-12-31', 'day'), ['2026-12-31', '2027-01-01', '2027-01-02']);
  t.same(froms('2026-11-30', 'month'), ['2026-11-01', '2026-12-01', '2027-01-01']);
  t.same(froms('2027-01-31', 'month'), ['2027-01-01', '2027-02-01', '2027-03-01']);
});

t.test('partitions', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const query = async <R>(text: string, values: unknown[] = []) =>
    (await deps.pool.query(text, values)).rows as R[];
  // Uses the database's clock, since its guard is under test.
  const [clock] = await query<{ today: string }>(`select (now() at time zone 'UTC')::date::text as today`);
  const today = clock?.today as string;
  const at = (day: string) => setClock(app, new Date(`${day}T12:00:00Z`));
  at(today);
  const mark = (day: string) =>
    query(
      `insert into seen_marks (day, episode_id, reader, seen_at) values ($1, $2, 'r', $1::date + interval '12 hours')`,
      [day, newId()],
    );
  const namesOf = async (table: string) => (await listPartitions(deps, table)).map(({ name }) => name);
  const dayName = (day: string) => `seen_marks_${day.replaceAll('-', '')}`;
  const whereIs = async (day: string) =>
    (
      await query<{ place: string }>('select tableoid::regclass as place from seen_marks where day = $1', [
        day,
      ])
    )
      .map(({ place }) => place)
      .join();

  await t.test('a sweep makes those to come and drops those that are past, the same twice', async (t) => {
    await mark(addDays(today, -2));
    await mark(today);
    await runSweeps(deps, 'statistics.keep_partitions', 'attention.keep_partitions');
    const names = [-1, 0, 1, 2, 3].map((days) => dayName(addDays(today, days)));
    t.same(await namesOf('seen_marks'), [...names, 'seen_marks_default']);
    t.equal(await whereIs(addDays(today, -2)), '', 'dropped');
    t.equal(await whereIs(today), dayName(today));
    for (const table of ['story_days', 'episode_days', 'attention_days']) {
      const next = spansAhead(today, { table, unit: 'month', aheadCount: 2 }).slice(1);
      const months = next.map(({ from }) => `${table}_${from.replaceAll('-', '').slice(0, 6)}`);
      t.same(await namesOf(table), [...months, `${table}_before`, `${table}_default`].sort());
    }
    const all = () => query('select inhrelid from pg_inherits order by 1');
    const before = await all();
    await runSweeps(deps, 'statistics.keep_partitions', 'attention.keep_partitions');
    t.same(await all(), before);
  });

  await t.test('two sweeps at once make each once', async (t) => {
    at(addDays(today, 1));
    await Promise.all([keepPartitions(deps, [MARKS]), keepPartitions(deps, [MARKS])]);
    t.equal((await namesOf('seen_marks')).filter((name) => name === dayName(addDays(today, 4))).length, 1);
    at(today);
  });

  await t.test('what came while its partition was missing is moved into it', async (t) => {
    const [soon, later, old] = [addDays(today, 6), addDays(today, 20), addDays(today, -9)] as const;
    for (const day of [soon, later, old]) await mark(day);
    t.equal(await whereIs(soon), 'seen_marks_default', 'and was written all the same');
    at(addDays(today, 5));
    await keepPartitions(deps, [MARKS]);
    t.equal(await whereIs(soon), dayName(soon));
    t.equal(await whereIs(later), 'seen_marks_default', 'its time has not come');
    t.equal(await whereIs(old), '', 'its time is over');
    at(today);
  });

  await t.test(
    'a clock that has gone ahead drops nothing, and one that went back makes nothing new',
    async (t) => {
      await mark(today);
      at(addDays(today, 700));
      await runSweeps(deps, 'statistics.keep_partitions', 'attention.keep_partitions');
      t.equal(await whereIs(today).then((place) => place.split(',')[0]), dayName(today));
      t.ok((await namesOf('attention_days')).includes('attention_days_before'));
      at(addDays(today, -700));
      await runSweeps(deps, 'statistics.keep_partitions', 'attention.keep_partitions');
      t.equal(await whereIs(today).then((place) => place.split(',')[0]), dayName(today));
      at(today);
    },
  );

  await t.test('a table that is in use is left for the next sweep', async (t) => {
    const plan = { ...MARKS, aheadCount: 9 };
    const client = await deps.pool.connect();
    try {
      await client.query('begin; lock table seen_marks_default in access share mode');
      await keepPartitions(deps, [plan]);
      t.notOk((await namesOf('seen_marks')).includes(dayName(addDays(today, 9))));
    } finally {
      await client.query('rollback');
      client.release();
    }
    await keepPartitions(deps, [plan]);
    t.ok((await namesOf('seen_marks')).includes(dayName(addDays(today, 9))));
  });

  await t.test('what is a reader’s is exported and erased from all of them', async (t) => {
    const reader = await app.signUp('Reader');
    const other = await app.signUp('Other');
    const days = ['2020-01-01', addDays(today, -30), today, addDays(today, 40), '2999-01-01'];
    for (const { id } of [reader, other])
      for (const day of days)
        await query('insert into attention_days (reader_id, day, story_id, seconds) values ($1, $2, $3, 9)', [
          ...[id, day, newId()],
        ]);
    const places = await query('select distinct tableoid from attention_days');
    t.ok(places.length >= 3, 'they lie in several');
    const person = { id: reader.id } as never;
    const mine = await collectAttention(deps, person);
    t.match(JSON.stringify(mine), new RegExp(days.map((day) => `${day}.*`).join('')));
    await inTransaction(deps, async (tx) => void (await eraseAttention(tx, person)));
    const left = () => query<{ n: number }>('select count(*)::int as n from attention_days');
    t.same(await left(), [{ n: days.length }]);
  });
});
