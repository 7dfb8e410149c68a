/** A backup during writes, restored elsewhere: nothing is missing, and the product continues from there. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { media } from '../../db/schema/index.ts';
import { originalKey } from '../../server/domains/media/addresses.ts';
import { createStorage } from '../../server/storage/create.ts';
import { PASSWORD, startTestApp } from '../support/app.ts';
import { command, filesOf, rowsOf, shapeOf } from '../support/backups.ts';
import { giveCoins } from '../support/coins.ts';
import { publishStory } from '../support/console.ts';
import { planReleases } from '../support/due-episodes.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startServer } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const HOUR_MS = 3_600_000;

const app = await startTestApp();
// In memory where possible, since syncing thousands of small files to disk is slow.
const folder = await temporaryFolder();
const target = await createTestDatabase({ template: false });
t.teardown(async () => {
  await app.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});
const { deps } = app;
const backups = join(folder, 'backups');
const here = { DATABASE_URL: app.databaseUrl, DATA_DIR: deps.config.DATA_DIR };
const there = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'data') };
const restored = createStorage({ kind: 'files', folder: join(there.DATA_DIR, 'media') });

const creator = await app.signUp('Noor');
const { story } = await publishStory(app, creator);
await giveCoins(app, creator, 500);
const { ids } = await planReleases(deps, { count: 1, publishAt: () => new Date(Date.now() + HOUR_MS) });
for (const { id } of await deps.db
  .select()
  .from(media)
  .where(eq(media.hash, '0'.repeat(64))))
  await deps.storage.put(originalKey(id), Buffer.from('a picture'), { contentType: 'image/jpeg' });

/** Writes two rows per transaction and stores a file for each. No backup may contain only one of the rows. */
function startWriter() {
  let isWriting = true;
  let count = 0;
  const done = (async () => {
    for (; isWriting; count += 1) {
      await deps.db.transaction(async (tx) => {
        await tx.execute(`insert into settings (name, value) values ('writer.${count}', 'x')`);
        await tx.execute(
          `insert into outbox (name, payload, relayed_at) values ('writer.${count}', '{}', now())`,
        );
      });
      const key = `epub/${crypto.randomUUID()}`;
      await deps.storage.put(key, Buffer.from(key), { contentType: 'application/epub+zip' });
    }
  })();
  return {
    written: () => count,
    async stop() {
      isWriting = false;
      await done;
    },
  };
}

await t.test('a backup under writes is of one moment, silent, and for nobody else to read', async (t) => {
  const writer = startWriter();
  await eventually('the writer is at work', () => writer.written() > 20);
  const before = writer.written();
  const said = await command('backup', [backups], here);
  await eventually('it went on during the backup', () => writer.written() > before);
  await writer.stop();
  t.same(said, { code: 0, out: '', err: '' });

  const done = await command('restore', [backups], there);
  t.equal(done.code, 0, done.err);
  const pairs = await query<{ one: string; other: string }>(
    target.url,
    `select s.name as one, o.name as other from (select name from settings where name like 'writer.%') s
     full join (select name from outbox where name like 'writer.%') o using (name)`,
  );
  t.ok(pairs.length >= before && pairs.length < writer.written(), `${pairs.length} of ${writer.written()}`);
  t.same(
    pairs.filter(({ one, other }) => one !== other),
    [],
  );
});

await t.test('a second backup copies what is new, and comes back row by row and byte by byte', async (t) => {
  const [first = ''] = (await readdir(backups)).filter((name) => /^\d/.test(name));
  const objects = await readdir(join(backups, 'objects'), { recursive: true });
  t.same(await command('backup', [backups, '--keep', '1'], here), { code: 0, out: '', err: '' });
  const names = (await readdir(backups)).filter((name) => /^\d/.test(name));
  t.ok(names.length === 1 && names[0] !== first, 'of two backups the newest stays');
  const later = await readdir(join(backups, 'objects'), { recursive: true });
  t.ok(objects.every((name) => later.includes(name)));

  const taken = await command('restore', [backups], there);
  t.match(taken, { code: 3, err: /^The database is not empty: [^\n]+ --replace [^\n]+\n$/ });
  await restored.put('stray', Buffer.from('x'), { contentType: 'text/plain' });
  const done = await command('restore', [join(backups, names[0] ?? ''), '--replace'], there);
  t.equal(done.code, 0, done.err);
  const [source, copy] = [await rowsOf(app.databaseUrl), await rowsOf(target.url)];
  t.same(Object.keys(copy), Object.keys(source));
  for (const [table, rows] of Object.entries(source)) t.strictSame(copy[table], rows, table);
  t.strictSame(await shapeOf(target.url), await shapeOf(app.databaseUrl));
  t.strictSame(await filesOf(restored), await filesOf(deps.storage));
});

await t.test(
  'OPS-02 the restored house lets people in, shows pictures and releases once what is due',
  async (t) => {
    await query(
      target.url,
      `update episodes set publish_at = now() - interval '1 second' where status = 'scheduled'`,
    );
    const server = await startServer({ ...there, BASE_URL: 'http://tsuzuki.test', LOG_LEVEL: 'error' });
    t.teardown(() => server.stop('SIGKILL'));
    const reply = await fetch(`${server.url}/api/auth/mail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: creator.email, password: PASSWORD }),
    });
    t.equal(reply.status, 200);
    const page = await (await fetch(`${server.url}/stories/${story.slug}`)).text();
    const [picture = ''] = /\/media\/[^"\s,]+\.(?:jpg|webp)/.exec(page) ?? [];
    t.equal((await fetch(`${server.url}${picture}`)).status, 200, picture);
    const releases = () =>
      query<{ event: string }>(
        target.url,
        `select event from episode_events where episode_id = '${ids[0]}' `,
      );
    await eventually('it is released', async () => (await releases()).length > 0);
    t.same((await server.stop()).code, 0);
    t.equal((await releases()).length, 1);
  },
);
t.end();
