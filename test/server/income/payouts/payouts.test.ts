import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import {
  adminActions,
  notifications,
  PAYOUT_STATES,
  type PayoutState,
  payouts,
  users,
} from '#db/schema/index.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { ACCOUNT, ask, earn, makeCreator, nameAccount, settle } from '../../../support/payouts.ts';

const cents = (amount: number) => amount * 10_000;

t.test('payouts', async (t) => {
  const app = await startTestApp({
    environment: {
      PAYOUT_DEBTOR_NAME: 'Tsuzuki GmbH',
      PAYOUT_DEBTOR_IBAN: 'DE89370400440532013000',
      PAYOUT_DEBTOR_BIC: 'COBADEFFXXX',
    },
  });
  t.teardown(() => app.close());
  const { deps } = app;
  const mei = await app.signUp('Mei Tan');
  const tomas = await app.signUp('Tomás Reyes');
  for (const each of [mei, tomas]) await app.makeAdministrator(each);
  const decide = (id: string, body: object, as: Account = mei) =>
    app.call(`PATCH /admin/payouts/${id}`, { as, body });
  const approve = (id: string) => decide(id, { state: 'approved' });
  const pay = (id: string) => decide(id, { state: 'paid', reference: 'TSZ-2026-1120-HAAS' });
  const reject = (id: string) => decide(id, { state: 'rejected', reason: 'The name does not fit.' });
  const callOff = (id: string, as: Account) => app.call(`DELETE /user/payouts/${id}`, { as });
  const stateOf = async (id: string) =>
    (await deps.db.select().from(payouts).where(eq(payouts.id, id)))[0]?.state;
  const whole = async (why: string) => t.same(await findDiscrepancies(deps), [], why);

  await t.test(
    'OPS-11 REV-15 $99.99 is refused, $100.00 is transferred whole, REV-16 within 30 days',
    async (t) => {
      const creator = await makeCreator(app, { cents: 99_99 });
      const refused = await app.call('POST /user/payouts', { as: creator, body: {} });
      t.equal(`${refused.statusCode} ${refused.json().code}`, '409 payout_below_threshold');
      t.equal(await deps.db.$count(payouts, eq(payouts.userId, creator.id)), 0);
      await earn(app, creator, 1);
      const reply = await app.call('POST /user/payouts', { as: creator, body: {} });
      t.equal(reply.statusCode, 201, reply.body);
      const { payout } = reply.json();
      t.match(payout, { amount: '100.00', state: 'requested', destination: { last_four: '3000' } });
      t.equal(Date.parse(payout.due_at) - Date.parse(payout.requested_at), 30 * DAY_MS);
      t.same(await findBalances(deps, creator.id), { rest: 0, earned: 0, asked: cents(100_00) });
      await earn(app, creator, 3_00);
      t.match((await app.call('GET /user/payouts', { as: creator })).json(), {
        balance: '3.00',
        problem: 'payout_open',
      });
      await approve(payout.id);
      t.equal((await pay(payout.id)).statusCode, 200);
      t.same(await findBalances(deps, creator.id), { rest: 0, earned: cents(3_00), asked: 0 });
      await whole('paid');
    },
  );

  const inState = async (state: PayoutState) => {
    const owner = await makeCreator(app);
    const id = await ask(app, owner);
    if (state === 'approved' || state === 'paid') await approve(id);
    if (state === 'paid') await pay(id);
    if (state === 'rejected') await reject(id);
    if (state === 'called_off') await callOff(id, owner);
    return { owner, id };
  };

  await t.test('every state, every deed, whoever does it', async (t) => {
    const other = await makeCreator(app, { name: 'Other' });
    const bodies = {
      approve: { state: 'approved' },
      pay: { state: 'paid', reference: 'R 1' },
      reject: { state: 'rejected', reason: 'Why' },
    };
    const expected: Record<string, Record<PayoutState, string>> = {
      // Repeating the same decision changes nothing.
      approve: done('approved', ['requested', 'approved']),
      pay: done('paid', ['approved']),
      reject: done('rejected', ['requested', 'approved']),
      call_off: done('called_off', ['requested', 'called_off']),
      form: done('requested', ['requested']),
    };
    for (const state of PAYOUT_STATES)
      for (const deed of Object.keys(expected)) {
        const { owner, id } = await inState(state);
        const by = (as: Account | undefined) => {
          if (deed === 'call_off') return app.call(`DELETE /user/payouts/${id}`, { as });
          if (deed === 'form')
            return app.call(`POST /admin/payouts/${id}/form_request`, { as, body: { kind: 'W-8BEN' } });
          return app.call(`PATCH /admin/payouts/${id}`, { as, body: bodies[deed as 'pay'] });
        };
        const isOfOwner = deed === 'call_off';
        t.equal((await by(undefined)).statusCode, 401, `nobody: ${deed} of ${state}`);
        t.equal((await by(other)).statusCode, isOfOwner ? 404 : 403, `another: ${deed} of ${state}`);
        t.equal((await by(isOfOwner ? mei : owner)).statusCode, isOfOwner ? 404 : 403, `${deed} of ${state}`);
        t.equal(await stateOf(id), state, 'nothing has changed');
        const before = await findBalances(deps, owner.id);
        const reply = await by(isOfOwner ? owner : mei);
        const next = expected[deed]?.[state] ?? '';
        t.equal(reply.statusCode, next === 'refused' ? 409 : 200, `${deed} of ${state}: ${reply.body}`);
        if (next === 'refused') {
          t.equal(reply.json().code, 'payout_moved_on');
          t.same(await findBalances(deps, owner.id), before);
        }
        t.equal(await stateOf(id), next === 'refused' ? state : next);
        const { earned, asked } = await findBalances(deps, owner.id);
        const left = { paid: [0, 0], rejected: [212_40, 0], called_off: [212_40, 0] }[
          (await stateOf(id)) as 'paid'
        ] ?? [0, 212_40];
        t.same([earned, asked], left.map(cents), `${deed} of ${state}`);
      }
    await whole('after all of them');
  });

  await t.test(
    'two requests at once are one, approving and calling off at once is one of them',
    async (t) => {
      const creator = await makeCreator(app);
      const asked = await Promise.all(
        Array.from({ length: 6 }, () => app.call('POST /user/payouts', { as: creator, body: {} })),
      );
      t.same(asked.map(({ statusCode }) => statusCode).sort(), [201, 409, 409, 409, 409, 409]);
      t.equal((await findBalances(deps, creator.id)).asked, cents(212_40));
      for (let round = 0; round < 6; round += 1) {
        const { owner, id } = await inState('requested');
        const [one, two] = await Promise.all([approve(id), callOff(id, owner)]);
        t.same([one.statusCode, two.statusCode].sort(), [200, 409]);
        t.equal(await stateOf(id), one.statusCode === 200 ? 'approved' : 'called_off');
        const left = one.statusCode === 200 ? [0, 212_40] : [212_40, 0];
        const { earned, asked: held } = await findBalances(deps, owner.id);
        t.same([earned, held], left.map(cents));
      }
      const { id } = await inState('approved');
      const paid = await Promise.all([
        pay(id),
        decide(id, { state: 'paid', reference: 'Other' }),
        reject(id),
      ]);
      t.equal(paid.filter(({ statusCode }) => statusCode === 200).length, 1, 'paid or rejected, once');
      await whole('after the races');
    },
  );

  await t.test(
    'a correction below zero holds the approval up; rejected, the rest can be asked for',
    async (t) => {
      const { owner, id } = await inState('requested');
      await earn(app, owner, -50_00);
      t.equal((await findBalances(deps, owner.id)).earned, cents(-50_00));
      const refused = await approve(id);
      t.equal(`${refused.statusCode} ${refused.json().code}`, '409 balance_below_zero');
      const { payouts: list } = (await app.call('GET /admin/payouts?per_page=100', { as: mei })).json();
      t.ok(list.some((each: { id: string; balance: string }) => each.id === id && each.balance === '-50.00'));
      t.equal((await reject(id)).statusCode, 200);
      t.equal((await findBalances(deps, owner.id)).earned, cents(162_40));
      const again = await ask(app, owner);
      await approve(again);
      await earn(app, owner, -10_00);
      t.equal((await pay(again)).statusCode, 200, 'what has left the bank is written down');
      t.same(await findBalances(deps, owner.id), { rest: 0, earned: cents(-10_00), asked: 0 });
    },
  );

  await t.test('REV-21 under 18 the guardian is paid, and nobody without one', async (t) => {
    const minor = await app.signUp('Rin Castell');
    await settle(app, minor);
    await earn(app, minor, 100_00);
    const born = new Date(deps.clock.now().getTime() - 16.5 * 365.25 * DAY_MS).toISOString().slice(0, 10);
    await deps.db.update(users).set({ dateOfBirth: born }).where(eq(users.id, minor.id));
    const refusal = async () => (await app.call('POST /user/payouts', { as: minor, body: {} })).json().code;
    t.equal(await refusal(), 'payout_guardian_needed');
    await deps.db.update(users).set({ guardianConsentAt: new Date() }).where(eq(users.id, minor.id));
    t.equal(await refusal(), 'destination_needed');
    const own = await app.call('PUT /user/payout_destination', { as: minor, body: ACCOUNT });
    t.equal(own.statusCode, 422);
    t.match(own.json().fields, [{ guardian: [/guardian/] }]);
    await nameAccount(app, minor, { ...ACCOUNT, holder: 'Ana Castell', guardian: true });
    const id = await ask(app, minor);
    const [row] = await deps.db.select().from(payouts).where(eq(payouts.id, id));
    t.equal(row?.guardianName, 'Ana Castell');
  });

  await t.test('reference and reason are needed, and read by who is paid', async (t) => {
    const { owner, id } = await inState('requested');
    t.equal((await decide(id, { state: 'rejected' })).statusCode, 422);
    t.equal((await decide(id, { state: 'rejected', reason: ' \u200b ' })).statusCode, 422);
    await approve(id);
    t.equal((await decide(id, { state: 'paid' })).statusCode, 422);
    t.equal((await decide(id, { state: 'paid', reference: 'x'.repeat(36) })).statusCode, 422);
    await pay(id);
    const [seen] = (await app.call('GET /user/payouts', { as: owner })).json().payouts;
    t.match(seen, { state: 'paid', reference: 'TSZ-2026-1120-HAAS' });
    t.match((await app.call('GET /user/payouts', { as: mei })).json().payouts, [], 'nobody else’s');
  });

  await t.test('nobody decides about their own money, as long as there is somebody else', async (t) => {
    await settle(app, tomas);
    await nameAccount(app, tomas);
    await earn(app, tomas, 500_00);
    const id = await ask(app, tomas);
    const reply = await decide(id, { state: 'approved' }, tomas);
    t.equal(`${reply.statusCode} ${reply.json().code}`, '409 payout_own');
    t.equal((await approve(id)).statusCode, 200);
  });

  await t.test('many are approved each by itself', async (t) => {
    const [one, two] = [await inState('requested'), await inState('requested')];
    await callOff(two.id, two.owner);
    const reply = await app.call('POST /admin/payouts/approve', {
      as: mei,
      body: { ids: [one.id, two.id, one.id] },
    });
    t.match(reply.json(), { approved: [one.id], refused: [{ id: two.id, code: 'payout_moved_on' }] });
  });

  await t.test('each step is mailed and told, and stands in the log', async (t) => {
    const { owner, id } = await inState('requested');
    await app.call(`POST /admin/payouts/${id}/form_request`, { as: mei, body: { kind: 'W-9' } });
    await reject(id);
    await app.runJobs();
    const subjects = (await mailsTo(app, owner.email)).map(({ subject }: { subject: string }) => subject);
    for (const subject of [
      'You requested a payout of $212.40',
      'Your tax form is needed',
      'Your payout was rejected',
    ])
      t.ok(subjects.includes(subject), `${subject} in ${subjects.join(', ')}`);
    const told = await deps.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    t.same(told.map(({ details }) => details?.step).sort(), ['form_asked', 'rejected']);
    const lines = await deps.db
      .select()
      .from(adminActions)
      .where(eq(adminActions.subjectId, owner.id))
      .orderBy(asc(adminActions.number));
    t.match(
      lines.map(({ deed, actorId, details }) => [deed, actorId, details.amount]),
      [
        ['payout_form_asked', mei.id, '212.40'],
        ['payout_rejected', mei.id, '212.40'],
      ],
    );
  });

  await t.test(
    'the files for the bank: no formula, nothing that is not approved, each one logged',
    async (t) => {
      const hostile = await makeCreator(app, { name: '=HYPERLINK("http://x")' });
      const id = await ask(app, hostile);
      const csvOf = (state: string) =>
        app.call(`GET /admin/payouts/export?format=csv&state=${state}`, { as: mei });
      const csv = await csvOf('requested');
      t.match(csv.headers['content-disposition'], /^attachment/);
      t.match(csv.body, /,DE,3000,/);
      t.notMatch(csv.body, /DE8937/, 'only a transfer needs the whole number');
      t.notMatch((await csvOf('approved')).body, id);
      const others = (await csvOf('approved')).body.match(/^[0-9a-f-]{36}/gm) ?? [];
      for (const other of others) await pay(other);
      const empty = await app.call('GET /admin/payouts/export?format=pain001', { as: mei });
      t.equal(`${empty.statusCode} ${empty.json().code}`, '409 nothing_to_pay');
      await approve(id);
      const whole = await csvOf('approved');
      t.match(whole.body, /"'=HYPERLINK\(""http:\/\/x""\)"/);
      t.match(whole.body, /DE89370400440532013000/);
      const xml = await app.call('GET /admin/payouts/export?format=pain001', { as: mei });
      t.equal(xml.statusCode, 200, xml.body);
      t.match(xml.body, id.replaceAll('-', ''));
      t.match(xml.body, /<IBAN>DE89370400440532013000<\/IBAN>/);
      const logged = await deps.db.$count(adminActions, eq(adminActions.deed, 'payouts_exported'));
      t.equal(logged, 6);
      t.equal((await app.call('GET /admin/payouts/export?format=csv', { as: hostile })).statusCode, 403);
    },
  );
});

function done(next: PayoutState, from: readonly PayoutState[]): Record<PayoutState, string> {
  return Object.fromEntries(
    PAYOUT_STATES.map((state) => [state, from.includes(state) ? next : 'refused']),
  ) as Record<PayoutState, string>;
}
