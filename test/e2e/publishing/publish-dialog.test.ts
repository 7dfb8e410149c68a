import t from 'tap';
import { publishAllDue } from '../../../server/domains/publishing/releases/due.ts';
import { resolveWallTime } from '../../../server/lib/wall-time.ts';
import { inspectPages, violations } from '../../support/axe.ts';
import { createEpisode, uploadPages } from '../../support/console.ts';
import { button, chooseZone, dialogOf, faultsOf, inDays, startEditors } from '../../support/editor.ts';
import { choose, click, expect, fill, press, tabTo, type } from '../../support/hand.ts';
import { toastSays } from '../../support/islands.ts';
import { dialogAt, HOUR_MS, inAnHour, mustDo, readyEpisode, viewOf } from '../../support/releases.ts';
import { phone, wide } from '../../support/site.ts';

const { site, owner, administrator, storyId, editorOf, statusOf, openEditor } = await startEditors();
const realNow = site.deps.clock.now;
const desk = await openEditor(await readyEpisode(site, owner, storyId, 'First'), wide);
const { page } = desk;
const dialog = dialogOf(page);
const date = dialog.getByLabel('Date', { exact: true });
const time = dialog.getByLabel('Time', { exact: true });
const announce = dialog.getByLabel(/^Show readers the release date/);
const says = (text: string | RegExp) => expect(page.getByText(text)).toBeVisible();
const open = async (name: string): Promise<string> => {
  const id = await readyEpisode(site, owner, storyId, name);
  await desk.goto(editorOf(id));
  return id;
};
const askForTime = async (): Promise<void> => {
  await click(button(page, 'Publish'));
  await choose(dialog.getByLabel('At a set time'));
};

await t.test(
  'EPI-20 EPI-21 EPI-22 EPI-24 EPI-25 EPI-26 scheduled in another zone, by three clocks',
  async (t) => {
    const id = await open('Far Away');
    await click(button(page, 'Publish'));
    await expect(dialog.getByText('Readers see it at once.')).toBeVisible();
    await expect(dialog).toContainText('Subscribers are notified once');
    await choose(dialog.getByLabel('At a set time'));
    await expect(dialog.getByRole('combobox'), 'the own zone comes first').toHaveValue('Berlin');
    const wanted = dialogAt(inDays(10)).date;
    await fill(date, wanted);
    await fill(time, '18:30');
    await chooseZone(page, 'tokyo', /Tokyo/);
    const [month, day, year] = wanted.split('/');
    const { instant } = resolveWallTime(`${year}-${month}-${day}T18:30:00`, 'Asia/Tokyo');
    const clocks = dialog.locator('dl > div');
    await expect(clocks).toHaveText([/Tokyo, chosen.*18:30/, /Berlin, yours/, /UTC.*09:30/]);
    await expect(dialog).toContainText(/In (9|10) days/);
    await expect(announce, 'nobody is told by default').not.toBeChecked();
    await choose(announce);
    await click(button(page, 'Schedule'));
    await says('Scheduled. The episode goes live');
    t.match(await viewOf(site, owner, id), {
      status: 'scheduled',
      publish_at: instant.toISOString(),
      publish_zone: 'Asia/Tokyo',
      is_announced: true,
    });
    await says('Scheduled by Mira');
    await expect(page.getByText('announced', { exact: true })).toBeVisible();
    const moment = page.locator(`time[datetime="${instant.toISOString()}"]`);
    await expect(moment, 'EPI-06 the state names its moment').toBeVisible();
    await expect(page.locator('button:focus'), 'the focus is where one goes on').toHaveCount(1);
    t.same(faultsOf(desk), []);
  },
);

await t.test('EPI-24 EPI-27 EPI-28 rescheduled, and taken off the schedule', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Moved Twice');
  const plan = dialogAt(inDays(3), 'Asia/Tokyo');
  await mustDo(site, owner, id, 'schedule', { ...plan, is_announced: true });
  await desk.goto(editorOf(id));
  await click(button(page, 'Change date'));
  await expect(date, 'the present plan').toHaveValue(plan.date);
  await expect(announce, 'as it was told').toBeChecked();
  await choose(announce, false);
  await fill(date, dialogAt(inDays(5)).date);
  await fill(time, '07:05');
  await click(dialog.getByRole('button', { name: 'Change date' }));
  await says('Date changed by Mira');
  t.match(await viewOf(site, owner, id), { publish_wall_time: /T07:05:00$/, is_announced: false });
  await click(button(page, 'Unschedule'));
  await says('Taken off the schedule.');
  t.equal(await statusOf(id), 'in_progress');
  await expect(button(page, 'Publish')).toBeVisible();
  t.same(faultsOf(desk), []);
});

await t.test(
  'EPI-22 zones that come after the field was reached are searched by the first stroke',
  async (t) => {
    await open('Late Zones');
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/timezones', async (route) => {
      tellAsked();
      await released;
      await route.continue();
    });
    await askForTime();
    const field = dialog.getByRole('combobox');
    await field.focus();
    await asked;
    release();
    await expect(field).toHaveValue(/\(UTC/);
    await type(page, 'tokyo');
    await expect(field, 'the name of the present zone is replaced').toHaveValue('tokyo');
    await click(dialog.getByRole('option', { name: /Tokyo/ }));
    await expect(field).toHaveValue(/^Tokyo.*UTC\+09:00/);
    await page.unroute('**/api/timezones');
    t.same(faultsOf(desk), []);
  },
);

