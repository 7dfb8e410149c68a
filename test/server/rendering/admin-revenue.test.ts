import t from 'tap';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { newId } from '#server/lib/ids.ts';
import { addMonths, monthOf } from '#server/lib/months.ts';
import { csvOf } from '../../support/imports-of-revenue.ts';
import { type Plain, textOf, visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const mei = await site.signUp('Mei Tan');
await site.makeAdministrator(mei);
const shelf = openShelf(site.deps);
const owner = await shelf.addAuthor();
const [story, other] = [await shelf.addStory(owner), await shelf.addStory(owner)];
const period = addMonths(monthOf(new Date()), -1);
const earned = async () => (await findBalances(site.deps, owner)).earned;
const visit = () => visitPlainly(site.app, { as: mei });

const handIn = (desk: Plain, name: string, content: string): Promise<number> => {
  desk.attach(/^(File|Choose the corrected file)$/, new File([content], name, { type: 'text/csv' }));
  return desk.press('Check the file');
};
const badLines = (desk: Plain) =>
  [...desk.document().querySelectorAll('main li b')].map(textOf).filter((each) => each.startsWith('Line'));

await t.test('REV-18, OPS-04 wrong lines are mended and credited, and credited once', async (t) => {
  const desk = visit();
  t.equal(await desk.goto('/admin'), 200);
  await desk.press(desk.all('link', 'Revenue')[0] as HTMLElement);
  t.ok(desk.get('heading', 'Revenue import'));
  const good = { story: story.id, amount: '100.01' };
  const wrong = csvOf([good, { story: other.id, amount: '"1,234.56"' }, { ...good }], period);
  await handIn(desk, 'wrong.csv', wrong);
  t.match(desk.text(), '1 of 3 lines are fine, 2 are not.');
  t.same(badLines(desk), ['Line 3', 'Line 4']);
  t.match(desk.text(), 'Write 1234.56');
  t.match(desk.text(), 'This story has a line above');
  t.same(desk.all('button', /^Credit/), []);
  const url = desk.get('link', 'These 2 lines').getAttribute('href') ?? '';
  const download = await site.app.inject({ url, headers: { cookie: `auth_token=${mei.token}` } });
  t.match(download.headers['content-disposition'], 'filename="bad-lines.csv"');

  const content = csvOf([good, { story: other.id, amount: '0.09' }], period);
  await handIn(desk, 'mended.csv', content);
  t.match(desk.text(), '$100.10');
  t.equal(await earned(), 0, 'nothing is credited before it is said');
  await desk.press('Credit $70.07');
  t.match(desk.text(), /Credited\. By Mei Tan/);
  t.equal(await earned(), 70_070_000);

  await desk.goto('/admin/revenue');
  await handIn(desk, 'again.csv', content);
  t.match(desk.text(), 'Everything in this file was already credited.');
  t.equal(await earned(), 70_070_000);
  await desk.goto('/admin/revenue');
  t.match(desk.text(), /again\.csv.*Same content, nothing changed/);
});

await t.test('OPS-04 two who hand in the same: the second is told that nothing changed', async (t) => {
  const desks = [visit(), visit()];
  for (const desk of desks) {
    await desk.goto('/admin/revenue');
    desk.choose(/^A correction/);
    await handIn(desk, 'c1.csv', csvOf([{ story: story.id, amount: '-1' }], period));
    t.ok(desk.get('button', /^Credit .\$0\.70$/));
  }
  for (const desk of desks) await desk.press(/^Credit .\$0\.70$/);
  t.match(desks[1]?.text(), 'nothing changed');
  t.same(await findDiscrepancies(site.deps), []);
});

await t.test('REV-18 a file that was received is discarded', async (t) => {
  const desk = visit();
  await desk.goto('/admin/revenue');
  desk.choose(/^A correction/);
  await handIn(desk, 'c2.csv', csvOf([{ story: story.id, amount: '-2' }], period));
  await desk.press('Discard');
  t.match(desk.text(), 'Nothing was credited.');
});

await t.test('REV-18 a large file is checked by a worker, and its page says so meanwhile', async (t) => {
  const desk = visit();
  await desk.goto('/admin/revenue');
  const lines = Array.from({ length: 25_000 }, () => ({ story: newId(), amount: '1' }));
  await handIn(desk, 'large.csv', csvOf(lines, period));
  t.match(desk.text(), 'We are checking the file.');
  await site.runJobs();
  await desk.press('Reload');
  t.match(desk.text(), 'No story has this number');
  t.equal(badLines(desk).length, 100);
  t.match(desk.text(), 'These are the first 100; the download has 1,000.');
});
