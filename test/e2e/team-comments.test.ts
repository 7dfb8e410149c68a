/** The list of all comments in the console, and a report of one, without a script too. */
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { publishStory } from '../support/console.ts';
import { phone, startSite, wide } from '../support/site.ts';

const DAY_MS = 24 * 3_600_000;

const site = await startSite();
t.teardown(() => site.close());
const [owner, mika, noor] = [
  await site.signUp('Owner'),
  await site.signUp('Mika'),
  await site.signUp('Noor'),
];
await site.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
const { episode } = await publishStory(site, owner, { title: 'Night Train' });
const write = async (as: typeof mika, body: string) =>
  (await site.call('POST /comments', { as, body: { episode_id: episode.id, body } })).json().comment.id;
const wrong = (faults: readonly string[]) => faults.filter((fault) => !fault.startsWith('dialog: '));

t.test('SOC-01 a team finds, hides, keeps out and settles', async (t) => {
  await write(mika, 'The lamp was out');
  await write(noor, 'Buy my lamps');
  await write(noor, 'Cheap lamps');
  const tab = await site.open({ as: owner, ...wide });
  const { page } = tab;
  await tab.goto('/creator/stories');
  await page.getByRole('navigation').getByRole('link', { name: 'Comments' }).click();
  await page.getByText('The lamp was out').waitFor();
  t.same(await violations(page), []);
  await page.getByLabel('Search in texts and names').fill('noor');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('The lamp was out').waitFor({ state: 'detached' });
  for (const box of await page.getByLabel('Choose the comment of Noor').all()) await box.check();
  await page.getByRole('button', { name: 'Hide the chosen' }).click();
  await page.getByText('Hidden', { exact: true }).nth(2).waitFor();
  await page.getByRole('button', { name: 'Keep Noor out' }).first().click();
  await page.getByRole('button', { name: 'Let Noor write again' }).first().waitFor();
  t.equal(
    (await site.call('POST /comments', { as: noor, body: { episode_id: episode.id, body: 'Again' } })).json()
      .code,
    'kept_out',
  );
  await page.locator('li').getByRole('link', { name: 'Night Train' }).first().click();
  await page.getByText('Rules of a story').click();
  await page.getByLabel('Close after so many days').fill('14');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Rules of a story').click();
  t.equal(await page.getByLabel('Close after so many days').inputValue(), '14');
  t.same(wrong(tab.faults), []);
});

t.test('REP-01 REP-05 ERR-70 a comment is reported from its menu, and without a script', async (t) => {
  const id = await write(owner, 'Only the creator says so');
  const tab = await site.open({ as: mika, ...phone });
  const { page } = tab;
  await tab.goto(`/comments/${id}`);
  await page.locator('tsuzuki-island[name=OneComment][awake]').waitFor({ state: 'attached' });
  await page.getByLabel('More').click();
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await page.getByText('Owner: Only the creator says so').waitFor();
  t.same(await violations(page), []);
  await page.getByLabel('Spam').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL(/\/comments\//);
  t.same(wrong(tab.faults), []);
  const plain = await site.open({ as: noor, ...phone, javaScriptEnabled: false });
  await plain.goto(`/report?subject_type=comment&subject_id=${id}`);
  await plain.page.getByLabel('Spam').check();
  await plain.page.getByRole('button', { name: 'Send report' }).click();
  const admin = await site.signUp('Ada Mina');
  await site.makeAdministrator(admin);
  const reports = (await site.call('GET /admin/violations', { as: admin })).json().violations;
  t.match(reports, [
    { subject_type: 'comment', snapshot: 'Only the creator says so', reporter: { display_name: 'Noor' } },
    { subject_type: 'comment', reporter: { display_name: 'Mika' } },
  ]);
});