await t.test('EPI-44 what is no time is refused at its field, in words', async (t) => {
  const id = await open('Bad Times');
  await askForTime();
  for (const [day, hour, message] of [
    [dialogAt(inDays(2)).date, '24:00', 'Time is invalid'],
    [dialogAt(inDays(2)).date, '12:60', 'Time is invalid'],
    ['02/30/2027', '12:00', 'Date is invalid'],
    [dialogAt(inDays(-2)).date, '12:00', 'Date must be at least 2 minutes from now'],
    [dialogAt(inDays(400)).date, '12:00', 'Date must be within a year from now'],
  ] as const) {
    await fill(date, day);
    await fill(time, hour);
    await click(button(page, 'Schedule'));
    await expect(dialog.getByText(message)).toBeVisible();
    const wrong = message.startsWith('Time') ? time : date;
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong, 'the cursor is there').toBeFocused();
  }
  t.equal(await statusOf(id), 'in_progress');
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Publish'), 'the focus comes back').toBeFocused();
  t.same(faultsOf(desk), []);
});

await t.test(
  'EPI-31 EPI-47 OPS-01 when it is due the open editor asks for the episode and says that it has appeared, and how punctually',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'Soon');
    const dueAt = new Date(Math.ceil(realNow().getTime() / 1000) * 1000 - HOUR_MS);
    // For the server, the release is an hour ahead. For the browser, it is in the past.
    site.deps.clock.now = () => new Date(dueAt.getTime() - HOUR_MS);
    await mustDo(site, owner, id, 'schedule', dialogAt(dueAt));
    const tab = await openEditor(id);
    await expect(tab.page.getByText('Scheduled by Mira')).toBeVisible();
    await expect(tab.page.getByText('Published on schedule')).toHaveCount(0);
    const asked = tab.page.waitForRequest((made) => made.url().endsWith(`/api/creator/episodes/${id}`));
    site.deps.clock.now = () => new Date(dueAt.getTime() + 5000);
    await publishAllDue(site.deps);
    await asked;
    await expect(tab.page.getByText('Published on schedule')).toBeVisible();
    const receipts = tab.page.locator('section[aria-labelledby=receipts]');
    await expect(receipts).toContainText(/due .* · 5 seconds late/);
    await expect(button(tab.page, 'Unpublish')).toBeVisible();
    site.deps.clock.now = realNow;
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test(
  'EPI-23 EPI-29 EPI-30 EPI-33 EPI-35 ERR-50 ERR-57 ERR-58 published, taken back, edited, published again',
  async (t) => {
    const id = await open('There');
    await click(button(page, 'Publish'));
    await click(button(page, 'Publish now'));
    await says('Published. Readers can see it now.');
    await says('Unpublish it first');
    await expect(page.getByLabel('Title')).toBeDisabled();
    await expect(button(page, 'Delete episode …'), 'EPI-34').toHaveCount(0);
    await click(button(page, 'Unpublish'));
    await expect(dialog.getByRole('heading', { name: 'Unpublish “There”?' })).toBeVisible();
    await click(dialog.getByRole('button', { name: 'Unpublish' }));
    await says('Unpublished. Readers no longer see it.');
    // No save button is pressed: publishing includes the input.
    await fill(page.getByLabel('Title'), 'And Again');
    await click(button(page, 'Publish'));
    await expect(dialog).toContainText('They are not notified again');
    await click(button(page, 'Publish now'));
    await says('Published. Readers can see it now.');
    const { episode } = (await site.call(`GET /episodes/${id}`)).json();
    t.equal(episode.title, 'And Again', 'what was typed went out with it');
    t.same(faultsOf(desk), []);
  },
);

await t.test('EPI-36 ERR-51 deleted after it was taken back, asked by name', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Gone Soon');
  await mustDo(site, owner, id, 'publish', {});
  await mustDo(site, owner, id, 'unpublish');
  await desk.goto(editorOf(id));
  await click(button(page, 'Delete episode …'));
  await expect(dialog.getByRole('heading', { name: 'Delete “Gone Soon”?' })).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Delete episode' }));
  await expect(page).toHaveURL((url) => url.pathname === `/creator/stories/${storyId}`);
  await toastSays(page, 'Episode deleted');
  t.same(desk.alerts, []);
  t.equal((await site.call(`GET /creator/episodes/${id}`, { as: owner })).statusCode, 404);
});

