/** From a report to its outcome in three browsers: a reader, an administrator with keyboard only, the author. */
import { isNull } from 'drizzle-orm';
import t from 'tap';
import { reportDecisions, users } from '#db/schema/index.ts';
import { violations } from '../../support/axe.ts';
import { publishStory } from '../../support/console.ts';
import { choose, click, expect, fill, press, tabTo, type } from '../../support/hand.ts';
import { phone, startSite, type Tab, wide } from '../../support/site.ts';
import { runSweeps } from '../../support/sweeps.ts';

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
const path = `/stories/${story.slug}/1/comments`;
const write = async (body: string): Promise<string> =>
  (await site.call('POST /comments', { as: noor, body: { episode_id: episode.id, body } })).json().comment.id;
const report = (id: string, as = mika) =>
  site.call('POST /violation', {
    as,
    body: { subject_type: 'comment', subject_id: id, category: 'harassment', text: 'Rude' },
  });
/** Rejects the reports as another administrator. */
const reject = async (id: string) => {
  const { violations: listed } = (
    await site.call(`GET /admin/violations?subject_id=${id}`, { as: ada })
  ).json();
  const body = { state: 'rejected', note: 'Decided elsewhere' };
  const reply = await site.call(`PATCH /admin/violations/${listed[0].id}`, { as: ada, body });
  if (reply.statusCode !== 200) throw new Error(reply.body);
};
const wrong = (...tabs: Tab[]) =>
  tabs.flatMap(({ faults }) => faults).filter((fault) => !/^dialog: |\b409\b/.test(fault));
const tellAll = async () => {
  await site.deps.db
    .update(reportDecisions)
    .set({ tellAt: new Date(0) })
    .where(isNull(reportDecisions.undoneAt));
  await runSweeps(site.deps, 'moderation.tell_outcomes');
  await site.runJobs();
};
/** Before the thread listens, it would miss events. */
const listening = (count: number) => expect.poll(() => site.deps.live.count).toBe(count);
const paragraph = ({ page }: Tab, text: string) => page.getByRole('paragraph').filter({ hasText: text });
const main = ({ page }: Tab) => page.locator('main');

t.test('REP-01, REP-06, SOC-04, NOT-04 reader, administrator and author, each at their own', async (t) => {
  await write('Nobody asked for this');
  const reader = await site.open({ as: mika, ...phone });
  const author = await site.open({ as: noor, ...wide });
  const desk = await site.open({ as: ada, ...wide });
  for (const tab of [reader, author]) {
    await tab.goto(path);
    await expect(paragraph(tab, 'Nobody asked for this')).toBeVisible();
  }
  await listening(2);

  const send = reader.page.getByRole('button', { name: 'Send report' });
  await click(reader.page.getByLabel('More').first());
  await click(reader.page.getByRole('link', { name: 'Report', exact: true }));
  await expect(reader.page.getByRole('heading', { name: 'What is wrong here?' })).toBeVisible();
  t.same(await violations(reader.page), []);
  await click(send);
  await expect(reader.page.getByText('Choose a reason. Nothing has been sent yet.').first()).toBeVisible();
  await choose(reader.page.getByLabel('Harassment'));
  await fill(reader.page.getByLabel('What should we look at?'), 'The whole sentence');
  await click(send);
  await expect(reader.page.getByRole('link', { name: 'My reports' })).toBeVisible();
  t.same(await violations(reader.page), []);
  await reader.goto(path);
  await expect(paragraph(reader, 'Nobody asked for this')).toBeVisible();
  await listening(2);

  const { page } = desk;
  await desk.goto('/admin/reports');
  const thing = page.getByRole('article', { name: 'Comment by Noor' });
  await expect(thing).toBeVisible();
  t.same(await violations(page), []);
  await press(page, 'j');
  await expect(thing).toBeFocused();
  await expect(thing.getByText('The whole sentence')).toBeVisible();
  await tabTo(thing.getByRole('textbox', { name: /^Reason/ }));
  await type(page, 'Aimed at a person');
  await tabTo(thing.getByLabel('Hide it as well'));
  await press(page, 'Space');
  await tabTo(thing.getByRole('button', { name: /^Uphold/ }));
  await press(page, 'Enter');
  const answer = page.getByRole('article').filter({ hasText: '1 report decided' });
  await expect(answer, 'nothing else is open: the focus stays').toBeFocused();

  // The comment disappears for both without a reload. Undo brings it back.
  const hidden = author.page.getByText('Hidden: only you and the team see this comment');
  await expect(hidden).toBeVisible();
  await expect(paragraph(reader, 'Nobody asked for this')).toHaveCount(0);
  await press(page, 'u');
  await expect(thing).toBeVisible();
  await expect(hidden).toHaveCount(0);
  await reader.goto(path);
  await expect(paragraph(reader, 'Nobody asked for this')).toBeVisible();

  await thing.getByLabel('Hide it as well').focus();
  await press(page, 'Space');
  await press(page, 'a');
  await expect(answer).toBeVisible();
  await tellAll();
  await reader.goto('/notifications');
  await click(main(reader).getByRole('link', { name: /your report no\./ }));
  await expect(reader.page).toHaveURL(/settings\/reports/);
  await expect(reader.page.getByText('We agreed with your report and took action.')).toBeVisible();
  await expect(main(reader), 'nor who, nor the note').not.toContainText(/Ada|Aimed at a person/);
  t.same(await violations(reader.page), []);
  for (const [place, there] of [
    [path, /Night Train/],
    ['/notifications', /./],
    ['/settings/reports', /./],
  ] as const) {
    await author.goto(place);
    await expect(main(author)).toContainText(there);
    await expect(main(author), place).not.toContainText(/Meldwald|Moderata|whole sentence/);
  }
  t.same(wrong(reader, author, desk), []);
  for (const { context } of [reader, author, desk]) await context.close();
});

