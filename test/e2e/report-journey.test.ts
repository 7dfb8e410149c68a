/** From a report to its outcome by three browsers at once: a reader, an administrator with keys alone, the author. */
import { isNull } from 'drizzle-orm';
import type { Page } from 'playwright';
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
  await site.signUp('Mika Meldwald'),
  await site.signUp('Noor'),
  await site.signUp('Ada Moderata'),
];
await site.makeAdministrator(ada);
await site.deps.db.update(users).set({ createdAt: new Date(0) });
const { story, episode } = await publishStory(site, owner, { title: 'Night Train' });
const write = async (body: string) =>
  (await site.call('POST /comments', { as: noor, body: { episode_id: episode.id, body } })).json().comment.id;
const wrong = (faults: readonly string[]) => faults.filter((fault) => !fault.startsWith('dialog: '));
const tellAll = async () => {
  await site.deps.db
    .update(reportDecisions)
    .set({ tellAt: new Date(0) })
    .where(isNull(reportDecisions.undoneAt));
  await runSweeps(site.deps, 'moderation.tell_outcomes');
  await site.runJobs();
};
/** Until the thread hears of news, nothing is waited for in vain. */
const listening = async (count: number) => {
  while (site.deps.live.count < count) await new Promise((resolve) => setTimeout(resolve, 10));
};
/** Goes on with the Tab key until what has the focus is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((wanted) => {
      const at = document.activeElement;
      const label = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels?.[0] : at;
      return label?.textContent?.trim().startsWith(wanted) === true;
    }, name);
    if (isThere) return;
  }
  throw new Error(`${name}: is not reached`);
}

t.test('REP-01, REP-06, SOC-04, NOT-04 reader, administrator and author, each at their own', async (t) => {
  const path = `/stories/${story.slug}/1/comments`;
  await write('Nobody asked for this');
  const reader = await site.open({ as: mika, ...phone });
  const author = await site.open({ as: noor, ...wide });
  const desk = await site.open({ as: ada, ...wide });
  await reader.goto(path);
  await author.goto(path);
  for (const { page } of [reader, author]) {
    await page.locator('tsuzuki-island[name=Comments][awake]').waitFor({ state: 'attached' });
    await page.getByRole('paragraph').filter({ hasText: 'Nobody asked for this' }).waitFor();
  }
  await listening(2);

  // The reader finds it in the comment's own menu, forgets the reason first, and gets a number.
  await reader.page.getByLabel('More').first().click();
  await reader.page.getByRole('link', { name: 'Report', exact: true }).click();
  await reader.page.getByRole('heading', { name: 'What is wrong here?' }).waitFor();
  t.same(await violations(reader.page), []);
  await reader.page.getByRole('button', { name: 'Send report' }).click();
  await reader.page.getByText('Choose a reason. Nothing has been sent yet.').waitFor();
  await reader.page.getByLabel('Harassment').check();
  await reader.page.getByLabel('What should we look at?').fill('The whole sentence');
  await reader.page.getByRole('button', { name: 'Send report' }).click();
  await reader.page.getByRole('link', { name: 'My reports' }).waitFor();
  t.same(await violations(reader.page), []);
  await reader.goto(path);
  await reader.page.getByRole('paragraph').filter({ hasText: 'Nobody asked for this' }).waitFor();
  await listening(2);

  // The administrator has no mouse.
  const { page } = desk;
  await desk.goto('/admin/reports');
  await page.locator('tsuzuki-island[name=ReportQueue][awake]').waitFor({ state: 'attached' });
  const thing = page.getByRole('article', { name: 'Comment by Noor' });
  const focus = page.locator(':focus');
  await thing.waitFor();
  await page.keyboard.press('j');
  await thing.and(focus).waitFor();
  await thing.getByText('The whole sentence').waitFor();
  await tabTo(page, 'Reason');
  await page.keyboard.type('Aimed at a person');
  await tabTo(page, 'Hide it as well');
  await page.keyboard.press('Space');
  await tabTo(page, 'Action');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article').filter({ hasText: '1 report decided' });
  // Nothing else is open: the focus stays.
  await answer.and(focus).waitFor();

  // It goes before the eyes of both, without a reload, and comes back when it is undone.
  await reader.page
    .getByRole('paragraph')
    .filter({ hasText: 'Nobody asked for this' })
    .waitFor({ state: 'detached' });
  await author.page.getByText('Hidden: only you and the team see this comment').waitFor();
  await page.keyboard.press('u');
  await thing.waitFor();
  await author.page
    .getByText('Hidden: only you and the team see this comment')
    .waitFor({ state: 'detached' });
  await reader.goto(path);
  await reader.page.getByRole('paragraph').filter({ hasText: 'Nobody asked for this' }).waitFor();

  await thing.getByLabel('Hide it as well').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('a');
  await answer.waitFor();
  await tellAll();
  await reader.goto('/notifications');
  await reader.page
    .locator('main')
    .getByRole('link', { name: /Your report no\./ })
    .click();
  await reader.page.waitForURL(/settings\/reports/);
  await reader.page.getByText('You were right, and we did something about it.').waitFor();
  t.notMatch(await reader.page.locator('main').innerText(), /Ada|Aimed at a person/, 'nor who, nor the note');
  for (const place of [path, '/notifications', '/settings/reports']) {
    await author.goto(place);
    t.notMatch(await author.page.locator('main').innerText(), /Meldwald|Moderata|whole sentence/, place);
  }
  t.same([...wrong(desk.faults), ...wrong(reader.faults), ...wrong(author.faults)], []);
});

t.test('REP-06 whoever comes second is told so, and goes on', async (t) => {
  const [first, second] = [await write('Buy my lamps'), await write('Buy my ovens')];
  for (const id of [first, second]) {
    const body = { subject_type: 'comment', subject_id: id, category: 'spam' };
    await site.call('POST /violation', { as: mika, body });
  }
  const desk = await site.open({ as: ada, ...wide });
  const { page } = desk;
  await desk.goto('/admin/reports');
  await page.locator('tsuzuki-island[name=ReportQueue][awake]').waitFor({ state: 'attached' });
  const { violations: listed } = (
    await site.call(`GET /admin/violations?subject_id=${first}`, { as: ada })
  ).json();
  const body = { state: 'rejected', note: 'Decided elsewhere' };
  await site.call(`PATCH /admin/violations/${listed[0].id}`, { as: ada, body });
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  const lamps = page.getByRole('article').filter({ hasText: 'Decided meanwhile by Ada Moderata.' });
  await lamps.getByText('Rejected').waitFor();
  t.equal(await lamps.getByRole('button').count(), 0, 'what somebody else decided is not undone from here');
  const ovens = page.getByRole('article').filter({ hasText: 'Buy my ovens' });
  t.ok(await ovens.evaluate((it) => it === document.activeElement), 'the next one has the focus');
  await page.keyboard.press('r');
  await page.getByText('1 report decided').waitFor();
  t.same(
    wrong(desk.faults).filter((fault) => !/\b409\b/.test(fault)),
    [],
  );
});
