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

t.test('SOC-18 a creator answers a comment where it stands, also without a script', async (t) => {
  const id = await write(mika, 'Who lit the moth?');
  for (const javaScriptEnabled of [true, false]) {
    const tab = await site.open({ as: owner, ...phone, javaScriptEnabled });
    const { page } = tab;
    await tab.goto('/creator/comments');
    const row = page.locator('li', { hasText: 'Who lit the moth?' });
    await row.locator('summary', { hasText: 'Reply' }).click();
    await row.getByLabel('Your reply to Mika').fill(`I did, ${javaScriptEnabled}`);
    await row.getByRole('button', { name: 'Send reply' }).click();
    await page.getByText(`I did, ${javaScriptEnabled}`).waitFor();
    t.equal(new URL(page.url()).pathname, '/creator/comments', 'nobody leaves the list');
    t.same(wrong(tab.faults), []);
    await tab.context.close();
  }
  const { replies } = (await site.call(`GET /comment_replies?comment_id=${id}`)).json();
  t.same(
    replies.map(({ body }: { body: string }) => body),
    ['I did, true', 'I did, false'],
  );
});

t.test('REP-01 a report that was begun survives signing in', async (t) => {
  const id = await write(owner, 'A comment to report');
  const tab = await site.open({ as: mika, ...phone });
  const { page } = tab;
  const path = `/report?subject_type=comment&subject_id=${id}`;
  const awake = () => page.locator('tsuzuki-island[name=Report][awake]').waitFor({ state: 'attached' });
  await tab.goto(path);
  await awake();
  await page.getByRole('radio').nth(2).check();
  await page.locator('[name=text]').fill('It names my street');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.waitForURL((url) => url.pathname === '/sign_in');
  await page.context().addCookies(cookies);
  await tab.goto(path);
  await awake();
  t.equal(await page.locator('[name=text]').inputValue(), 'It names my street');
  t.ok(await page.getByRole('radio').nth(2).isChecked());
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('link', { name: 'My reports' }).waitFor();
  const kept = await page.evaluate((key) => sessionStorage.getItem(key), `report-draft:${id}`);
  t.equal(kept, null, 'once it is sent nothing of it is kept');
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
