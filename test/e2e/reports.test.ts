/** A report from its flag to its outcome, by a reader and an administrator in two browsers; and a notice without an account. */
import { isNull } from 'drizzle-orm';
import t from 'tap';
import { reportDecisions, users } from '#db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { publishStory } from '../support/console.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { runSweeps } from '../support/sweeps.ts';

const site = await startSite();
t.teardown(() => site.close());
const [owner, mika, noor, ada] = [
  await site.signUp('Owner'),
  await site.signUp('Mika'),
  await site.signUp('Noor'),
  await site.signUp('Ada'),
];
await site.makeAdministrator(ada);
await site.deps.db.update(users).set({ createdAt: new Date(0) });
const { story, episode } = await publishStory(site, owner, { title: 'Night Train' });
const write = async (body: string) =>
  (await site.call('POST /comments', { as: noor, body: { episode_id: episode.id, body } })).json().comment.id;
const report = (id: string, as = mika) =>
  site.call('POST /violation', {
    as,
    body: { subject_type: 'comment', subject_id: id, category: 'harassment', text: 'Rude' },
  });
const wrong = (faults: readonly string[]) => faults.filter((fault) => !fault.startsWith('dialog: '));

t.test(
  'REP-01, REP-06, ROL-11 a comment is reported, hidden by keys, and its reporter sees it',
  async (t) => {
    const id = await write('Nobody asked for this');
    const other = await write('Buy my lamps');
    const reader = await site.open({ as: mika, ...phone });
    await reader.goto(`/report?subject_type=comment&subject_id=${id}`);
    await reader.page.getByLabel('Harassment').check();
    await reader.page.getByRole('button', { name: 'Send report' }).click();
    await reader.page.getByRole('link', { name: 'My reports' }).waitFor();
    await report(id, owner);
    await report(other);

    const desk = await site.open({ as: ada, ...wide });
    const { page } = desk;
    await desk.goto('/admin/reports');
    await page.locator('tsuzuki-island[name=ReportQueue][awake]').waitFor({ state: 'attached' });
    t.same(await violations(page), []);
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    const first = page.getByRole('article').first();
    await first.getByText('Nobody asked for this').waitFor();
    await first.getByLabel('Hide it as well').check();
    await page.keyboard.press('a');
    await first.getByText('2 reports decided').waitFor();
    t.equal((await site.call(`GET /comments/${id}`, { as: mika })).statusCode === 200, false, 'it is hidden');
    await page.keyboard.press('r');
    await page.getByText('1 report decided').waitFor();
    await page.keyboard.press('u');
    await page.getByRole('article').nth(1).getByText('Buy my lamps').waitFor();
    await page
      .getByRole('article')
      .nth(1)
      .getByRole('textbox', { name: /^Reason/ })
      .pressSequentially('jar');
    t.equal(
      await page
        .getByRole('article')
        .nth(1)
        .getByRole('textbox', { name: /^Reason/ })
        .inputValue(),
      'jar',
    );

    await reader.goto('/settings/reports');
    await reader.page.getByText('A person looks at it.').first().waitFor();
    await site.deps.db
      .update(reportDecisions)
      .set({ tellAt: new Date(0) })
      .where(isNull(reportDecisions.undoneAt));
    await runSweeps(site.deps, 'moderation.tell_outcomes');
    await reader.goto('/settings/reports');
    await reader.page.getByText('You were right').waitFor();
    t.same(await violations(reader.page), []);
    await desk.goto('/admin/reports?state=actioned');
    await page.getByText('Breaks the rules: Harassment').waitFor();
    t.same(await violations(page), []);
    t.same([...wrong(desk.faults), ...wrong(reader.faults)], []);
  },
);

