/** When an episode appears, in a real browser: the dialog, its zones and clocks, and the moment when it is due. */
import t from 'tap';
import { publishAllDue } from '../../server/domains/publishing/due.ts';
import { resolveWallTime } from '../../server/lib/wall-time.ts';
import { button, chooseZone, dialogOf, faultsOf, inDays, startEditors } from '../support/editor.ts';
import { dialogAt, HOUR_MS, mustDo, readyEpisode, viewOf } from '../support/releases.ts';
import { phone } from '../support/site.ts';

const { site, owner, storyId, statusOf, openEditor } = await startEditors();
const realNow = site.deps.clock.now;

await t.test(
  'EPI-20 EPI-21 EPI-22 EPI-24 EPI-25 EPI-26 scheduled in another zone, by three clocks',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'Far Away');
    const tab = await openEditor(id);
    const { page } = tab;
    await button(page, 'Publish').click();
    const dialog = dialogOf(page);
    await dialog.getByText('Readers see it at once.').waitFor();
    t.match(await dialog.textContent(), /Subscribers are told once/);
    await dialog.getByLabel('At a set time').check({ force: true });
    t.equal(await dialog.getByRole('combobox').inputValue(), 'Berlin', 'the own zone comes first');
    const { date } = dialogAt(inDays(10));
    await dialog.getByLabel('Date').fill(date);
    await dialog.getByLabel('Time', { exact: true }).fill('18:30');
    await chooseZone(page, 'tokyo', /Tokyo/);
    const [month, day, year] = date.split('/');
    const { instant } = resolveWallTime(`${year}-${month}-${day}T18:30:00`, 'Asia/Tokyo');
    const clocks = dialog.locator('dl > div');
    t.match(await clocks.nth(0).textContent(), /Tokyo, chosen.*18:30/);
    t.match(await clocks.nth(1).textContent(), /Berlin, yours/);
    t.match(await clocks.nth(2).textContent(), /UTC.*09:30/);
    t.match(await dialog.textContent(), /In (9|10) days/);
    const announce = dialog.getByLabel(/^Tell readers when it comes/);
    t.equal(await announce.isChecked(), false, 'nobody is told by default');
    await announce.check();
    await button(page, 'Schedule').click();
    await page.getByText('Scheduled. It appears by itself').waitFor();
    t.match(await viewOf(site, owner, id), {
      status: 'scheduled',
      publish_at: instant.toISOString(),
      publish_zone: 'Asia/Tokyo',
      is_announced: true,
    });
    await page.getByText('Scheduled by Mira').waitFor();
    t.ok(await page.getByText('announced', { exact: true }).isVisible());
    t.ok(
      await page.locator(`time[datetime="${instant.toISOString()}"]`).isVisible(),
      'EPI-06 the state names its moment',
    );
    t.equal(
      await page.evaluate(() => document.activeElement?.localName),
      'button',
      'the focus is where one goes on',
    );
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test('EPI-24 EPI-27 EPI-28 rescheduled, and taken off the schedule', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Moved Twice');
  await mustDo(site, owner, id, 'schedule', { ...dialogAt(inDays(3), 'Asia/Tokyo'), is_announced: true });
  const tab = await openEditor(id);
  const { page } = tab;
  await button(page, 'Change date').click();
  const dialog = dialogOf(page);
  t.equal(
    await dialog.getByLabel('Date').inputValue(),
    dialogAt(inDays(3), 'Asia/Tokyo').date,
    'the present plan',
  );
  const announce = dialog.getByLabel(/^Tell readers when it comes/);
  t.equal(await announce.isChecked(), true, 'as it was told');
  await announce.uncheck();
  await dialog.getByLabel('Date').fill(dialogAt(inDays(5)).date);
  await dialog.getByLabel('Time', { exact: true }).fill('07:05');
  await dialog.getByRole('button', { name: 'Change date' }).click();
  await page.getByText('Date changed by Mira').waitFor();
  t.match(await viewOf(site, owner, id), { publish_wall_time: /T07:05:00$/, is_announced: false });
  await button(page, 'Unschedule').click();
  await page.getByText('Taken off the schedule.').waitFor();
  t.equal(await statusOf(id), 'in_progress');
  t.ok(await button(page, 'Publish').isVisible());
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

await t.test('EPI-26 a time that clocks skip, and one that they show twice, are explained', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Between Clocks');
  const tab = await openEditor(id);
  const { page } = tab;
  await page.clock.setFixedTime(new Date('2027-01-10T12:00:00Z'));
  await button(page, 'Publish').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('At a set time').check({ force: true });
  await dialog.getByLabel('Date').fill('03/28/2027');
  await dialog.getByLabel('Time', { exact: true }).fill('02:30');
  await dialog
    .getByText('This time does not exist there that night: clocks are put forward. It becomes 03:30.')
    .waitFor();
  await dialog.getByLabel('Date').fill('10/31/2027');
  await dialog.getByText('This time happens twice there that night').waitFor();
  await chooseZone(page, 'utc+05:45', /Kathmandu/);
  t.equal(await dialog.getByText('This time happens twice').count(), 0, 'clocks there do not jump');
  t.equal(await dialog.getByText('This time does not exist').count(), 0);
  await tab.context.close();
});

