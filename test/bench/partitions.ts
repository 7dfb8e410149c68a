/**
 * Gain from partitions. View marks before (updated in place, deleted by row) and now (appended, dropped by day).
 * Notifications in one table and in partitions.
 */
import pg from 'pg';
import { createTestDatabase } from '../support/postgres.ts';
import { cpuMeter } from './cpu.ts';
import { figure, type Row } from './row.ts';

const MARKS = 500_000;
const READERS = 20_000;
const EACH = 20;
const LISTED = 2_000;
const MIB = 2 ** 20;

const OLD_INSERT = `
  insert into view_marks as mark (episode_id, reader, seen_at)
  select gen_random_uuid(), left(md5(n::text), 22), now() - interval '30 hours' from generate_series(1, ${MARKS}) n
  on conflict (episode_id, reader) do update set seen_at = excluded.seen_at
    where mark.seen_at <= excluded.seen_at - interval '24 hours'`;
const NEW_INSERT = `
  insert into seen_marks (day, episode_id, reader, seen_at)
  select v.day, v.episode_id, v.reader, v.seen_at from (
    select current_date as day, gen_random_uuid() as episode_id, left(md5(n::text), 22) as reader, now() as seen_at
    from generate_series(1, ${MARKS}) n) v
  where coalesce((select max(near.seen_at) from seen_marks near
    where near.episode_id = v.episode_id and near.reader = v.reader and (near.day = v.day - 1 or near.day = v.day + 1)
    ) <= v.seen_at - interval '24 hours', true)
  on conflict do nothing`;

export async function benchPartitions(): Promise<Row[]> {
  const { url, drop } = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const rows: Row[] = [];
  try {
    const cpuOf = await cpuMeter({ deps: { pool } as never });
    const run = async (text: string): Promise<number> => cpuOf(async () => void (await pool.query(text)));
    const sizeOf = async (relation: string): Promise<number> =>
      Number(
        (await pool.query('select pg_total_relation_size($1::regclass) as size', [relation])).rows[0].size,
      );
    // Only the previous release needs the trigger.
    await pool.query('alter table view_marks disable trigger all');
    const perMillion = (ms: number, count: number) => ms / 1000 / (count / 1e6);
    rows.push(
      figure('marks as they were: added', perMillion(await run(OLD_INSERT), MARKS), 's CPU/million'),
      figure('marks as they were: size', (await sizeOf('view_marks')) / MARKS, 'bytes/row'),
    );
    const deleted = await cpuOf(async () => {
      for (let gone = 1; gone > 0; )
        gone =
          (
            await pool.query(`delete from view_marks where seen_at < now() - interval '24 hours'
              and ctid in (select ctid from view_marks where seen_at < now() - interval '24 hours' limit 10000)`)
          ).rowCount ?? 0;
      await pool.query('vacuum view_marks');
    });
    rows.push(
      figure('marks as they were: deleted, with the vacuum', perMillion(deleted, MARKS), 's CPU/million'),
      figure('marks as they were: size of the empty table', (await sizeOf('view_marks')) / MIB, 'MiB'),
      figure('marks in partitions: added', perMillion(await run(NEW_INSERT), MARKS), 's CPU/million'),
    );
    const { rows: today } = await pool.query<{ name: string }>(
      'select tableoid::regclass::text as name from seen_marks limit 1',
    );
    const name = today[0]?.name ?? '';
    rows.push(
      figure('marks in partitions: size', (await sizeOf(name)) / MARKS, 'bytes/row'),
      figure(
        'marks in partitions: dropped',
        perMillion(await run(`drop table ${name}`), MARKS),
        's CPU/million',
      ),
      ...(await notificationRows(pool, run, cpuOf)),
    );
  } finally {
    await pool.end();
    await drop();
  }
  return rows;
}

type Measure = (text: string) => Promise<number>;

/** Notifications in sixteen hash partitions by user, beside the same rows in one table. */
async function notificationRows(
  pool: pg.Pool,
  run: Measure,
  cpuOf: (work: () => Promise<void>) => Promise<number>,
): Promise<Row[]> {
  await pool.query(`insert into users (id, email, slug, display_name, date_of_birth)
    select ('01900000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@many.example', 'm-' || n, 'M', '1990-01-01'
    from generate_series(1, ${READERS}) n`);
  await pool.query('create table whole (like notifications including all)');
  await pool.query('alter table whole add foreign key (user_id) references users (id) on delete cascade');
  const { rows: users } = await pool.query<{ id: string }>(
    `select id from users order by id limit ${LISTED}`,
  );
  const rows: Row[] = [];
  for (const [table, where] of [
    ['whole', 'one table'],
    ['notifications', 'sixteen parts'],
  ] as const) {
    const perMillionOf = (ms: number, count: number) => ms / 1000 / (count / 1e6);
    const added = await run(`insert into ${table} (id, user_id, kind, key, story_id, subject_ids, created_at)
      select gen_random_uuid(), u.id, 'new_episode', 'new_episode:' || k, gen_random_uuid(), array[gen_random_uuid()],
        now() - interval '1 day' * (k * 4.9)
      from users u, generate_series(1, ${EACH}) k`);
    await pool.query(`vacuum analyze ${table}`);
    const eachOf = async (name: string, text: string): Promise<number> => {
      const all = async (): Promise<void> => {
        for (const { id } of users) await pool.query({ name: `${table} ${name}`, text, values: [id] });
      };
      return (await cpuOf(all)) / LISTED;
    };
    const newest = await eachOf(
      'newest',
      `select * from ${table} where user_id = $1 order by created_at desc nulls first, id limit 20`,
    );
    const again = await eachOf(
      'again',
      `insert into ${table} as old (id, user_id, kind, key, subject_ids)
       values (gen_random_uuid(), $1, 'new_episode', 'new_episode:7', array[gen_random_uuid()])
       on conflict (user_id, key) do update set count = old.count + 1, subject_ids = old.subject_ids || excluded.subject_ids,
         created_at = excluded.created_at where not (excluded.subject_ids <@ old.subject_ids)`,
    );
    let goneCount = 0;
    const gone = await cpuOf(async () => {
      const old = `delete from ${table} where created_at < now() - interval '49 days'`;
      goneCount = (await pool.query(old)).rowCount ?? 0;
      await pool.query(`vacuum ${table}`);
    });
    rows.push(
      figure(`notifications in ${where}: added`, perMillionOf(added, EACH * READERS), 's CPU/million'),
      figure(`notifications in ${where}: the newest of a reader`, newest, 'ms CPU'),
      figure(`notifications in ${where}: one told again`, again, 'ms CPU'),
      figure(
        `notifications in ${where}: deleted, with the vacuum`,
        perMillionOf(gone, goneCount),
        's CPU/million',
      ),
    );
  }
  return rows;
}
