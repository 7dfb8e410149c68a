/** A server that is killed at each step of an unlock: the sums hold, and the retry pays once. */
import t from 'tap';
import { newId } from '../../server/lib/ids.ts';
import { query } from '../support/embedded.ts';
import { killWhileHeld } from '../support/held.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownFolder, type Server, startServer } from '../support/processes.ts';

const [OWNER, STORY] = [newId(), newId()];
/** What is held when the server comes to it, in the order of the deed. */
const STEPS = [
  ['the story is held', `select 1 from stories where id = '${STORY}' for update`],
  ['the wallet is held', 'select 1 from wallets for update'],
  ['the entry is written', 'lock table coin_entries in share row exclusive mode'],
  ['the unlock is written', 'lock table unlocks in share row exclusive mode'],
  ['it is told', 'lock table outbox in share row exclusive mode'],
  ['the answer is kept', 'lock table kept_answers in share row exclusive mode'],
] as const;
const EPISODES = STEPS.map(() => newId());

const makeWorld = `
  insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at, created_at)
    select case when n = 0 then '${OWNER}' else gen_random_uuid() end, 'r' || n || '@example.org', 'r-' || n, 'R', '1990-01-01',
      now(), now() - interval '30 days' from generate_series(0, 1) n;
  insert into sessions (id, user_id, token_hash, expires_at)
    select gen_random_uuid(), id, sha256('token-of-the-reader-r-1'), now() + interval '1 day' from users where id <> '${OWNER}';
  insert into wallets (user_id) select id from users where id <> '${OWNER}';
  insert into coin_entries (id, user_id, number, deed, house, coins, balance_before, balance_after, key, reason)
    select gen_random_uuid(), user_id, 1, 'grant', 'issued', 1000, 0, 1000, 'grant', 'Welcome' from wallets;
  update wallets set balance_coins = 1000, last_number = 1;
  insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published)
    values ('${STORY}', 'a', '${OWNER}', 'A', 'comics', 'page_ltr', 'drama', 'en', true);
  insert into pricing_strategies (story_id, type, price_coins) values ('${STORY}', 'all_premium', 30);
  insert into episodes (id, story_id, position, title, status, first_published_at) values
    ${EPISODES.map((id, at) => `('${id}', '${STORY}', ${at + 1}, 'E', 'published', now())`).join(', ')}`;

type Stand = { balance: number; summed: number; unlocks: number; entries: number; told: number };
const stand = `select (select balance_coins::int from wallets) as balance,
  (select sum(coins)::int from coin_entries) as summed, (select count(*)::int from unlocks) as unlocks,
  (select count(*)::int from coin_entries where deed = 'unlock') as entries,
  (select count(*)::int from outbox where name = 'episode.unlocked') as told`;

const pay = async (server: Server, at: number): Promise<{ status: number; balance?: number } | null> => {
  const reply = await fetch(`${server.url}/api/episodes/${EPISODES[at]}/unlock`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer token-of-the-reader-r-1',
      'content-type': 'application/json',
      'idempotency-key': `step-${at}`,
    },
    body: '{"price":30}',
  }).catch(() => null);
  const said = await reply?.json().catch(() => null);
  return reply && said ? { status: reply.status, balance: said.balance } : null;
};

t.test('PRI-22, PRI-27 kill -9 at each step of an unlock pays once or not at all', async (t) => {
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
    WORKERS: 'off',
  };
  const find = async () => (await query<Stand>(database.url, stand))[0] as Stand;
  let server = await startServer(environment);
  t.teardown(() => server.stop('SIGKILL'));
  for (const [at, [name, hold]] of STEPS.entries()) {
    await t.test(`before ${name}`, async (t) => {
      const lost = await killWhileHeld(database.url, hold, {
        send: () => pay(server, at),
        kill: () => server.stop('SIGKILL'),
      });
      t.equal(lost, null, 'nothing was acknowledged');
      server = await startServer(environment);
      const wanted = 1000 - 30 * (at + 1);
      t.same(await pay(server, at), { status: 200, balance: wanted }, 'the retry finishes it');
      t.same(await pay(server, at), { status: 200, balance: wanted }, 'and once more changes nothing');
      const count = at + 1;
      t.same(await find(), { balance: wanted, summed: wanted, unlocks: count, entries: count, told: count });
    });
  }
});