await t.test(
  'EPI-22 zones that come after the field was reached are searched by the first stroke',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'Late Zones');
    const tab = await openEditor(id);
    const { page } = tab;
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/timezones', async (route) => {
      tellAsked();
      await released;
      await route.continue();
    });
    await button(page, 'Publish').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('At a set time').check({ force: true });
    const field = dialog.getByRole('combobox');
    await field.focus();
    await asked;
    release();
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('dialog[open] [role=combobox]')?.value.includes('(UTC'),
    );
    await page.keyboard.type('tokyo');
    t.equal(await field.inputValue(), 'tokyo', 'the name of the present zone is replaced');
    await dialog.getByRole('option', { name: /Tokyo/ }).click();
    t.match(await field.inputValue(), /^Tokyo.*UTC\+09:00/);
    await tab.context.close();
  },
);

await t.test('EPI-44 what is no time is refused at its field, in words', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Bad Times');
  const tab = await openEditor(id);
  const { page } = tab;
  await button(page, 'Publish').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('At a set time').check({ force: true });
  for (const [date, time, message] of [
    [dialogAt(inDays(2)).date, '24:00', 'Time is invalid'],
    [dialogAt(inDays(2)).date, '12:60', 'Time is invalid'],
    ['02/30/2027', '12:00', 'Date is invalid'],
    [dialogAt(inDays(-2)).date, '12:00', 'Date must be at least 2 minutes from now'],
    [dialogAt(inDays(400)).date, '12:00', 'Date must be within a year from now'],
  ] as const) {
    await dialog.getByLabel('Date').fill(date);
    await dialog.getByLabel('Time', { exact: true }).fill(time);
    await button(page, 'Schedule').click();
    await dialog.getByText(message).waitFor();
    t.match(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')),
      'true',
      `${message}: the cursor is there`,
    );
  }
  t.equal(await statusOf(id), 'in_progress');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Publish', 'the focus comes back');
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

await t.test('EPI-20 EPI-22 the dialog by keyboard alone, on a phone', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'By Keys');
  const tab = await openEditor(id, phone);
  const { page } = tab;
  await button(page, 'Publish').focus();
  await page.keyboard.press('Enter');
  await dialogOf(page).waitFor();
  await page.keyboard.press('ArrowRight');
  t.equal(await dialogOf(page).getByLabel('At a set time').isChecked(), true);
  const zone = dialogOf(page).getByRole('combobox');
  await zone.focus();
  await page.keyboard.type('new york');
  await dialogOf(page).getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  t.ok(await dialogOf(page).isVisible(), 'Escape closes the list first');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('kathmandu');
  await dialogOf(page)
    .getByRole('option', { name: /Kathmandu/ })
    .waitFor();
  await page.keyboard.press('Enter');
  t.match(await zone.inputValue(), /^Kathmandu .*UTC\+05:45/);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  t.equal(overflow, 0);
  await button(page, 'Schedule').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Scheduled. It appears by itself').waitFor();
  t.equal((await viewOf(site, owner, id)).publish_zone, 'Asia/Kathmandu');
  await tab.context.close();
});

await t.test(
  'EPI-31 EPI-47 OPS-01 when it is due the open editor asks for the episode and says that it has appeared, and how punctually',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'Soon');
    const dueAt = new Date(Math.ceil(realNow().getTime() / 1000) * 1000 - HOUR_MS);
    // For the house it is two hours ago, so that the plan is an hour ahead; for the browser it is over.
    site.deps.clock.now = () => new Date(dueAt.getTime() - HOUR_MS);
    await mustDo(site, owner, id, 'schedule', dialogAt(dueAt));
    const tab = await openEditor(id);
    const { page } = tab;
    t.equal(await page.getByText('Appeared as planned').count(), 0);
    const asked = page.waitForRequest((made) => made.url().endsWith(`/api/creator/episodes/${id}`));
    site.deps.clock.now = () => new Date(dueAt.getTime() + 5000);
    await publishAllDue(site.deps);
    await asked;
    await page.getByText('Appeared as planned').waitFor();
    t.match(await page.locator('section[aria-labelledby=receipts]').textContent(), /due .* · 5 seconds late/);
    t.ok(await button(page, 'Unpublish').isVisible());
    site.deps.clock.now = realNow;
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test('I18-02 EPI-21 auf Deutsch: Termin, Absage, sofort', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Auf Deutsch');
  const tab = await openEditor(id, { de: true });
  const { page } = tab;
  await button(page, 'Veröffentlichen').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Zu einer Zeit').check({ force: true });
  await chooseZone(page, 'kolkata', /Kolkata/);
  await dialog.getByLabel('Datum').fill('31/12/2027');
  await button(page, 'Termin festlegen').click();
  await dialog.getByText('Datum ist ungültig').waitFor();
  await dialog.getByLabel('Datum').fill(dialogAt(inDays(20)).date);
  await button(page, 'Termin festlegen').click();
  await page.getByText('Geplant. Zur gewählten Zeit').waitFor();
  t.equal((await viewOf(site, owner, id)).publish_zone, 'Asia/Kolkata');
  await button(page, 'Termin absagen').click();
  await page.getByText('Der Termin ist abgesagt.').waitFor();
  await page.getByText('Termin abgesagt von Mira').waitFor();
  await button(page, 'Veröffentlichen').click();
  await button(page, 'Jetzt veröffentlichen').click();
  await page.getByText('Veröffentlicht. Alle können es jetzt lesen.').waitFor();
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

await site.close();
