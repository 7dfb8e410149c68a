/** Administrators need a second factor beside the flag, and a fresh sign-in for every change. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { sessions } from '#db/schema/index.ts';
import { contracts } from '#server/api.ts';
import type { Call } from '#server/lib/contract.ts';
import { MINUTE_MS } from '#server/lib/durations.ts';
import { lackOf } from '#server/lib/viewer.ts';
import { type Account, startTestApp } from '../../../support/app.ts';

const calls = (Object.entries(contracts) as [string, Call][])
  .filter(([, call]) => call.access === 'administrator')
  .map(([route]) => route.replaceAll(/:\w+/g, () => randomUUID()));
const changes = calls.filter((route) => !route.startsWith('GET '));

t.test('what is lacked is told in the order in which it is mended', async (t) => {
  const nobody = { administrator: false, secondFactor: false, fresh: false };
  const both = { administrator: true, fresh: true };
  t.equal(lackOf(nobody, both), 'administrators_only');
  t.equal(lackOf({ ...nobody, administrator: true }, both), 'second_factor_required');
  t.equal(lackOf({ ...nobody, administrator: true, secondFactor: true }, both), 'fresh_sign_in_required');
  t.equal(lackOf({ administrator: true, secondFactor: true, fresh: true }, both), null);
  t.equal(lackOf({ ...nobody, administrator: true, secondFactor: true }, { ...both, fresh: false }), null);
  t.equal(lackOf(nobody, { administrator: false, fresh: true }), 'fresh_sign_in_required');
  t.equal(lackOf(nobody, { administrator: false, fresh: false }), null);
});

/** Calls that move money out, or change how somebody proves their identity. */
const GUARDED = /\/(?:grants|payouts|payout_requests|revenue)\b|^\w+ \/user\/second_factor\b/;
/** It only dismisses shown codes and changes nothing else. */
const HARMLESS = ['DELETE /user/second_factor/recovery_codes/shown'];

t.test('ROL-11 every call that moves money, or a second factor, wants a fresh sign-in', async (t) => {
  const guarded = (Object.entries(contracts) as [string, Call][]).filter(
    ([route]) => GUARDED.test(route) && !route.startsWith('GET ') && !HARMLESS.includes(route),
  );
  t.ok(guarded.some(([route]) => route === 'POST /admin/wallets/:user_id/grants'));
  t.ok(guarded.some(([route]) => route === 'DELETE /user/second_factor'));
  for (const [route, call] of guarded)
    t.ok(call.access === 'administrator' || call.fresh !== undefined, route);
  for (const [route, call] of Object.entries(contracts) as [string, Call][])
    t.equal(call.access === 'administrator', / \/admin\//.test(route), `${route} is where administration is`);
});

t.test('every call of administration', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const refusals = async (as: Account | undefined, routes: readonly string[]) => {
    const codes = new Set<string>();
    for (const route of routes) {
      const reply = await app.call(route, { as, body: route.startsWith('GET ') ? undefined : {} });
      codes.add(`${reply.statusCode} ${reply.json().code}`);
    }
    return [...codes];
  };
  const reader = await app.signUp('Reader');
  const plain = await app.signUp('Plain');
  await app.makeAdministrator(plain, { factor: false });
  const stale = await app.signUp('Stale');
  await app.makeAdministrator(stale, { fresh: false });

  await t.test('ROL-12 asks who is not signed in to sign in', async (t) => {
    t.same(await refusals(undefined, calls), ['401 sign_in_required']);
  });
  await t.test('ROL-11 refuses who is no administrator', async (t) => {
    t.same(await refusals(reader, calls), ['403 administrators_only']);
  });
  await t.test('ROL-11 refuses an administrator without a second factor', async (t) => {
    t.same(await refusals(plain, calls), ['403 second_factor_required']);
  });
  await t.test('ROL-11 changes nothing for whose sign-in is older than 15 minutes', async (t) => {
    t.same(await refusals(stale, changes), ['403 fresh_sign_in_required']);
    const prove = (agoMs: number) =>
      app.deps.db
        .update(sessions)
        .set({ provenAt: new Date(Date.now() - agoMs) })
        .where(eq(sessions.userId, stale.id));
    await prove(16 * MINUTE_MS);
    t.same(await refusals(stale, changes), ['403 fresh_sign_in_required']);
    await prove(10 * MINUTE_MS);
    t.notOk((await refusals(stale, changes)).some((refusal) => refusal.startsWith('403')));
  });
  await t.test('shows an administrator what there is with an older sign-in', async (t) => {
    const reads = calls.filter((route) => route.startsWith('GET '));
    t.ok(reads.length > 0);
    await app.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, stale.id));
    t.notOk((await refusals(stale, reads)).some((refusal) => refusal.startsWith('403')));
  });
});
