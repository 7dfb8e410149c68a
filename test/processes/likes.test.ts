/** A server is killed while many readers like a story. Acknowledged likes exist, and totals match the rows. */
import t from 'tap';
import { newId } from '../../server/lib/ids.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownFolder, type Server, startServer } from '../support/processes.ts';

const READERS = 200;
const AT_ONCE = 16;
const ANSWERED_COUNT = 60;

const [OWNER, STORY, EPISODE] = [newId(), newId(), newId()];

const makeWorld = `
  insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at, created_at)
    select case when n = 0 then '${OWNER}' else gen_random_uuid() end, 'r' || n || '@example.org', 'r-' || n, 'R', '1990-01-01',
      now(), now() - interval '30 days'
    from generate_series(0, ${READERS}) n;
  insert into sessions (id, user_id, token_hash, expires_at)
    select gen_random_uuid(), id, sha256(('token-of-the-reader-' || slug)::bytea), now() + interval '1 day' from users where id <> '${OWNER}';
  insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published)
    values ('${STORY}', 'a', '${OWNER}', 'A', 'comics', 'page_ltr', 'drama', 'en', true);
  insert into episodes (id, story_id, position, title, status)
    values ('${EPISODE}', '${STORY}', 1, 'One', 'published')`;

const totals = `select
  (select count(*)::int from likes where episode_id = '${EPISODE}') as likes,
  (select count(*)::int from ratings where story_id = '${STORY}') as ratings,
  coalesce((select likes_count from episode_counters where episode_id = '${EPISODE}'), 0)
    + coalesce((select sum(likes_count) from counter_slots where subject_id = '${EPISODE}'), 0)::int as likes_total,
  coalesce((select ratings_sum from story_counters where story_id = '${STORY}'), 0)
    + coalesce((select sum(ratings_sum) from counter_slots where subject_id = '${STORY}'), 0)::int as stars_total,
  (select count(*)::int from counter_slots) as slots,
  (select count(*)::int from pending_figures) as pending,
  coalesce((select likes from episode_days where episode_id = '${EPISODE}'), 0) as likes_of_day`;

type Totals = Record<'likes' | 'ratings' | 'likes_total' | 'stars_total' | 'slots' | 'pending', number> & {
  likes_of_day: number;
};

const send = async (server: Server, n: number, path: string, body?: object): Promise<boolean> => {
  const headers = {
    authorization: `Bearer token-of-the-reader-r-${n}`,
    'x-forwarded-for': `10.0.0.${n}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const init = { method: 'PUT', headers, ...(body && { body: JSON.stringify(body) }) };
  const reply = await fetch(`${server.url}/api${path}`, init).catch(() => null);
  // A server that dies in the middle of a response has acknowledged nothing.
  const text = await reply?.text().catch(() => null);
  if (reply && text !== null && !reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return reply?.ok === true && text !== null;
};

t.test('SOC-21, SOC-22 kill -9 in the middle of likes and ratings loses and doubles none', async (t) => {
  const database = await createTestDatabase();
  const folder = await ownFolder();
  t.teardown(async () => {
    await database.drop();
    await folder.end();
  });
  await query(database.url, makeWorld);
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '127.0.0.1',
  };
  const stand = async (): Promise<Totals> => (await query<Totals>(database.url, totals))[0] as Totals;
  const sendAll = async (server: Server, told: (count: number) => void) => {
    const left = Array.from({ length: READERS }, (_, n) => n + 1);
    const answered = { likes: 0, ratings: 0 };
    const work = async () => {
      for (let n = left.pop(); n !== undefined; n = left.pop()) {
        if (await send(server, n, `/episodes/${EPISODE}/like`)) answered.likes += 1;
        if (await send(server, n, `/stories/${STORY}/rating`, { stars: 4 })) answered.ratings += 1;
        told(answered.likes + answered.ratings);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return answered;
  };

  const first = await startServer({ ...environment, WORKERS: 'off' });
  t.teardown(() => first.stop('SIGKILL'));
  let killed: Promise<unknown> | undefined;
  const answered = await sendAll(first, (count) => {
    if (count >= ANSWERED_COUNT) killed ??= first.stop('SIGKILL');
  });
  await killed;
  // The database finishes the transactions of dead clients.
  await eventually('the connections of the dead server are gone', async () => {
    const open = `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    return (await query<{ n: number }>(database.url, open))[0]?.n === 0;
  });
  const after = await stand();
  t.ok(after.likes < READERS, 'it died in the middle');
  t.ok(after.likes >= answered.likes && after.ratings >= answered.ratings, 'what was acknowledged is there');
  t.equal(after.likes_total, after.likes);
  t.equal(after.stars_total, 4 * after.ratings);

  const second = await startServer(environment);
  t.teardown(() => second.stop('SIGTERM'));
  t.same(await sendAll(second, () => undefined), { likes: READERS, ratings: READERS });
  await eventually('all is added up', async () => {
    const { slots, pending } = await stand();
    return slots === 0 && pending === 0;
  });
  t.match(await stand(), {
    likes: READERS,
    ratings: READERS,
    likes_total: READERS,
    stars_total: 4 * READERS,
    likes_of_day: READERS,
  });
});
