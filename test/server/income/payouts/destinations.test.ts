import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { payoutDestinations, payouts, sessions, users } from '#db/schema/index.ts';
import { forgetDestinations } from '#server/domains/income/payouts/destinations.ts';
import { openAccount } from '#server/domains/income/payouts/sealing.ts';
import { utcDay } from '#server/lib/days.ts';
import { DAY_MS, MINUTE_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { mailsTo, tokenIn } from '../../../support/mail.ts';
import { ACCOUNT, ask, earn, makeCreator, settle } from '../../../support/payouts.ts';

t.test('destinations of payouts', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const later = (ms: number) => {
    nowMs += ms;
  };
  const OTHER = { holder: 'Somebody Else', country: 'NO', iban: 'NO93 8601 1117 947' };
  const put = (as: Account, body: object) => app.call('PUT /user/payout_destination', { as, body });
  const get = async (as: Account) => (await app.call('GET /user/payout_destination', { as })).json();
  const rowsOf = (userId: string) =>
    deps.db.select().from(payoutDestinations).where(eq(payoutDestinations.userId, userId));
  const disown = (token: string) => app.call('POST /payout_destination_notices', { body: { token } });
  const noticesTo = async (email: string) =>
    (await mailsTo(app, email)).filter((mail) => mail.text.includes('/payout_notice?'));

  await t.test(
    'the first one is valid at once, a new one waits 3 days; only four characters are shown',
    async (t) => {
      const creator = await app.signUp('Mirko Haas');
      await settle(app, creator);
      const first = await put(creator, ACCOUNT);
      t.equal(first.statusCode, 200, first.body);
      t.match(first.json(), {
        current: { last_four: '3000', holder: 'Mirko Haas' },
        waiting: null,
        message: 'Saved. Your payouts go to this account.',
      });
      t.notMatch(first.body, /DE8937|0532/);
      const [mail] = await noticesTo(creator.email);
      t.match(mail?.text, /From now on payouts go to the account that ends in 3000/);
      await earn(app, creator, 500_00);
      later(MINUTE_MS);
      t.match((await put(creator, OTHER)).json(), {
        current: { last_four: '3000' },
        waiting: { last_four: '7947' },
        message: /takes over in 3 days/,
      });
      const id = await ask(app, creator);
      later(3 * DAY_MS - 1);
      t.match(await get(creator), { current: { last_four: '3000' } });
      later(1);
      t.match(await get(creator), { current: { last_four: '7947' }, waiting: null });
      const [payout] = (await app.call('GET /user/payouts', { as: creator })).json().payouts;
      t.match(
        payout,
        { id, destination: { last_four: '3000' } },
        'what was asked for goes where it was to go',
      );
      await forgetDestinations(deps);
      const sealed = Object.fromEntries((await rowsOf(creator.id)).map((row) => [row.lastFour, row.sealed]));
      t.ok(sealed[3000], 'an open payout goes there');
      await deps.db
        .update(payouts)
        .set({ state: 'paid', closedAt: deps.clock.now(), reference: 'x' })
        .where(eq(payouts.id, id));
      await forgetDestinations(deps);
      await forgetDestinations(deps);
      const [old] = (await rowsOf(creator.id)).filter((row) => row.lastFour === '3000');
      t.match(old, { sealed: null, lastFour: '3000' }, 'then it is forgotten');
      t.match(await get(creator), { current: { last_four: '7947' } });
    },
  );

  await t.test('what lies in the database says nothing, and opens for its own row alone', async (t) => {
    const creator = await makeCreator(app);
    const [row] = await rowsOf(creator.id);
    t.notMatch(row?.sealed?.toString('latin1') ?? '', /Haas|3704/);
    t.match(openAccount(deps, row?.id ?? '', row?.sealed ?? null), { iban: 'DE89370400440532013000' });
    t.equal(openAccount(deps, creator.id, row?.sealed ?? null), null);
    t.equal(openAccount({ signingKey: 'another' }, row?.id ?? '', row?.sealed ?? null), null);
  });

  await t.test('what is wrong about an account is told by its field', async (t) => {
    const creator = await makeCreator(app);
    const wrong = await put(creator, { ...ACCOUNT, iban: 'DE89 3704 0044 0532 0130 01', holder: '…' });
    t.equal(wrong.statusCode, 422);
    t.same(
      wrong
        .json()
        .fields.map((field: object) => Object.keys(field)[0])
        .sort(),
      ['holder', 'iban'],
    );
    t.equal((await put(creator, { ...ACCOUNT, holder: 'x'.repeat(71) })).statusCode, 422);
  });

  await t.test('it wants a sign-in of the last 15 minutes', async (t) => {
    const creator = await makeCreator(app);
    const provenAt = new Date(nowMs - 16 * MINUTE_MS);
    await deps.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, creator.id));
    for (const route of [
      'PUT /user/payout_destination',
      'DELETE /user/payout_destination',
      'POST /user/payouts',
    ]) {
      const reply = await app.call(route, { as: creator, body: ACCOUNT });
      t.equal(`${reply.statusCode} ${reply.json().code}`, '403 fresh_sign_in_required', route);
    }
  });

  await t.test('of two at once one waits, and the one that waits is taken back', async (t) => {
    const creator = await makeCreator(app);
    await Promise.all([put(creator, OTHER), put(creator, OTHER), put(creator, OTHER)]);
    const waiting = (await rowsOf(creator.id)).filter(
      ({ endedAt, validFrom }) => endedAt === null && validFrom > deps.clock.now(),
    );
    t.equal(waiting.length, 1);
    const taken = await app.call('DELETE /user/payout_destination', { as: creator });
    t.match(taken.json(), { current: { last_four: '3000' }, waiting: null });
    const again = await app.call('DELETE /user/payout_destination', { as: creator });
    t.equal(again.json().code, 'destination_not_waiting');
  });

  await t.test('the address that the account had before is told, and takes it back', async (t) => {
    const creator = await makeCreator(app);
    await app.runJobs();
    // A thief has changed the e-mail address before.
    await deps.db.update(users).set({ email: 'thief@example.org' }).where(eq(users.id, creator.id));
    await put(creator, OTHER);
    await app.runJobs();
    t.equal((await noticesTo('thief@example.org')).length, 1);
    const notice = (await noticesTo(creator.email)).find(({ text }) => text.includes('7947'));
    t.ok(notice);
    t.notMatch(notice?.text, /NO93|8601/);
    later(3 * DAY_MS);
    const id = await ask(app, creator);
    const token = tokenIn(notice ?? { text: '' });
    for (const wrong of ['', 'x', `${creator.id}.x`, `${token}x`, token.replace(/^./, 'f')])
      t.equal((await disown(wrong)).statusCode, 422, wrong);
    const reply = await disown(token);
    t.equal(reply.statusCode, 200, reply.body);
    t.equal((await disown(token)).statusCode, 422, 'once');
    const [payout] = await deps.db.select().from(payouts).where(eq(payouts.id, id));
    t.match(payout, { state: 'called_off', closedBy: null }, 'what was asked to go there is called off');
    t.equal(
      (await app.call('GET /user/payouts', { as: creator })).statusCode,
      401,
      'everybody is signed out',
    );
    const [gone] = await deps.db
      .select()
      .from(payoutDestinations)
      .where(and(eq(payoutDestinations.userId, creator.id), eq(payoutDestinations.lastFour, '7947')));
    t.match(gone, { sealed: null });
  });

  await t.test('an approved payout to an account that was taken back is not paid', async (t) => {
    const mei = await app.signUp('Mei Tan');
    await app.makeAdministrator(mei);
    const creator = await makeCreator(app, { name: 'Noor' });
    await app.runJobs();
    const [notice] = await noticesTo(creator.email);
    const id = await ask(app, creator);
    const decide = (body: object) => app.call(`PATCH /admin/payouts/${id}`, { as: mei, body });
    await decide({ state: 'approved' });
    t.equal((await disown(tokenIn(notice ?? { text: '' }))).statusCode, 200);
    const paid = await decide({ state: 'paid', reference: 'x' });
    t.equal(`${paid.statusCode} ${paid.json().code}`, '409 destination_taken_back');
    later(DAY_MS);
    const after = await decide({ state: 'paid', reference: 'x', paid_on: utcDay(deps.clock.now()) });
    t.equal(`${after.statusCode} ${after.json().code}`, '409 destination_taken_back');
    t.equal((await decide({ state: 'rejected', reason: 'It was not you.' })).statusCode, 200);
  });

  await t.test(
    'taken back and approved at once is one of them, and neither waits for the other',
    async (t) => {
      const ada = await app.signUp('Ada');
      await app.makeAdministrator(ada);
      for (let round = 0; round < 6; round += 1) {
        const creator = await makeCreator(app, { name: `Racer ${round}` });
        await app.runJobs();
        const [notice] = await noticesTo(creator.email);
        const id = await ask(app, creator);
        const [gone, approved] = await Promise.all([
          disown(tokenIn(notice ?? { text: '' })),
          app.call(`PATCH /admin/payouts/${id}`, { as: ada, body: { state: 'approved' } }),
        ]);
        t.equal(gone.statusCode, 200, gone.body);
        const [payout] = await deps.db.select().from(payouts).where(eq(payouts.id, id));
        t.equal(payout?.state, approved.statusCode === 200 ? 'approved' : 'called_off', approved.body);
        if (approved.statusCode !== 200)
          t.match(approved.json().code, /payout_moved_on|destination_taken_back/);
      }
    },
  );

  await t.test('what had left the bank before the account was taken back, is noted', async (t) => {
    const rosa = await app.signUp('Rosa');
    await app.makeAdministrator(rosa);
    const creator = await makeCreator(app, { name: 'Ines' });
    await app.runJobs();
    const [notice] = await noticesTo(creator.email);
    const id = await ask(app, creator);
    const decide = (body: object) => app.call(`PATCH /admin/payouts/${id}`, { as: rosa, body });
    await decide({ state: 'approved' });
    const day = utcDay(deps.clock.now());
    await disown(tokenIn(notice ?? { text: '' }));
    later(2 * DAY_MS);
    const paid = await decide({ state: 'paid', reference: 'R 1', paid_on: day });
    t.equal(paid.statusCode, 200, paid.body);
  });

  await t.test('a link holds 14 days', async (t) => {
    const creator = await makeCreator(app, { name: 'Late' });
    await app.runJobs();
    const [notice] = await noticesTo(creator.email);
    later(14 * DAY_MS);
    t.equal((await disown(tokenIn(notice ?? { text: '' }))).statusCode, 422);
  });
});