t.test(
  'REP-06, ROL-11 the queue by keys: several reports of one thing, undone, and letters in a field',
  async (t) => {
    const [rude, lamps] = [await write('Nobody asked for that'), await write('Buy my lamps')];
    await report(rude);
    await report(rude, owner);
    await report(lamps);
    const desk = await site.open({ as: ada, ...wide });
    const { page } = desk;
    await desk.goto('/admin/reports');
    await press(page, '?');
    await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
    await press(page, 'Escape');
    await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeHidden();
    await press(page, 'j');
    const [first, second] = [page.getByRole('article').first(), page.getByRole('article').nth(1)];
    await expect(first.getByText('Nobody asked for that')).toBeVisible();
    await choose(first.getByLabel('Hide it as well'));
    await press(page, 'a');
    await expect(first.getByText('2 reports decided')).toBeVisible();
    t.not((await site.call(`GET /comments/${rude}`, { as: mika })).statusCode, 200, 'it is hidden');
    await press(page, 'r');
    await expect(page.getByText('1 report decided')).toBeVisible();
    await press(page, 'u');
    await expect(second.getByText('Buy my lamps')).toBeVisible();
    const reason = second.getByRole('textbox', { name: /^Reason/ });
    await click(reason);
    await type(page, 'jar');
    await expect(reason, 'letters in a field are letters').toHaveValue('jar');
    await reject(lamps);
    await desk.goto('/admin/reports?state=actioned');
    await expect(page.getByText('Breaks the rules: Harassment').first()).toBeVisible();
    t.same(await violations(page), []);
    t.same(wrong(desk), []);
    await desk.context.close();
  },
);

t.test('REP-06 whoever comes second is told so, and goes on', async (t) => {
  const [lamps, ovens] = [await write('Cheap lamps'), await write('Cheap ovens')];
  for (const id of [lamps, ovens]) await report(id);
  const desk = await site.open({ as: ada, ...wide });
  const { page } = desk;
  await desk.goto('/admin/reports');
  await reject(lamps);
  const articleOf = (text: string) => page.getByRole('article').filter({ hasText: text });
  await press(page, 'j');
  await expect(articleOf('Cheap lamps')).toBeFocused();
  await press(page, 'a');
  const decided = articleOf('Decided meanwhile by Ada Moderata.');
  await expect(decided.getByText('Rejected')).toBeVisible();
  await expect(decided.getByRole('button'), 'nothing is undone from here').toHaveCount(0);
  await expect(articleOf('Cheap ovens'), 'the next one has the focus').toBeFocused();
  await press(page, 'r');
  await expect(page.getByText('1 report decided')).toBeVisible();
  t.same(wrong(desk), []);
  await desk.context.close();
});

t.test('REP-01 a report that was begun survives signing in', async (t) => {
  const id = await write('A comment to report');
  const tab = await site.open({ as: mika, ...phone });
  const { page, context } = tab;
  const text = page.locator('[name=text]');
  const reason = page.getByRole('radio').nth(2);
  const send = page.getByRole('button', { name: 'Send report' });
  await tab.goto(`/comments/${id}`);
  await click(page.getByLabel('More'));
  await click(page.getByRole('link', { name: 'Report', exact: true }));
  await expect(page.getByText('Noor: A comment to report')).toBeVisible();
  const form = new URL(page.url());
  await choose(reason);
  await fill(text, 'It names my street');
  const cookies = await context.cookies();
  await context.clearCookies();
  await click(send);
  await expect(page).toHaveURL(/\/sign_in/);
  await context.addCookies(cookies);
  await tab.goto(form.pathname + form.search);
  await expect(text).toHaveValue('It names my street');
  await expect(reason).toBeChecked();
  await click(send);
  await expect(page.getByRole('link', { name: 'My reports' })).toBeVisible();
  const kept = () => page.evaluate((key) => sessionStorage.getItem(key), `report-draft:${id}`);
  await expect.poll(kept, 'once it is sent nothing of it is kept').toBe(null);
  await click(page.getByRole('button', { name: 'Back' }));
  await expect(page).toHaveURL(/\/comments\//);
  await tab.goto('/report_illegal_content');
  t.same(await violations(page), []);
  await context.close();
});
