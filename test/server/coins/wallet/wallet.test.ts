import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { coinEntries, keptAnswers, users, wallets } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { holdWallet, moveCoins } from '#server/domains/coins/wallet/service.ts';
import { proveLedger, sweepLedger } from '#server/domains/income/ledger/proof.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('wallets', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { db, pool } = app.deps;
  const [reader, other, administrator] = [
    await app.signUp('Reader'),
    await app.signUp('Other'),
    await app.signUp('Ada Ministra'),
  ];
  await app.makeAdministrator(administrator);
  const shelf = openShelf(app.deps);
  const balanceOf = async (as: Account) => (await app.call('GET /wallet', { as })).json().balance;
  const grant = (userId: string, body: unknown, as: Account = administrator, key?: string) =>
    app.call(`POST /admin/wallets/${userId}/grants`, {
      as,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  await t.test('PRI-24, PRI-30 a wallet is there from the beginning, and empty', async (t) => {
    t.same((await app.call('GET /wallet', { as: reader })).json(), { balance: 0, debt: 0 });
    t.same((await app.call('GET /wallet/entries', { as: reader })).json(), {
      entries: [],
      page: 1,
      per_page: 24,
      total: 0,
    });
    for (const call of ['GET /wallet', 'GET /wallet/entries'])
      t.equal((await app.call(call)).statusCode, 401, call);
  });

  await t.test('PRI-24 an administrator grants coins, with a reason that their owner reads', async (t) => {
    const reply = await grant(reader.id, { coins: 40, reason: '  Lost pages ' });
    t.equal(reply.statusCode, 201);
    t.match(reply.json(), { balance: 40, notice: { is_success: true, message: 'Coins granted' } });
    t.equal(await balanceOf(reader), 40);
    t.match((await app.call('GET /user/earnings', { as: reader })).json(), { wallet_coins: 40 });
    const { entries } = (await app.call('GET /wallet/entries', { as: reader })).json();
    t.match(entries, [{ kind: 'grant', coins: 40, balance_after: 40, reason: 'Lost pages', episode: null }]);
    const [row] = await db.select().from(coinEntries).where(eq(coinEntries.userId, reader.id));
    t.match(row, { actorId: administrator.id, house: 'issued', number: 1, previousNumber: null });
    t.notOk('actor_id' in entries[0], 'who granted them is not told');
  });

  await t.test('PRI-24 a form grants coins once, and the wallet shows it to administrators', async (t) => {
    const person = await app.signUp('Jule Winter');
    const send = () =>
      app.app.inject({
        method: 'POST',
        url: `/api/admin/wallets/${person.id}/grants`,
        payload: new URLSearchParams({
          coins: '7',
          reason: 'Sorry',
          key: 'form-1',
          _locale: 'en',
        }).toString(),
        headers: {
          ...administrator.headers,
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
      });
    for (const reply of [await send(), await send()]) {
      t.equal(reply.statusCode, 303);
      t.match(reply.headers.location, `/admin/wallets?user=${person.id}`);
    }
    const see = (as?: Account) => app.call(`GET /admin/wallets/${person.id}`, { as });
    t.match((await see(administrator)).json().wallet, {
      user: { id: person.id, display_name: 'Jule Winter' },
      balance: 7,
      debt: 0,
      entries: [{ kind: 'grant', coins: 7, reason: 'Sorry' }],
    });
    t.equal((await see(reader)).statusCode, 403);
    t.equal((await see()).statusCode, 401);
    t.equal((await app.call(`GET /admin/wallets/${newId()}`, { as: administrator })).statusCode, 404);
  });

  await t.test('a grant that is sent twice under one key is made once', async (t) => {
    const wish = { coins: 5, reason: 'Sorry' };
    const before = await balanceOf(other);
    const replies = await Promise.all([1, 2, 3].map(() => grant(other.id, wish, administrator, 'a-1')));
    t.same(
      replies.map((each) => each.json().balance),
      [before + 5, before + 5, before + 5],
    );
    const reused = await grant(other.id, { ...wish, coins: 6 }, administrator, 'a-1');
    t.equal(reused.statusCode, 422);
    t.equal(reused.json().code, 'idempotency_key_reused');
    t.equal((await grant(other.id, wish, administrator, 'x'.repeat(65))).statusCode, 422);
    t.equal(await balanceOf(other), before + 5);
    t.equal((await grant(reader.id, wish, administrator, 'a-1')).statusCode, 422, 'of another wallet, too');
    await db.delete(keptAnswers);
    for (const [id, body] of [
      [reader.id, wish],
      [other.id, { ...wish, coins: 6 }],
    ] as const)
      t.match((await grant(id, body, administrator, 'a-1')).json(), { code: 'idempotency_key_reused' });
    t.equal((await grant(other.id, wish, administrator, 'a-1')).statusCode, 201, 'the same one again');
    t.equal(await balanceOf(other), before + 5, 'though no answer was kept');
  });

  await t.test('keys of administrators and of the owner of a wallet are apart', async (t) => {
    const [owner, colleague] = [await app.signUp('Owner'), await app.signUp('Colleague')];
    await app.makeAdministrator(colleague);
    const wish = { coins: 5, reason: 'Sorry' };
    for (const as of [administrator, colleague])
      t.equal((await grant(owner.id, wish, as, 'same')).statusCode, 201);
    t.equal(await balanceOf(owner), 10);
    const { episodeId } = await addPremium(shelf, await shelf.addAuthor(), { price: 4 });
    const unlocked = await app.call(`POST /episodes/${episodeId}/unlock`, {
      as: owner,
      body: { price: 4 },
      headers: { 'idempotency-key': 'same' },
    });
    t.match([unlocked.statusCode, unlocked.json()], [200, { balance: 6 }]);
  });

  await t.test('an administrator grants 100,000 coins a day, by many calls at once too', async (t) => {
    const generous = await app.signUp('Generous');
    await app.makeAdministrator(generous);
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => app.signUp(`Happy ${at}`)));
    const wish = { coins: 30_000, reason: 'Much' };
    const replies = await Promise.all(people.map(({ id }) => grant(id, wish, generous)));
    t.equal(replies.filter(({ statusCode }) => statusCode === 201).length, 3);
    const refused = replies.find(({ statusCode }) => statusCode !== 201);
    t.match([refused?.statusCode, refused?.json().code], [422, 'grants_spent']);
    t.equal(
      (await grant(reader.id, { ...wish, coins: 10_000 }, generous)).statusCode,
      201,
      'to the last coin',
    );
    t.equal((await grant(reader.id, { ...wish, coins: 1 }, generous)).statusCode, 422);
    t.equal((await grant(reader.id, { ...wish, coins: 1 })).statusCode, 201, 'of each administrator');
  });

  await t.test('who may not, to whom not, and what is no amount', async (t) => {
    const wish = { coins: 5, reason: 'Why not' };
    t.equal((await grant(reader.id, wish, reader)).statusCode, 403);
    t.equal((await grant(newId(), wish)).statusCode, 404);
    const gone = await app.signUp('Gone');
    await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, gone.id));
    t.equal((await grant(gone.id, wish)).statusCode, 404);
    for (const coins of [0, -5, 1.5, 100_001, '5', null])
      t.equal((await grant(reader.id, { ...wish, coins })).statusCode, 422, String(coins));
    for (const reason of ['', '  ', 'x'.repeat(201), undefined])
      t.equal((await grant(reader.id, { ...wish, reason })).statusCode, 422, String(reason));
  });

  await t.test('PRI-26 the database refuses whatever would let a balance drift', async (t) => {
    const account = await app.signUp('Drifter');
    await giveCoins(app, account, 10);
    await giveCoins(app, account, 7);
    const refused = async (name: string, text: string, values: unknown[] = [account.id]) =>
      t.rejects(pool.query(text, values), name);
    const entry = (numbers: string, deed = "'grant', 'issued'") =>
      `insert into coin_entries (id, user_id, key, deed, house, number, previous_number, balance_before, coins, balance_after)
       values (gen_random_uuid(), $1, gen_random_uuid(), ${deed}, ${numbers})`;
    await refused('a balance of its own', 'update wallets set balance_coins = 1000 where user_id = $1');
    await refused('an older balance', 'update wallets set last_number = 1 where user_id = $1');
    await refused('a balance below zero', 'update wallets set balance_coins = -1 where user_id = $1');
    await refused('a changed entry', 'update coin_entries set coins = 1 where user_id = $1');
    await refused('a removed entry', 'delete from coin_entries where user_id = $1');
    await refused('an emptied ledger', 'truncate coin_entries cascade', []);
    await refused('a wrong sum', entry('3, 2, 17, 5, 30'));
    await refused('a beginning that is no end', entry('3, 2, 10, 5, 15'));
    await refused('a second way on', entry('2, 1, 10, 5, 15'));
    await refused('a gap', entry('4, 3, 17, 5, 22'));
    await refused('a second beginning', entry('1, null, 0, 5, 5'));
    await refused('a beginning with something', entry('3, null, 17, 5, 22'));
    await refused('an unlock that brings coins', entry('3, 2, 17, 5, 22', "'unlock', 'spent'"));
    await refused('less than nothing', entry('3, 2, 17, -18, -1', "'unlock', 'spent'"));
    t.equal(await balanceOf(account), 17);
  });

  await t.test('PRI-27 movements at once come one after the other, and the chain has no gap', async (t) => {
    const account = await app.signUp('Busy');
    await giveCoins(app, account, 20);
    const spend = () =>
      inTransaction(app.deps, async (tx) =>
        moveCoins(tx, await holdWallet(tx, account.id), { deed: 'unlock', coins: -3, key: newId() }),
      );
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, spend));
    t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 6);
    t.equal(await balanceOf(account), 2);
    const rows = await db
      .select()
      .from(coinEntries)
      .where(eq(coinEntries.userId, account.id))
      .orderBy(asc(coinEntries.number));
    t.same(
      rows.map(({ number, balanceAfter }) => [number, balanceAfter]),
      [20, 17, 14, 11, 8, 5, 2].map((balance, index) => [index + 1, balance]),
    );
    const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, account.id));
    t.match(wallet, { balanceCoins: 2, lastNumber: 7 });
  });

  await t.test('PRI-24 entries come newest first, in pages, by what they did', async (t) => {
    const author = await shelf.addAuthor();
    const { episodeIds, slug } = await addPremium(shelf, author, {
      price: 3,
      episodes: 2,
      title: 'Two Umbrellas',
    });
    const account = await app.signUp('Careful');
    await giveCoins(app, account, 10);
    for (const id of episodeIds)
      t.equal(
        (await app.call(`POST /episodes/${id}/unlock`, { as: account, body: { price: 3 } })).statusCode,
        200,
      );
    const list = async (query: string) =>
      (await app.call(`GET /wallet/entries?${query}`, { as: account })).json<{
        total: number;
        entries: { coins: number; balance_after: number; episode: unknown }[];
      }>();
    const all = await list('');
    t.same(
      all.entries.map(({ coins, balance_after }) => [coins, balance_after]),
      [
        [-3, 4],
        [-3, 7],
        [10, 10],
      ],
    );
    t.match(all.entries[0]?.episode, { number: 2, title: 'Part 2', story: { slug, title: 'Two Umbrellas' } });
    t.match(await list('per_page=1&page=2'), { total: 3, entries: [{ balance_after: 7 }] });
    t.match(await list('filter=spent'), { total: 2 });
    t.match(await list('filter=received'), { total: 1, entries: [{ coins: 10 }] });
    t.equal((await app.call('GET /wallet/entries?filter=none', { as: account })).statusCode, 422);
  });

  await t.test('the nightly proof names each wallet that its entries do not make', async (t) => {
    const [more, owing, bare] = [
      await app.signUp('More'),
      await app.signUp('Owing'),
      await app.signUp('Bare'),
    ];
    const told: unknown[] = [];
    const deps = {
      ...app.deps,
      log: { ...app.deps.log, fatal: (facts: unknown) => told.push(facts) } as never,
    };
    for (const account of [more, bare]) await giveCoins(app, account, 10);
    await inTransaction(app.deps, (tx) => holdWallet(tx, owing.id));
    t.same(await proveLedger(deps), []);
    // Bypasses the constraints, to simulate tampering or a broken disk.
    await pool.query('alter table wallets drop constraint wallets_last_entry');
    await pool.query('update wallets set balance_coins = 11 where user_id = $1', [more.id]);
    await pool.query('update wallets set debt_coins = 4 where user_id = $1', [owing.id]);
    await pool.query('delete from wallets where user_id = $1', [bare.id]);
    const found = await proveLedger(deps);
    const wrong = [
      { userId: more.id, balanceCoins: 11, entriesCoins: 10, debtCoins: 0, owedCoins: 0 },
      { userId: owing.id, balanceCoins: 0, entriesCoins: 0, debtCoins: 4, owedCoins: 0 },
      { userId: bare.id, balanceCoins: 0, entriesCoins: 10, debtCoins: 0, owedCoins: 0 },
    ];
    for (const each of wrong)
      t.same(
        found.find((one) => 'entriesCoins' in one && one.userId === each.userId),
        each,
      );
    t.equal(found.length, wrong.length);
    t.same(told, found, 'whoever is on call hears of each');
    await t.rejects(sweepLedger(deps), /3 balances are not/, 'and the figures show it');
  });
});
