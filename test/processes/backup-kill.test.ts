import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { createStorage } from '../../server/storage/create.ts';
import { startTestApp } from '../support/app.ts';
import { command, filesOf, rowsOf } from '../support/backups.ts';
import { publishStory } from '../support/console.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startProgram } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const app = await startTestApp();
// In memory where possible, since syncing thousands of small files to disk is slow.
const folder = await temporaryFolder();
const target = await createTestDatabase({ template: false });
t.teardown(async () => {
  await app.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});
const backups = join(folder, 'backups');
const here = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.deps.config.DATA_DIR };
const there = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'data') };
const restored = createStorage({ kind: 'files', folder: join(there.DATA_DIR, 'media') });
await publishStory(app, await app.signUp('Noor'));

const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);

await t.test('a backup that is killed is none, and the next one clears up after it', async (t) => {
  const program = startProgram('workers/backup-cli.ts', here, [backups]);
  await eventually('it has begun', async () =>
    (await namesIn(backups)).find((name) => name.startsWith('.unfinished-')),
  );
  await program.stop('SIGKILL');
  t.same(
    (await namesIn(backups)).filter((name) => /^\d/.test(name)),
    [],
  );
  t.match(await command('restore', [backups], there), { code: 1, err: /^No backup in / });
  t.same(await command('backup', [backups], here), { code: 0, out: '', err: '' });
  t.same(
    (await namesIn(backups)).filter((name) => !/^(?:\d.*Z|objects)$/.test(name)),
    [],
  );
});

const writing = `select from pg_stat_activity where datname = current_database()
  and application_name = 'tsuzuki-restore' and backend_xid is not null`;
const restoring = `select from pg_stat_activity where datname = current_database()
  and application_name = 'tsuzuki-restore'`;

await t.test(
  'a restore that is killed leaves the old state or the new one, and may be begun again',
  async (t) => {
    const program = startProgram('workers/restore-cli.ts', there, [backups]);
    await eventually('it loads', async () => (await query(target.url, writing)).length > 0);
    await program.stop('SIGKILL');
    await eventually('its connection is gone', async () => (await query(target.url, restoring)).length === 0);
    t.same(await rowsOf(target.url), {}, 'nothing of it is there');
    const again = await command('restore', [backups], there);
    t.equal(again.code, 0, again.err);
    t.match(again.out, 'Media: 0 files written', 'the files were, and are not written again');
    t.strictSame(await rowsOf(target.url), await rowsOf(app.databaseUrl));
    t.strictSame(await filesOf(restored), await filesOf(app.deps.storage));
  },
);
t.end();
