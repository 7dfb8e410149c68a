/** An unlock is killed at each statement: the sums stay correct, and the retry pays once. */
import t from 'tap';
import { buildApp } from '#server/app.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { liveUntil } from '../../../support/mortal.ts';

const [OWNER, STORY] = [newId(), newId()];
/** More than an unlock has statements. */
const EPISODES = Array.from({ length: 60 }, () => newId());
const PRICE = 30;
const GRANTED = 2_000;

const makeWorld = `
  insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at, created_at)
    select case when n = 0 then '${OWNER}' else gen_random_uuid() end, 'r' || n || '@example.org', 'r-' || n, 'R', '1990-01-01',
      now(), now() - interval '30 days' from generate_series(0, 1) n;
  insert into sessions (id, user_id, token_hash, expires_at)
    select gen_random_uuid(), id, sha256('token-of-the-reader-r-1'), now() + interval '1 day' from users where id <> '${OWNER}';
  insert into wallets (user_id) select id from users where id <> '${OWNER}';
  insert into coin_entries (id, user_id, number, deed, house, coins, balance_before, balance_after, key, reason)
    select gen_random_uuid(), user_id, 1, 'grant', 'issued', ${GRANTED}, 0, ${GRANTED}, 'grant', 'Welcome' from wallets;
  update wallets set balance_coins = ${GRANTED}, last_number = 1;
  insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published)
    values ('${STORY}', 'a', '${OWNER}', 'A', 'comics', 'page_ltr', 'drama', 'en', true);
  insert into pricing_strategies (story_id, type, price_coins) values ('${STORY}', 'all_premium', ${PRICE});
  insert into episodes (id, story_id, position, title, status, first_published_at) values
    ${EPISODES.map((id, at) => `('${id}', '${STORY}', ${at + 1}, 'E', 'published', now())`).join(', ')}`;

const stand = `select (select balance_coins::int from wallets) as balance,
  (select sum(coins)::int from coin_entries) as summed, (select count(*)::int from unlocks) as unlocks,
  (select count(*)::int from coin_entries where deed = 'unlock') as entries,
  (select count(*)::int from outbox where name = 'episode.unlocked') as told`;

t.test('PRI-22, PRI-27 an unlock that is cut off at any word pays once or not at all', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  await app.deps.pool.query(makeWorld);
  const pay = (at: number) => ({
    method: 'POST' as const,
    url: `/api/episodes/${EPISODES[at]}/unlock`,
    headers: { authorization: 'Bearer token-of-the-reader-r-1', 'idempotency-key': `step-${at}` },
    payload: { price: PRICE },
  });
  const find = async () => (await app.deps.pool.query(stand)).rows[0];
  const standAfter = (count: number) => {
    const balance = GRANTED - PRICE * count;
    return { balance, summed: balance, unlocks: count, entries: count, told: count };
  };
  let words = 0;
  for (let end = 'killed'; end === 'killed'; words += 1) {
    end = await liveUntil(app, words + 1, async (deps) =>
      (await buildApp(deps, { caches: app.caches })).inject(pay(words)),
    );
    const half = await find();
    t.same(half, standAfter(half.unlocks), `all or nothing at word ${words + 1}`);
    t.ok(half.unlocks === words || half.unlocks === words + 1);
    for (const why of ['the retry finishes it', 'and once more changes nothing']) {
      const reply = await app.app.inject(pay(words));
      t.match([reply.statusCode, reply.json()], [200, { balance: standAfter(words + 1).balance }], why);
      t.same(await find(), standAfter(words + 1));
    }
  }
  t.ok(words > 8, `${words} words`);
});