t.test('REP-06 an administrator decides and undoes by forms alone', async (t) => {
  const id = await write('Plain and rude');
  await report(id, owner);
  const desk = await site.open({ as: ada, ...phone, javaScriptEnabled: false });
  await desk.goto('/admin/reports?subject_type=comment');
  const article = desk.page.getByRole('article').filter({ hasText: 'Plain and rude' });
  await article.getByRole('textbox', { name: /^Reason/ }).fill('It is rude');
  await article.getByRole('button', { name: 'Action' }).click();
  await desk.page.getByText('It can be undone for ten minutes').waitFor();
  await desk.page.getByRole('button', { name: 'Undo' }).click();
  await article.waitFor();
  t.same(wrong(desk.faults), []);
});

t.test(
  'REP-01, REP-04 a reader reports by a form alone, is told what is missing, and sees it listed',
  async (t) => {
    const id = await write('Plain and long-winded');
    const tab = await site.open({ as: mika, ...phone, javaScriptEnabled: false });
    const { page } = tab;
    const form = `/de/report?subject_type=comment&subject_id=${id}&back=/de/stories/${story.slug}`;
    await tab.goto(form);
    await page.getByLabel('Etwas anderes').check();
    await page.getByRole('button', { name: 'Meldung senden' }).click();
    const text = page.getByLabel('Was sollen wir uns ansehen?');
    await text.and(page.locator('[aria-invalid=true]')).waitFor();
    t.ok(await page.getByLabel('Etwas anderes').isChecked(), 'the choice is kept');
    await text.fill('Drei Seiten \u202eund kein Punkt');
    await page.getByRole('button', { name: 'Meldung senden' }).click();
    await page.waitForURL((url) => url.pathname === `/de/stories/${story.slug}`);
    t.match((await page.locator('noscript').allInnerTexts()).join(), 'Verstoß gemeldet');
    await tab.goto(form);
    await page.getByLabel('Spam').check();
    await page.getByRole('button', { name: 'Meldung senden' }).click();
    await page.waitForURL(/\/violation/);
    t.match(await page.content(), 'Du hast das schon gemeldet. Meldung Nr.');
    await tab.goto('/de/settings/reports');
    await page.getByText('Drei Seiten').waitFor();
    t.equal(await tab.goto(`/report?subject_type=reply&subject_id=${id}`), 404, 'a comment is no reply');
    t.same(
      wrong(tab.faults).filter((fault) => !/\b4(04|09|22)\b/.test(fault)),
      [],
    );
  },
);

t.test('REP-01 a visitor sends a notice by a form alone, and finds the receipt', async (t) => {
  const tab = await site.open({ ...phone, javaScriptEnabled: false });
  const { page } = tab;
  await tab.goto('/report');
  await page.getByRole('link', { name: 'Report it without an account' }).click();
  await page.waitForURL(/report_illegal_content/);
  await page.getByLabel('Where is it?').fill('https://elsewhere.example/stories/a');
  await page.getByLabel('Copyright').check();
  await page.getByLabel('Why is it against the law?').fill(`Mine. e${'\u0301'.repeat(2000)}`);
  await page.getByLabel('I believe in good faith').check();
  await page.getByRole('button', { name: 'Send notice' }).click();
  await page.getByText('Addresses holds an address that is not on this site').first().waitFor();
  await page.getByLabel('Where is it?').fill(`/stories/${story.slug}`);
  await page.getByLabel('Your name').fill('Noa Berg');
  await page.getByLabel('Your e-mail address').fill('noa@example.org');
  await page.getByRole('button', { name: 'Send notice' }).click();
  await page.getByRole('heading', { name: 'Your notice' }).waitFor();
  await page.getByText('Not decided yet').waitFor();
  t.same(wrong(tab.faults), []);
  const awake = await site.open({ ...phone });
  await awake.goto('/report_illegal_content');
  t.same(await violations(awake.page), []);
});

t.test('REP-02, REP-03 a profile offers it, too', async (t) => {
  const slug = (await site.call('GET /user/account', { as: owner })).json().user.slug;
  const tab = await site.open({ as: mika, ...phone });
  await tab.goto(`/profile/${slug}`);
  await tab.page.getByRole('link', { name: 'Report or mute' }).click();
  await tab.page.getByLabel('Harassment').waitFor();
  t.same(wrong(tab.faults), []);
});
