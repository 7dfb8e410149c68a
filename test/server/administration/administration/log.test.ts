import { asc } from 'drizzle-orm';
import t from 'tap';
import { adminActions } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { logAction } from '#server/domains/platform/audit/log.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';

t.test('the log of administrators', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const actor = await app.signUp('Mei Tan');
  const act = (reason: string) =>
    inTransaction(deps, (tx) =>
      logAction(tx, {
        actorId: actor.id,
        deed: 'account_locked',
        subject: { type: 'user', id: newId() },
        reason,
      }),
    );

  await t.test('ROL-11 actions at once get numbers without a gap, also when one is undone', async (t) => {
    await act('first');
    await t.rejects(
      inTransaction(deps, async (tx) => {
        const subject = { type: 'user', id: actor.id } as const;
        await logAction(tx, { actorId: actor.id, deed: 'account_locked', subject });
        throw new Error('undone');
      }),
      'undone',
    );
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(act));
    const rows = await deps.db.select().from(adminActions).orderBy(asc(adminActions.number));
    t.same(
      rows.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7],
    );
  });

  await t.test('ROL-11 nobody changes, deletes or empties it, the owner of the table neither', async (t) => {
    for (const statement of [
      `update admin_actions set reason = 'something else'`,
      'update admin_actions set number = number + 1 where number = 1',
      'delete from admin_actions where number = 1',
      'truncate admin_actions',
      'truncate admin_actions cascade',
    ])
      await t.rejects(deps.pool.query(statement), statement);
    // Granting oneself the right does not help: the trigger refuses.
    await deps.pool.query('grant all on admin_actions to current_user');
    for (const statement of [
      `update admin_actions set reason = 'something else'`,
      'delete from admin_actions',
      'truncate admin_actions',
    ])
      await t.rejects(deps.pool.query(statement), /admin_actions only grow/, statement);
    t.equal(await deps.db.$count(adminActions), 7);
  });

  await t.test('ROL-11 who writes an entry by hand cannot choose its number', async (t) => {
    await deps.pool.query(
      `insert into admin_actions (number, deed, subject_type, subject_id) values (3, 'account_locked', 'user', gen_random_uuid())`,
    );
    const rows = await deps.db.select().from(adminActions).orderBy(asc(adminActions.number));
    t.equal(rows.at(-1)?.number, 8);
  });
});
