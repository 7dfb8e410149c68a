/** Files found in a folder and in a bucket: imported once, in order, with notices to those responsible. */
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { adminActions, mails, revenueCredits, revenueImports, revenueProblems } from '#db/schema/index.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { creditImport } from '#server/domains/income/revenue/commit.ts';
import { INCOMING } from '#server/domains/income/revenue/files.ts';
import { importFile, pickUp } from '#server/domains/income/revenue/pick-up.ts';
import { takeIn } from '#server/domains/income/revenue/service.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { csvOf, openImports } from '../../../support/imports-of-revenue.ts';
import { mailsTo } from '../../../support/mail.ts';
import { setClock } from '../../../support/releases.ts';
import { startS3 } from '../../../support/s3.ts';
import { openShelf } from '../../../support/shelf.ts';
import { sourceOf } from '../../../support/sources.ts';

const isRefusal = ({ subject }: { subject: string }) => subject.endsWith('was not credited');
const bucket = { bucket: 'house', accessKeyId: 'key', secretAccessKey: 'secret', region: 'auto' };
const s3 = await startS3(bucket);
t.teardown(() => s3.close());

const STORAGES = [
  ['a folder', {}],
  [
    'a bucket',
    {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
  ],
] as const;

for (const [where, environment] of STORAGES)
  t.test(`OPS-03 revenue in ${where}`, async (t) => {
    const app = await startTestApp({ environment });
    t.teardown(() => app.close());
    const { deps } = app;
    const { db, storage } = deps;
    // Next year, so that files written now are older.
    const year = new Date().getUTCFullYear() + 1;
    const [first, day] = [new Date(`${year}-11-01T02:59:00Z`), new Date(`${year}-11-01T03:01:00Z`)];
    const [september, october] = [`${year}-09`, `${year}-10`];
    // Each call returns a later time, so that imports have an order.
    let nowMs = day.getTime();
    deps.clock.now = () => {
      nowMs += 1;
      return new Date(nowMs);
    };
    const [mei, reader] = [await app.signUp('Mei Tan'), await app.signUp('Reader')];
    await app.makeAdministrator(mei);
    const shelf = openShelf(deps);
    const owner = await shelf.addAuthor();
    const story = (await shelf.addStory(owner)).id;
    const put = (name: string, content: string | Buffer) =>
      storage.put(`${INCOMING}${name}`, Buffer.from(content), { contentType: 'text/csv' });
    const keys = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key } of storage.list(prefix)) found.push(key);
      return found;
    };
    const waiting = async () => (await keys(INCOMING)).map((key) => key.slice(INCOMING.length));
    const earned = async () => (await findBalances(deps, owner)).earned;
    const states = async () =>
      (await db.select().from(revenueImports).orderBy(revenueImports.createdAt)).map(
        ({ fileName, state }) => `${fileName} ${state}`,
      );
    const refusals = async (to = mei) => (await mailsTo(app, to.email)).filter(isRefusal);
    const told = async () => (await refusals()).map(({ subject }) => subject);

    await t.test('not before 03:00 UTC, and nothing that is still being written', async (t) => {
      await put(`revenue-${september}.csv`, csvOf([{ story, amount: '10' }], september));
      nowMs = first.getTime();
      await pickUp(deps);
      nowMs = Date.now();
      await pickUp(deps);
      t.same(await states(), []);
      nowMs = day.getTime();
    });

    await t.test('a month before its correction, each moved away, and once', async (t) => {
      await put(`revenue-${september}-c1.csv`, csvOf([{ story, amount: '-1' }], september));
      await put('notes.txt', 'not revenue');
      await put(`2/revenue-${september}-c2.csv`, csvOf([{ story, amount: '-2' }], september));
      await Promise.all([pickUp(deps), pickUp(deps)]);
      t.equal(await earned(), 4_900_000);
      t.same(await states(), [
        `revenue-${september}.csv credited`,
        `revenue-${september}-c2.csv credited`,
        `revenue-${september}-c1.csv credited`,
      ]);
      t.same(await waiting(), ['notes.txt']);
      t.equal((await keys('revenue/taken/')).length, 3);
      await pickUp(deps);
      t.equal((await states()).length, 3);
      t.same(await told(), []);
      const [row] = await db.select().from(revenueImports).limit(1);
      t.match(row, { source: 'service', uploadedBy: null, creditedBy: null });
    });

    await t.test('the same again is no news', async (t) => {
      await put('again.csv', csvOf([{ story, amount: '10' }], september));
      await pickUp(deps);
      t.equal(await earned(), 4_900_000);
      t.equal((await states()).at(-1), 'again.csv same');
      t.same(await told(), []);
    });

    await t.test('wrong lines are mailed to administrators, and to nobody else', async (t) => {
      await put(
        'wrong.csv',
        csvOf(
          [
            { story, amount: '1e3' },
            { story, amount: '=1' },
          ],
          october,
        ),
      );
      await pickUp(deps);
      t.equal((await states()).at(-1), 'wrong.csv refused');
      t.same(await told(), ['wrong.csv was not credited']);
      const [mail] = await refusals();
      t.match(mail?.text, /The service found the file wrong\.csv and imported nothing from it\./);
      t.match(mail?.text, /2 lines are wrong\./);
      const [row] = await db.select().from(revenueImports).where(eq(revenueImports.fileName, 'wrong.csv'));
      t.match(mail?.text, new RegExp(`/admin/revenue/${row?.id}`));
      t.same(await refusals(reader), []);
      t.match(await keys('revenue/refused/'), [/wrong\.csv$/]);
      await pickUp(deps);
      t.equal((await told()).length, 1, 'once');
    });

    await t.test('another file for a month that is credited is told, not dropped in silence', async (t) => {
      await put(`${september}.csv`, csvOf([{ story, amount: '11' }], september));
      await pickUp(deps);
      t.equal((await states()).at(-1), `${september}.csv refused`);
      t.equal((await told())[0], `${september}.csv was not credited`);
      t.match((await refusals())[0]?.text, /Another file was credited for this month/);
      t.equal(await earned(), 4_900_000);
    });

    await t.test('so is one that loses the month between its check and its credit', async (t) => {
      const imports = openImports(app, mei);
      const content = csvOf([{ story, amount: '20' }], october);
      const rival = (await imports.hand(csvOf([{ story, amount: '21' }], october))).id;
      const { transaction } = db;
      let count = 0;
      // Three transactions: stored, checked, credited. The rival gets the month right before the third.
      db.transaction = (async (...given: Parameters<typeof transaction>) => {
        count += 1;
        if (count === 3) await creditImport(deps, mei.id, rival);
        return transaction.apply(db, given);
      }) as typeof transaction;
      const outcome = await importFile(deps, { name: 'late.csv', content: sourceOf(content) });
      db.transaction = transaction;
      t.equal(outcome.state, 'refused');
      t.match((await imports.get(outcome.id)).problems, [{ line: 1, code: 'month_credited' }]);
      t.equal((await told())[0], 'late.csv was not credited');
      t.equal(await earned(), 4_900_000 + 14_700_000);
    });

    await t.test('one that is too large is not read, told and moved away', async (t) => {
      await put('huge.csv', Buffer.alloc(64 * 1024 * 1024 + 1, 'x'));
      await pickUp(deps);
      t.equal((await states()).at(-1), 'huge.csv refused');
      t.match((await refusals())[0]?.text, /larger than 64 MB/);
      t.same(await waiting(), ['notes.txt']);
    });

    await t.test('what a process that was killed has begun is begun anew', async (t) => {
      const name = `revenue-${october}-c1.csv`;
      const content = csvOf([{ story, amount: '-1' }], october);
      const begun = await takeIn(deps, {
        name,
        kind: 'correction',
        source: 'service',
        userId: null,
        content: sourceOf(content),
      });
      await put(name, content);
      await pickUp(deps);
      const [row] = await db.select().from(revenueImports).where(eq(revenueImports.id, begun));
      t.equal(row?.state, 'discarded');
      t.equal((await states()).at(-1), `${name} credited`);
      t.equal(await earned(), 4_900_000 + 14_000_000);
    });

    await t.test('ROL-11 each file stands in the log, in the name of the service', async (t) => {
      const isFound = eq(revenueImports.source, 'service');
      const imports = await db.select().from(revenueImports).where(isFound).orderBy(revenueImports.id);
      const lines = await db
        .select()
        .from(adminActions)
        .where(and(eq(adminActions.deed, 'revenue_uploaded'), isNull(adminActions.actorId)))
        .orderBy(adminActions.subjectId);
      t.ok(imports.length >= 8);
      t.same(
        lines.map(({ subjectId, subjectName, details }) => [subjectId, subjectName, details]),
        imports.map(({ id, fileName, kind, sha256 }) => [id, fileName, { kind, sha256 }]),
      );
    });

    t.same(await findDiscrepancies(deps), []);
    t.equal(await db.$count(revenueCredits), 5);
    t.equal(await db.$count(mails, eq(mails.kind, 'revenue_refused')), 4);
    t.ok((await db.$count(revenueProblems)) >= 5);
  });

t.test('OPS-03 a file whose name storage does not know stays, and is told of once', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const mei: Account = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  setClock(app, new Date(`${new Date().getUTCFullYear() + 1}-11-02T12:00:00Z`));
  await app.deps.storage.put(`${INCOMING}a.txt`, Buffer.from('x'), { contentType: 'text/plain' });
  const folder = join(folderOf(app), INCOMING);
  for (const name of ['Umsätze 2026 (1).csv', '.hidden.csv']) await writeFile(join(folder, name), 'x');
  for (const _ of [1, 2]) await pickUp(app.deps);
  t.same(
    (await mailsTo(app, mei.email)).filter(isRefusal).map(({ subject }) => subject),
    ['Umsätze 2026 (1).csv was not credited'],
  );
  // A rewritten file is reported again.
  const later = new Date(app.deps.clock.now().getTime() + 1000);
  await utimes(join(folder, 'Umsätze 2026 (1).csv'), later, later);
  setClock(app, new Date(later.getTime() + 60_000));
  await pickUp(app.deps);
  t.equal((await mailsTo(app, mei.email)).filter(isRefusal).length, 2);
});

const folderOf = (app: TestApp) => join(app.deps.config.DATA_DIR, 'media');