await t.test('ERR-34 ERR-35 EPI-41 what has moved on elsewhere is told, with a way on', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Two Tabs');
  await mustDo(site, owner, id, 'schedule', dialogAt(inDays(1)));
  await desk.goto(editorOf(id));
  await mustDo(site, owner, id, 'publish', {});
  await click(button(page, 'Unschedule'));
  await says('Invalid state');
  await click(button(page, 'Reload'));
  await expect(button(page, 'Unpublish')).toBeVisible();

  const stopped = await open('Stopped');
  await mustDo(site, administrator, stopped, 'block', { reason: 'A panel of another work.' });
  await click(button(page, 'Publish'));
  await click(button(page, 'Publish now'));
  await expect(
    dialog.getByText('This episode has been blocked, please contact site administrator'),
  ).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Reload' }));
  await says('Reason given: A panel of another work.');
  t.same(faultsOf(desk), []);
});

await t.test(
  'EPI-45 EPI-46 what is missing is told with the way to it; a single page is enough',
  async (t) => {
    const { id } = await createEpisode(site, owner, storyId, 'Nothing Yet');
    await desk.goto(editorOf(id));
    const publish = button(page, 'Publish');
    await expect(publish).toHaveAttribute('aria-disabled', 'true');
    // The button is still focusable and clickable.
    await tabTo(publish);
    await press(page, 'Enter');
    await expect(page.locator('#readiness'), 'it leads to what is missing').toBeFocused();
    await expect(page.locator('#readiness').getByRole('link', { name: 'Pages' })).toHaveAttribute(
      'href',
      '#pages',
    );
    await uploadPages(site, owner, id, ['1.jpg']);
    await site.runJobs();
    await page.reload();
    await says('5 to 22 recommended');
    await click(publish);
    await click(button(page, 'Publish now'));
    await says('Published. Readers can see it now.');
    t.equal(await statusOf(id), 'published');
    t.same(faultsOf(desk), []);
  },
);

await t.test('EPI-20 EPI-22 the dialog by keyboard alone, on a phone', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'By Keys');
  const tab = await openEditor(id, phone);
  const opened = dialogOf(tab.page);
  await button(tab.page, 'Publish').focus();
  await press(tab.page, 'Enter');
  await expect(opened).toBeVisible();
  await press(tab.page, 'ArrowRight');
  await expect(opened.getByLabel('At a set time')).toBeChecked();
  const zone = opened.getByRole('combobox');
  await zone.focus();
  await type(tab.page, 'new york');
  await expect(opened.getByRole('option').first()).toBeVisible();
  t.same(await violations(tab.page), [], 'the dialog and its zones');
  await press(tab.page, 'Escape');
  await expect(opened.getByRole('option')).toHaveCount(0);
  await expect(opened, 'Escape closes the list first').toBeVisible();
  await press(tab.page, 'ArrowDown');
  await type(tab.page, 'kathmandu');
  await expect(opened.getByRole('option', { name: /Kathmandu/ })).toBeVisible();
  await press(tab.page, 'Enter');
  await expect(zone).toHaveValue(/^Kathmandu .*UTC\+05:45/);
  await expect.poll(() => tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await button(tab.page, 'Schedule').focus();
  await press(tab.page, 'Enter');
  await expect(tab.page.getByText('Scheduled. The episode goes live')).toBeVisible();
  t.equal((await viewOf(site, owner, id)).publish_zone, 'Asia/Kathmandu');
  await tab.context.close();
});

await t.test(
  'the screens of publishing suit everybody: planned, blocked, the calendar, the thumbnail',
  async (t) => {
    const planned = await readyEpisode(site, owner, storyId, 'Planned');
    await mustDo(site, owner, planned, 'schedule', inAnHour(site));
    const blocked = await readyEpisode(site, owner, storyId, 'Blocked');
    await mustDo(site, administrator, blocked, 'block', { reason: 'Not yours.' });
    const paths = ['/creator/schedule', '/de/creator/schedule?month=2031-02'];
    await inspectPages(t, desk, [...paths, editorOf(blocked), editorOf(planned)]);
    await page.emulateMedia({ colorScheme: 'light' });
    await click(button(page, 'From a page'));
    await expect(dialog).toBeVisible();
    t.same(await violations(page), [], 'the pages of a thumbnail');
    await click(dialog.getByRole('button', { name: 'Page 1' }));
    await expect(page.getByRole('slider')).toBeVisible();
    t.same(await violations(page), [], 'its square');
  },
);

await t.test('EPI-26 a time that clocks skip, and one that they show twice, are explained', async () => {
  await open('Between Clocks');
  await page.clock.setFixedTime(new Date('2027-01-10T12:00:00Z'));
  await askForTime();
  await fill(date, '03/28/2027');
  await fill(time, '02:30');
  await expect(
    dialog.getByText('This time does not exist there that night: clocks are put forward. It becomes 03:30.'),
  ).toBeVisible();
  await fill(date, '10/31/2027');
  await expect(dialog.getByText('This time happens twice there that night')).toBeVisible();
  await chooseZone(page, 'utc+05:45', /Kathmandu/);
  await expect(dialog.locator('dl > div').first()).toContainText('Kathmandu, chosen');
  // Kathmandu has no daylight saving time.
  await expect(dialog.getByText('This time happens twice')).toHaveCount(0);
  await expect(dialog.getByText('This time does not exist')).toHaveCount(0);
});

await site.close();
