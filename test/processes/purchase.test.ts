/** Kills a server during a purchase, and a worker before the store is notified. Coins are credited once. */
import t from 'tap';
import { newId } from '../../server/lib/ids.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownFolder, type Server, startServer, startWorker } from '../support/processes.ts';
import { openStores } from '../support/stores.ts';
import { killWhileHeld } from './held.ts';

const READER = newId();
const COINS = 200;
/** The server is killed during the first purchase. A restarted server handles the second one. */
const BUYS = [0, 1];
const HELD = 'lock table store_purchases in share row exclusive mode';
const tokenOf = (at: number) => `token-${at}`;

const makeReader = `
  insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at, created_at)
    values ('${READER}', 'r@example.org', 'r', 'R', '1990-01-01', now(), now() - interval '30 days');
  insert into sessions (id, user_id, token_hash, expires_at)
    values (gen_random_uuid(), '${READER}', sha256('token-of-the-reader-r-1'), now() + interval '1 day');
  insert into wallets (user_id) values ('${READER}')`;

type Stand = { balance: number; summed: number; purchases: number; entries: number; told: number };
const stand = `select (select balance_coins::int from wallets) as balance,
  (select coalesce(sum(coins), 0)::int from coin_entries) as summed,
  (select count(*)::int from store_purchases) as purchases, (select count(*)::int from coin_entries) as entries,
  (select count(*)::int from outbox where name = 'purchase.made') as told`;

const buy = async (server: Server, at: number): Promise<{ status: number; balance?: number } | null> => {
  const receipt = { packageName: 'example.app', productId: 'coins_200', purchaseToken: tokenOf(at) };
  const reply = await fetch(`${server.url}/api/wallet/purchases`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer token-of-the-reader-r-1',
      'content-type': 'application/json',
      'idempotency-key': `step-${at}`,
    },
    body: JSON.stringify({ provider: 'google_play', receipt: JSON.stringify(receipt) }),
  }).catch(() => null);
  const said = await reply?.json().catch(() => null);
  return reply && said ? { status: reply.status, balance: said.balance } : null;
};

t.test('PRI-24, PRI-30 kill -9 in the middle of a purchase brings its coins once', async (t) => {
  const database = await createTestDatabase();
  const [folder, shops] = [await ownFolder(), await openStores()];
  t.teardown(async () => {
    await shops.close();
    await database.drop();
    await folder.end();
  });
  const { play } = shops;
  for (const at of BUYS)
    play.purchases.set(tokenOf(at), {
      ...{ productId: 'coins_200', purchaseState: 0, orderId: `GPA.${at}` },
      obfuscatedExternalAccountId: READER,
    });
  await query(database.url, makeReader);
  const environment = {
    ...shops.environment,
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'error',
    WORKERS: 'off',
  };
  const find = async () => (await query<Stand>(database.url, stand))[0] as Stand;
  let server = await startServer(environment);
  t.teardown(() => server.stop('SIGKILL'));
  const killed = await killWhileHeld(database.url, HELD, {
    send: () => buy(server, 0),
    kill: () => server.stop('SIGKILL'),
  });
  t.equal(killed, null, 'nothing was acknowledged');
  server = await startServer(environment);
  for (const at of BUYS) {
    const wanted = COINS * (at + 1);
    t.same(await buy(server, at), { status: 201, balance: wanted }, 'the retry finishes it');
    t.same(await buy(server, at), { status: 201, balance: wanted }, 'and once more changes nothing');
  }

  await t.test('a worker that is killed before the store has answered tells it again', async (t) => {
    t.same(play.consumed, [], 'nobody has told it yet');
    play.mood.isStuck = true;
    const worker = await startWorker({ ...environment, LOG_LEVEL: 'info' });
    await eventually('the store hears', () => play.asked.some((path) => path.endsWith(':consume')));
    await worker.stop('SIGKILL');
    play.mood.isStuck = false;
    const next = await startWorker({ ...environment, LOG_LEVEL: 'info' });
    t.teardown(() => next.stop('SIGKILL'));
    await eventually('all are told', async () => {
      const rows = await query(database.url, 'select 1 from store_purchases where acknowledged_at is null');
      return rows.length === 0;
    });
    t.same(new Set(play.consumed), new Set(BUYS.map(tokenOf)));
    const { balance, summed, entries } = await find();
    t.same([balance, summed, entries], [COINS * BUYS.length, COINS * BUYS.length, BUYS.length]);
  });
});
