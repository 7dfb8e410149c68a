import { sql } from 'drizzle-orm';
import t from 'tap';
import { openDatabase } from '../../db/client.ts';
import { createTestDatabase } from '../support/postgres.ts';

t.test(
  'a connection that breaks before, in or at the end of a transaction is not lost to the pool',
  async (t) => {
    const { url, drop } = await createTestDatabase({ template: false });
    const { db, pool, close } = openDatabase(url, { size: 1, name: 'test', onError: () => {} });
    const kill = sql`select pg_terminate_backend(pg_backend_pid())`;
    const works = async (when: string) =>
      t.equal(await db.transaction(async (tx) => (await tx.execute(sql`select 1`)).rowCount), 1, when);

    await works('at first');
    pool.once('acquire', (client) => void client.connection.stream.destroy());
    await t.rejects(
      db.transaction(async () => {}),
      'it breaks as the transaction begins',
    );
    await works('after a break at the beginning');
    await t.rejects(db.transaction(async (tx) => tx.execute(kill)));
    await works('after a break in the middle');
    await t.rejects(
      db.transaction(async (tx) => {
        await tx.execute(kill).catch(() => {});
      }),
    );
    await works('after a break at the commit');
    await t.rejects(
      db.transaction(async () => {
        throw new Error('changed my mind');
      }),
      { message: 'changed my mind' },
    );
    await works('after a rollback');
    await close();
    await drop();
  },
);

t.test('no statement is compiled, and none runs for ever', async (t) => {
  const { url, drop } = await createTestDatabase({ template: false });
  const { db, close } = openDatabase(url, { size: 1, name: 'test', onError: () => {} });
  t.teardown(async () => {
    await close();
    await drop();
  });
  const { rows } = await db.execute(
    sql`select current_setting('jit') as jit, current_setting('statement_timeout') as timeout`,
  );
  t.same(rows, [{ jit: 'off', timeout: '30s' }]);
});
