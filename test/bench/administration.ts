/** Cost of administrators' searches among many accounts, stories and episodes, and of the log with many entries. */
import { sql } from 'drizzle-orm';
import { listUsers } from '../../server/domains/administration/administration/queries.ts';
import { listActions } from '../../server/domains/administration/administration/queries-log.ts';
import { findEpisodes, findStories } from '../../server/domains/safety/takedowns/queries-works.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { atMost, figure, median, type Row } from './row.ts';

const SIZES = [10_000, 100_000];
const ROUNDS = 30;
const FACTOR_MAX = 1.5;
/** Below this time, a factor means nothing. */
const FLOOR_MS = 10;
/** md5('777'): occurs in the name of one account and in the titles of its story and episode. */
const RARE = 'f1c1592588411002';
const PAGE = { page: 1, perPage: 24 };

async function fill(app: TestApp, count: number): Promise<void> {
  const { pool } = app.deps;
  await pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at)
     select gen_random_uuid(), 'many' || n || '@example.org', 'many-' || n, 'Reader ' || md5(n::text), '1990-01-01', now()
     from generate_series(1, $1) n`,
    [count],
  );
  await pool.query(
    `insert into stories (id, slug, owner_id, title, publication_type, format, genre, language)
     select gen_random_uuid(), slug, id, 'The story of ' || display_name, 'comics', 'page_ltr', 'drama', 'en' from users`,
  );
  await pool.query(
    `insert into episodes (id, story_id, position, title)
     select gen_random_uuid(), id, 1, 'How ' || title || ' began' from stories`,
  );
  await pool.query(
    `insert into admin_actions (actor_id, deed, subject_type, subject_id)
     select id, 'account_locked', 'user', id from users limit 2000`,
  );
  await app.deps.db.execute(sql`analyze`);
}

const actions = ({ deps }: TestApp): Record<string, () => Promise<unknown>> => ({
  'accounts, newest': () => listUsers(deps, PAGE),
  'accounts, a rare phrase': () => listUsers(deps, { ...PAGE, q: RARE }),
  'accounts, a phrase that all have': () => listUsers(deps, { ...PAGE, q: 'example.org' }),
  'accounts, two letters': () => listUsers(deps, { ...PAGE, q: 'Re' }),
  'accounts, locked': () => listUsers(deps, { ...PAGE, filter: 'locked' }),
  'stories, a rare phrase': () => findStories(deps, { ...PAGE, q: RARE }),
  'stories, a phrase that all have': () => findStories(deps, { ...PAGE, q: 'the story' }),
  'episodes, a rare phrase': () => findEpisodes(deps, { ...PAGE, q: RARE }),
  'episodes, a phrase that all have': () => findEpisodes(deps, { ...PAGE, q: 'began' }),
  'the log': () => listActions(deps, { most: 50 }),
});

async function costOf(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}

export async function benchAdministration(): Promise<Row[]> {
  const costs: Record<string, number>[] = [];
  for (const size of SIZES) {
    const app = await startTestApp();
    try {
      await fill(app, size);
      const found: Record<string, number> = {};
      for (const [name, work] of Object.entries(actions(app))) found[name] = await costOf(work);
      costs.push(found);
    } finally {
      await app.close();
    }
  }
  const [few = {}, many = {}] = costs;
  return Object.keys(few).flatMap((name) => {
    const [small, large] = [few[name] ?? 0, many[name] ?? 0];
    return [
      figure(`administration, ${name}, among ${SIZES[0]}`, small, 'ms'),
      atMost(
        `administration, ${name}, among ${SIZES[1]}`,
        Math.max(large, FLOOR_MS) / Math.max(small, FLOOR_MS),
        FACTOR_MAX,
        `times (${large.toFixed(1)} ms)`,
      ),
    ];
  });
}
