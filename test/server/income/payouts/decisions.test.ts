import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, payouts, users } from '#db/schema/index.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { utcDay } from '#server/lib/days.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { ask, earn, makeCreator } from '../../../support/payouts.ts';

t.test('decisions about payouts', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const [mei, tomas] = [await app.signUp('Mei Tan'), await app.signUp('Tomás Reyes')];
  for (const each of [mei, tomas]) await app.makeAdministrator(each);
  const decide = (id: string, body: object, as: Account = mei) =>
    app.call(`PATCH /admin/payouts/${id}`, { as, body });
  const approve = (id: string) => decide(id, { state: 'approved' });
  const pay = (id: string) => decide(id, { state: 'paid', reference: 'TSZ-2026-1120-HAAS' });
  const inState = async (state: 'requested' | 'approved') => {
    const owner = await makeCreator(app);
    const id = await ask(app, owner);
    if (state === 'approved') await approve(id);
    return { owner, id };
  };

  await t.test('a double click decides once, two administrators do not overrule each other', async (t) => {
    const { owner, id } = await inState('requested');
    const logged = (deed: 'payout_approved' | 'payout_paid') =>
      deps.db.$count(adminActions, and(eq(adminActions.subjectId, owner.id), eq(adminActions.deed, deed)));
    const twice = async (deed: () => ReturnType<typeof approve>) =>
      (await Promise.all([deed(), deed()])).map(({ statusCode }) => statusCode);
    t.same(await twice(() => approve(id)), [200, 200]);
    t.equal(await logged('payout_approved'), 1);
    const other = await decide(id, { state: 'approved' }, tomas);
    t.equal(`${other.statusCode} ${other.json().code}`, '409 payout_moved_on', 'by somebody else');
    t.same(await twice(() => pay(id)), [200, 200]);
    t.equal(await logged('payout_paid'), 1);
    t.equal((await decide(id, { state: 'paid', reference: 'Another' })).statusCode, 409);
    t.equal((await decide(id, { state: 'paid', reference: 'TSZ-2026-1120-HAAS' }, tomas)).statusCode, 409);
    t.same(await findBalances(deps, owner.id), { rest: 0, earned: 0, asked: 0 });
    const paidMails = (await mailsTo(app, owner.email)).filter(({ subject }) => /on its way/.test(subject));
    t.equal(paidMails.length, 1, 'and is told once');
  });

  await t.test('REV-16 the day of the transfer is the one that is named, within its bounds', async (t) => {
    const { owner, id } = await inState('approved');
    const daysAgo = (days: number) => utcDay(new Date(deps.clock.now().getTime() - days * DAY_MS));
    await deps.db
      .update(payouts)
      .set({ requestedAt: new Date(deps.clock.now().getTime() - 9 * DAY_MS) })
      .where(eq(payouts.id, id));
    const paidOn = (day: string) => decide(id, { state: 'paid', reference: 'R 1', paid_on: day });
    for (const day of [daysAgo(-1), daysAgo(10), '2026-02-30', 'yesterday', '']) {
      const reply = await paidOn(day);
      t.equal(reply.statusCode, 422, day);
      t.match(reply.json().fields, [{ paid_on: [/^(lies|is)/] }], day);
    }
    t.equal((await paidOn(daysAgo(3))).statusCode, 200);
    const [seen] = (await app.call('GET /user/payouts', { as: owner })).json().payouts;
    t.equal(seen.closed_at, `${daysAgo(3)}T12:00:00.000Z`);
    const { rows } = (await app.call('GET /creator/revenue?format=json', { as: owner })).json();
    t.same(rows, [], 'without a story there is no month');
  });

  await t.test('what is asked for is the balance that was shown', async (t) => {
    const creator = await makeCreator(app);
    await earn(app, creator, -10_00);
    const asking = (amount: string) => app.call('POST /user/payouts', { as: creator, body: { amount } });
    const refused = await asking('212.40');
    t.equal(`${refused.statusCode} ${refused.json().code}`, '409 balance_changed');
    t.equal((await asking('202.40')).json().payout.amount, '202.40');
  });

  await t.test(
    'REV-15 a payout of a locked account is held: not approved, in no file, not paid',
    async (t) => {
      const { owner, id } = await inState('requested');
      const second = await inState('approved');
      const lock = (as: Account, lockedAt: Date | null) =>
        deps.db.update(users).set({ lockedAt }).where(eq(users.id, as.id));
      const codeOf = async (reply: ReturnType<typeof approve>) => {
        const { statusCode, ...rest } = await reply;
        return `${statusCode} ${rest.json().code}`;
      };
      for (const each of [owner, second.owner]) await lock(each, deps.clock.now());
      t.equal(await codeOf(approve(id)), '409 payout_account_locked');
      const many = await app.call('POST /admin/payouts/approve', { as: mei, body: { ids: [id] } });
      t.match(many.json(), { approved: [], refused: [{ id, code: 'payout_account_locked' }] });
      t.equal(await codeOf(pay(second.id)), '409 payout_account_locked');
      const find = async (state: string, which: string) =>
        (await app.call(`GET /admin/payouts?state=${state}&per_page=100`, { as: mei }))
          .json()
          .payouts.find((each: { id: string }) => each.id === which);
      t.match(await find('requested', id), { held: 'payout_account_locked' });
      t.match(await find('approved', second.id), { held: 'payout_account_locked', taken_at: null });
      const csvLine = async () =>
        (await app.call('GET /admin/payouts/export?format=csv', { as: mei })).body
          .split('\r\n')
          .find((each) => each.includes(second.id));
      t.match(await csvLine(), /,DE,3000,,,,.*,payout_account_locked$/, 'it stands there without a number');
      t.match(await find('approved', second.id), { taken_at: null });
      const day = utcDay(deps.clock.now());
      const before = await decide(second.id, { state: 'paid', reference: 'R 2', paid_on: day });
      t.equal(before.statusCode, 200, 'what left the bank before the lock is written down');
      await lock(owner, null);
      t.equal((await approve(id)).statusCode, 200, 'unlocked it goes on');
    },
  );

  await t.test('a payout says when it was taken for the bank, and by whom', async (t) => {
    const { id } = await inState('approved');
    await app.call('GET /admin/payouts/export?format=csv&state=requested', { as: mei });
    const find = async () =>
      (await app.call('GET /admin/payouts?state=approved&per_page=100', { as: mei }))
        .json()
        .payouts.find((each: { id: string }) => each.id === id);
    t.match(await find(), { taken_at: null, taken_by: null });
    await app.call('GET /admin/payouts/export?format=csv', { as: tomas });
    const taken = await find();
    t.match(taken, { taken_by: { display_name: 'Tomás Reyes' } });
    t.ok(Date.parse(taken.taken_at) > 0);
  });

  await t.test('of two tabs the second is told what happened, and by whom', async (t) => {
    const { id } = await inState('requested');
    t.equal((await decide(id, { state: 'approved', seen: 'requested' })).statusCode, 200);
    const second = await decide(id, { state: 'rejected', reason: 'Why', seen: 'requested' }, tomas);
    t.equal(`${second.statusCode} ${second.json().code}`, '409 payout_moved_on');
    t.match(second.json(), {
      message: /Mei Tan, \d\d\/\d\d\/\d{4} \d\d:\d\d UTC: Approved a payout\.$/,
      happened: { deed: 'payout_approved', by: { id: mei.id, display_name: 'Mei Tan' } },
    });
    t.equal(
      (await decide(id, { state: 'rejected', reason: 'Why', seen: 'approved' }, tomas)).statusCode,
      200,
    );
    const { id: third, owner } = await inState('requested');
    await app.call(`DELETE /user/payouts/${third}`, { as: owner });
    t.match((await decide(third, { state: 'approved', seen: 'requested' })).json(), {
      code: 'payout_moved_on',
      happened: { deed: 'payout_called_off', by: { id: owner.id } },
    });
  });

  await t.test('no file for the bank without an account to pay from', async (t) => {
    const reply = await app.call('GET /admin/payouts/export?format=pain001', { as: mei });
    t.equal(`${reply.statusCode} ${reply.json().code}`, '409 debtor_unknown');
  });

  await t.test('the balances are the sums of all that', async (t) => {
    t.same(await findDiscrepancies(deps), []);
  });
});
