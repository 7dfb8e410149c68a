import { sql } from 'drizzle-orm';
import t from 'tap';
import { startTestApp } from '../../support/app.ts';
import { rowsRead } from '../../support/plans.ts';
import { runSweeps } from '../../support/sweeps.ts';

const YOUNG = 1_000;

t.test('a sweep reads what has served its time, not what is still needed', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { id } = await app.signUp('Somebody');
  const rows = sql.raw(`generate_series(1, ${YOUNG}) n`);
  const later = sql.raw(`now() + interval '1 day'`);
  for (const statement of [
    sql`insert into mails (id, user_id, kind, to_address, locale) select uuidv7(), ${id}, 'export_ready', 'a@b.c', 'en' from ${rows}`,
    sql`insert into mail_tokens (id, user_id, purpose, token_hash, email, expires_at)
      select uuidv7(), ${id}, 'reset_password', sha256(n::text::bytea), 'a@b.c', ${later} from ${rows}`,
    sql`insert into sign_in_failures (id, bucket) select uuidv7(), n::text from ${rows}`,
    sql`insert into sessions (id, user_id, token_hash, expires_at) select uuidv7(), ${id}, sha256(n::text::bytea), ${later} from ${rows}`,
    sql`insert into outbox (name, payload, relayed_at) select 'x', '{}', now() from ${rows}`,
  ])
    await deps.db.execute(statement);
  const read = await rowsRead(deps, () =>
    runSweeps(deps, 'rows.delete_expired', 'mails.delete_old', 'sessions.delete_expired'),
  );
  t.ok('mails' in read, 'it is asked for mails');
  for (const table of ['mails', 'mail_tokens', 'sign_in_failures', 'sessions', 'outbox'])
    t.ok((read[table] ?? 0) < 20, `${read[table]} of ${table}`);
});
