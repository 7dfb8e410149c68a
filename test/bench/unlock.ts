/**
 * How fast readers pay for episodes over HTTP, including one story alone, and whether the books still balance. The
 * server runs as in production, on a database with fsync. Server, database and readers share this machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { newId } from '../../server/lib/ids.ts';
import { dataFolder, query, start } from '../support/embedded.ts';
import { startServer } from '../support/processes.ts';
import { atLeast, atMost, type Row } from './row.ts';
import type { Crowd } from './unlock-clients.ts';

const UNLOCKS_PER_SECOND = 300;
const AT_ONCE = 48;
const [WARMING, SPREAD, ONE, DOUBLE, POOR] = [
  { first: 1, last: 500 },
  { first: 501, last: 2500 },
  { first: 2501, last: 4500 },
  { first: 4501, last: 4700 },
  { first: 4701, last: 4800 },
];
const TRIES = 50;
const EPISODES = 5;
const STORIES = 20;

const OWNER = newId();
const stories = Array.from({ length: STORIES }, () => newId());
const episodesOf = stories.map(() => Array.from({ length: EPISODES }, () => newId()));

const WORLD = `
  insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at, created_at)
    select case when n = 0 then '${OWNER}' else gen_random_uuid() end, 'r' || n || '@example.org', 'r-' || n, 'R', '1990-01-01',
      now(), now() - interval '30 days'
    from generate_series(0, ${POOR.last}) n;
  insert into sessions (id, user_id, token_hash, expires_at, last_used_at)
    select gen_random_uuid(), id, sha256(('token-of-the-reader-' || slug)::bytea), now() + interval '7 days', now()
    from users where id <> '${OWNER}';
  insert into wallets (user_id) select id from users where id <> '${OWNER}';
  insert into coin_entries (id, user_id, number, deed, house, coins, balance_before, balance_after, key, reason)
    select gen_random_uuid(), id, 1, 'grant', 'issued', coins, 0, coins, 'grant', 'Bench'
    from (select id, case when substr(slug, 3)::int >= ${POOR.first} then 30 else 1000 end as coins
      from users where id <> '${OWNER}') given;
  update wallets set balance_coins = e.balance_after, last_number = 1 from coin_entries e where e.user_id = wallets.user_id;
  ${stories
    .map(
      (id, at) => `
  insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published)
    values ('${id}', 's-${at}', '${OWNER}', 'S', 'comics', 'page_ltr', 'drama', 'en', true);
  insert into pricing_strategies (story_id, type, price_coins) values ('${id}', 'all_premium', 30);
  insert into episodes (id, story_id, position, title, status, first_published_at) values
    ${(episodesOf[at] ?? []).map((episode, n) => `('${episode}', '${id}', ${n + 1}, 'E', 'published', now())`).join(', ')};`,
    )
    .join('\n')}
  analyze`;

type Told = { seconds: number; statuses: Record<string, number> };

async function pay(crowd: Crowd): Promise<Told> {
  const child = fork(join(import.meta.dirname, 'unlock-clients.ts'), [JSON.stringify(crowd)]);
  const [answer] = (await once(child, 'message')) as [
    { ms: number; statuses: Told['statuses'] } | { error: string },
  ];
  if ('error' in answer) throw new Error(answer.error);
  return { seconds: answer.ms / 1000, statuses: answer.statuses };
}

/** Counts violations: two unlocks of one episode, a negative balance, a wallet that differs from its entries. */
const WRONG = `select
  (select count(*)::int from (select 1 from unlocks group by reader_id, episode_id having count(*) > 1) twice) as doubles,
  (select count(*)::int from wallets where balance_coins < 0) as negative,
  (select count(*)::int from wallets w where balance_coins <>
    (select coalesce(sum(coins), 0) from coin_entries e where e.user_id = w.user_id)) as unequal,
  (select count(*)::int from unlocks) as unlocks,
  (select count(*)::int from coin_entries where deed = 'unlock') as entries,
  (select coalesce(sum(price_coins), 0)::int from unlocks) as paid,
  (select coalesce(-sum(coins), 0)::int from coin_entries where deed = 'unlock') as spent`;
type Wrong = Record<'doubles' | 'negative' | 'unequal' | 'unlocks' | 'entries' | 'paid' | 'spent', number>;

export async function benchUnlock(): Promise<Row[]> {
  const folder = await dataFolder();
  const database = await start(folder.dataDir, { durable: true });
  try {
    const server = await startServer({
      DATABASE_URL: database.url,
      DATA_DIR: folder.dataDir,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
    });
    try {
      await query(database.url, WORLD);
      const port = Number(new URL(server.url).port);
      const [first = ''] = episodesOf[0] ?? [];
      const common = { port, tries: 1, atOnce: AT_ONCE, episodes: [first] };
      await pay({ ...common, ...WARMING });
      // Each reader pays for one episode of each of four stories.
      const some = episodesOf.slice(1, 5).map(([episode = '']) => episode);
      const spread = await pay({ ...common, ...SPREAD, episodes: some });
      const one = await pay({ ...common, ...ONE });
      const twice = await pay({ ...common, ...DOUBLE, tries: TRIES });
      const poor = await pay({ ...common, ...POOR, episodes: episodesOf[6] ?? [] });
      const [wrong] = await query<Wrong>(database.url, WRONG);
      if (wrong === undefined) throw new Error('the database says nothing');
      const tally = [spread, one, twice, poor];
      const failed = tally.flatMap(({ statuses }) =>
        Object.entries(statuses).flatMap(([status, count]) =>
          status === '200' || status === '422' ? [] : [count],
        ),
      );
      const wanted =
        WARMING.last + (SPREAD.last - WARMING.last) * some.length + (ONE.last - SPREAD.last) + 200 + 100;
      const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
      return [
        atLeast(
          'unlocks of some stories over HTTP, kept for good',
          ((SPREAD.last - WARMING.last) * some.length) / spread.seconds,
          UNLOCKS_PER_SECOND,
          '/s',
        ),
        atLeast('unlocks of one episode', (ONE.last - SPREAD.last) / one.seconds, UNLOCKS_PER_SECOND, '/s'),
        atLeast('200 readers, 50 tries each: tries', (200 * TRIES) / twice.seconds, UNLOCKS_PER_SECOND, '/s'),
        atMost('answers other than 200 and 422', sum(failed), 0),
        atMost(
          'of 500 wishes of 100 readers with coins for one, paid more than once',
          Math.abs((poor.statuses['200'] ?? 0) - 100),
          0,
        ),
        atMost('unlocks too many or too few', Math.abs(wrong.unlocks - wanted), 0),
        atMost('episodes that somebody paid twice', wrong.doubles, 0),
        atMost('balances below zero', wrong.negative, 0),
        atMost('wallets that say else than their entries', wrong.unequal, 0),
        atMost('coins between unlocks and entries', Math.abs(wrong.paid - wrong.spent), 0, 'coins'),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
    await folder.end();
  }
}
