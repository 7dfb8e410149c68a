/** `npm run revenue -- import <month> [file]`, as cron runs it: output and exit code. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { findBalances } from '../../server/domains/income/ledger/queries.ts';
import { addMonths, monthOf } from '../../server/lib/months.ts';
import { revenueCommand } from '../../workers/revenue-cli.ts';
import { startTestApp } from '../support/app.ts';
import { call } from '../support/commands.ts';
import { csvOf } from '../support/imports-of-revenue.ts';
import { mailsTo } from '../support/mail.ts';
import { openShelf } from '../support/shelf.ts';

const LAST = addMonths(monthOf(new Date()), -1);
const BEFORE = addMonths(LAST, -1);

t.test('OPS-03, OPS-04 cron brings in a month, once', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  const shelf = openShelf(app.deps);
  const owner = await shelf.addAuthor();
  const story = (await shelf.addStory(owner)).id;
  const { DATA_DIR } = app.deps.config;
  const environment = { DATABASE_URL: app.databaseUrl, DATA_DIR };
  const run = (...args: string[]) => call(revenueCommand, environment, 'import', ...args);
  const incoming = join(DATA_DIR, 'media/revenue/incoming');
  await mkdir(incoming, { recursive: true });
  const put = (name: string, content: string) => writeFile(join(incoming, name), content);
  const earned = async () => (await findBalances(app.deps, owner)).earned;

  t.same(await run(LAST), { code: 3, out: `No file for ${LAST} in revenue/incoming/\n`, err: '' });

  await put(`${LAST}.csv`, csvOf([{ story, amount: '100' }], LAST));
  await put(`${LAST}-c1.csv`, csvOf([{ story, amount: '-10' }], LAST));
  t.same(await run(LAST), {
    code: 0,
    out: `${LAST}.csv: credited 1 line, $70.00 to 1 creator\n${LAST}-c1.csv: credited 1 line, -$7.00 to 1 creator\n`,
    err: '',
  });
  t.equal(await earned(), 63_000_000);
  t.same(await readdir(incoming), []);
  t.same(await run(LAST), {
    code: 0,
    out: `${LAST} was already credited, and no other file is waiting\n`,
    err: '',
  });

  const local = join(DATA_DIR, 'again.csv');
  await writeFile(local, csvOf([{ story, amount: '100' }], LAST));
  t.same(await run(LAST, local), {
    code: 0,
    out: 'again.csv: the same content was already credited; nothing changed\n',
    err: '',
  });

  t.match(
    await run(BEFORE, local),
    { code: 2, out: /^again\.csv: nothing was credited[\s\S]*^ {2}line 1: month_other$/m },
    'a file of another month is a wrong call, also when it was credited before',
  );

  await put(`${BEFORE}.csv`, csvOf([{ story, amount: '1e3' }], BEFORE));
  t.match(await run(BEFORE), {
    code: 2,
    out: `${BEFORE}.csv: nothing was credited; 1 problem found\n  line 2: amount_exponent: ${BEFORE},${story},1000,1e3\n`,
  });
  await put(`other-${BEFORE}.csv`, csvOf([{ story, amount: '1' }], addMonths(BEFORE, -1)));
  t.match(await run(BEFORE), { code: 2, out: /^ {2}line 1: month_other$/m });
  const told = (await mailsTo(app, mei.email)).filter(({ subject }) => subject.endsWith('was not credited'));
  t.equal(told.length, 3, 'administrators are told');

  t.match(await run(BEFORE, join(DATA_DIR, 'none.csv')), { code: 1, err: /^No such file: [^\n]+\n$/ });
  await writeFile(local, Buffer.alloc(64 * 1024 * 1024 + 1, 'x'));
  t.same(await run(BEFORE, local), { code: 1, out: '', err: 'The file is larger than 64 MB\n' });
  t.equal(await earned(), 63_000_000);
});

t.test('OPS-03 a wrong call says in one line how it goes', async (t) => {
  for (const args of [[], ['import'], ['import', '2026-13'], ['import', LAST, 'a', 'b'], ['credit', LAST]])
    t.match(
      await call(revenueCommand, {}, ...args),
      { code: 1, out: '', err: /^Usage: [^\n]+\n$/ },
      args.join(' '),
    );
});
