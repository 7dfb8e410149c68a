/** Idempotent money writes: the answer to a client's key is stored for a day and repeated. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { coinEntries, keptAnswers, users } from '#db/schema/index.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { deleteExpiredRows } from '#server/domains/platform/tables/sweep.ts';
import { type Account, startTestApp } from '../../../support/app.ts';

const DAY_MS = 86_400_000;

t.test('kept answers', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { db } = deps;
  const [administrator, reader] = [await app.signUp('Ada Ministra'), await app.signUp('Reader')];
  await app.makeAdministrator(administrator);
  let later = 0;
  deps.clock = { now: () => new Date(Date.now() + later) };
  const grant = (key: string, body: object = { coins: 5, reason: 'Sorry' }, to: Account = reader) =>
    app.call(`POST /admin/wallets/${to.id}/grants`, {
      as: administrator,
      body,
      headers: { 'idempotency-key': key },
    });
  const entriesCount = () => db.$count(coinEntries, eq(coinEntries.userId, reader.id));

  await t.test('the same request is answered alike, whatever happened since', async (t) => {
    const first = await grant('a');
    await grant('b', { coins: 7, reason: 'More' });
    const again = await grant('a', { reason: 'Sorry', coins: 5 });
    t.equal(again.statusCode, 201);
    t.same(again.json(), first.json(), 'with the balance of that moment');
    t.equal(await entriesCount(), 2);
  });

  await t.test('another request under the same key is refused, of another wallet too', async (t) => {
    for (const reply of [
      await grant('a', { coins: 6, reason: 'Sorry' }),
      await grant('a', { coins: 5, reason: 'Sorry!' }),
      await grant('a', undefined, administrator),
    ])
      t.match([reply.statusCode, reply.json().code], [422, 'idempotency_key_reused']);
    t.equal(await entriesCount(), 2);
  });

  await t.test('a refusal is not kept', async (t) => {
    t.equal((await grant('c', { coins: 0, reason: 'None' })).statusCode, 422);
    t.equal((await grant('c', { coins: 1, reason: 'One' })).statusCode, 201);
  });

  await t.test('a key is one account’s', async (t) => {
    const other = await app.signUp('Other');
    await app.makeAdministrator(other);
    const reply = await app.call(`POST /admin/wallets/${other.id}/grants`, {
      as: other,
      body: { coins: 9, reason: 'Own' },
      headers: { 'idempotency-key': 'a' },
    });
    t.equal(reply.statusCode, 201);
  });

  await t.test('what was done and not answered is done once: the key of the deed tells', async (t) => {
    await db.delete(keptAnswers);
    const before = await entriesCount();
    t.equal((await grant('a')).statusCode, 201);
    t.equal(await entriesCount(), before, 'nothing is granted again');
    await db.delete(keptAnswers);
    t.match((await grant('a', { coins: 6, reason: 'Sorry' })).json(), { code: 'idempotency_key_reused' });
  });

  await t.test('after a day answers are swept, and no longer given', async (t) => {
    await grant('d');
    later = DAY_MS + 1000;
    t.equal((await grant('d')).statusCode, 201);
    t.equal(await db.$count(keptAnswers, eq(keptAnswers.key, 'd')), 1, 'the newer answer took its place');
    later = 3 * DAY_MS;
    await deleteExpiredRows(deps);
    t.equal(await db.$count(keptAnswers), 0);
    later = 0;
  });

  await t.test('answers go with the account', async (t) => {
    await grant('e');
    t.not(await db.$count(keptAnswers, eq(keptAnswers.userId, administrator.id)), 0);
    await db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 40 * DAY_MS) })
      .where(eq(users.id, administrator.id));
    await eraseDueAccounts(deps);
    t.equal(await db.$count(keptAnswers, eq(keptAnswers.userId, administrator.id)), 0);
  });
});
