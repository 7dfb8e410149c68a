/** What else an episode has in the console: its thumbnail, its place among the others, its day in the calendar. */
import t from 'tap';
import { inspectPages } from '../support/axe.ts';
import { createEpisode, jpegPart } from '../support/console.ts';
import { awake, button, dialogOf, faultsOf, startEditors } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { toastSays } from '../support/islands.ts';
import { mustDo, readyEpisode, startRelease } from '../support/releases.ts';

const { site, owner, storyId, openEditor } = await startEditors();
const realNow = site.deps.clock.now;

await t.test(
  'EPI-03 EPI-17 EPI-18 EPI-19 ERR-32 the thumbnail: from a page, from a file, too large, failed',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'A Face for It');
    const tab = await openEditor(id);
    const { page } = tab;
    const thumbnail = page.getByRole('group', { name: 'Thumbnail' });
    t.match(await thumbnail.locator('img').getAttribute('src'), /\/media\//, 'until then its first page');
    const use = async () => {
      await dialogOf(page).getByRole('slider').waitFor();
      await dialogOf(page)
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode());
      await dialogOf(page).getByRole('button', { name: 'Use this' }).click();
      await eventually('the square', async () => {
        await site.runJobs();
        return !(await dialogOf(page).isVisible());
      });
    };
    await button(page, 'From a page').click();
    await dialogOf(page).getByRole('button', { name: 'Page 1' }).click();
    await use();
    const first = await thumbnail.locator('img').getAttribute('src');
    t.match(first, /\/media\//);
    const part = await jpegPart('file', 'face.jpg', { width: 640, height: 480 });
    const file = {
      name: 'face.jpg',
      mimeType: 'image/jpeg',
      buffer: 'data' in part ? Buffer.from(part.data) : Buffer.alloc(0),
    };
    await thumbnail.locator('input[type=file]').setInputFiles(file);
    await use();
    t.not(await thumbnail.locator('img').getAttribute('src'), first);
    await thumbnail
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: Buffer.alloc(3 * 1024 * 1024 + 1) });
    await page.getByText('Episode thumbnail change failed').waitFor();
    t.ok(await page.getByText('3.1 MB, 3 MB allowed.').isVisible());
    await thumbnail
      .locator('input[type=file]')
      .setInputFiles({ ...file, name: 'face.gif', mimeType: 'image/gif' });
    await page.getByText('The picture must be a JPG or PNG.').waitFor();
    await page.route('**/api/media/crop', (route) => route.abort());
    await button(page, 'From a page').click();
    await dialogOf(page).getByRole('button', { name: 'Page 1' }).click();
    await dialogOf(page).getByRole('slider').waitFor();
    await dialogOf(page)
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.decode());
    await dialogOf(page).getByRole('button', { name: 'Use this' }).click();
    await dialogOf(page).getByText('Episode thumbnail change failed').waitFor();
    await tab.context.close();
  },
);

await t.test('EPI-16 ERR-31 ERR-49 an episode is added, or says that it was not', async (t) => {
  const tab = await site.open({ as: owner });
  const { page } = tab;
  const alerts: string[] = [];
  page.on('dialog', (dialog) => void alerts.push(dialog.message()));
  await tab.goto(`/creator/stories/${storyId}`);
  await awake(page, 'EpisodeList');
  await page.getByRole('button', { name: 'Add episode' }).click();
  await page.getByText('Episode creation failed').waitFor();
  t.ok(await page.getByText("Title can't be blank").isVisible());
  await page.route('**/api/creator/episodes', (route) => route.abort());
  await page.getByLabel('Title of the next episode').fill('Lost');
  await page.getByRole('button', { name: 'Add episode' }).click();
  await page.getByText('Communication with server error').waitFor();
  t.ok(await page.getByText('Episode creation failed').isVisible());
  await page.unroute('**/api/creator/episodes');
  await page.getByRole('button', { name: 'Add episode' }).click();
  await page.getByRole('heading', { level: 1, name: /Lost/ }).waitFor();
  await toastSays(page, 'Episode added');
  t.same(alerts, []);
  await tab.context.close();
});

await t.test(
  'EPI-16 the order of episodes: by buttons, by a number, and what becomes of published ones',
  async (t) => {
    const own = await startRelease(site, owner);
    for (const title of ['A', 'B', 'C']) await createEpisode(site, owner, own, title);
    const shown = await readyEpisode(site, owner, own, 'D');
    await mustDo(site, owner, shown, 'publish', {});
    const tab = await site.open({ as: owner });
    const { page } = tab;
    await tab.goto(`/creator/stories/${own}`);
    await awake(page, 'EpisodeList');
    const titles = async () => (await page.locator('[data-tile] a').allTextContents()).join(' ');
    const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/number'));
    let done = saved();
    await page.getByRole('button', { name: 'Move “A” up' }).click();
    await done;
    t.equal(await titles(), '4D 3C 2A 1B');
    t.match(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Move “A” up',
      'the focus goes along',
    );
    await page.locator('[data-move$=" grip"]').nth(0).focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).getByLabel('Move to place (1 to 4)').fill('1');
    await dialogOf(page).getByRole('button', { name: 'Move', exact: true }).click();
    await dialogOf(page).getByText('“D” moves from number 4 to 1.').waitFor();
    t.equal(await titles(), '4D 3C 2A 1B', 'STO-30 it asks before readers find another number');
    done = saved();
    await dialogOf(page).getByRole('button', { name: 'Change the order' }).click();
    await done;
    t.equal(await titles(), '4C 3A 2B 1D');
    await page.getByText('Published episodes have new numbers and addresses.').waitFor();
    await page.reload();
    t.equal(await titles(), '4C 3A 2B 1D', 'kept');
    t.equal((await site.call(`GET /episodes/${shown}`)).json().episode.number, 1);
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test('the calendar: a month in the own zone, from day to day and from month to month', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'On New Year’s Eve');
  // In UTC it is still the year before.
  const wanted = { date: '01/01/2027', time: '00:30', zone_name: 'Europe/Berlin' };
  site.deps.clock.now = () => new Date('2026-12-20T12:00:00Z');
  const traveller = await site.call('POST /auth/mail', {
    body: { email: owner.email, password: 'correct horse battery' },
  });
  const as = { ...owner, token: traveller.json().auth_token };
  const later = { ...as, headers: { authorization: `Bearer ${as.token}` } };
  await mustDo(site, later, id, 'schedule', wanted);
  const other = await readyEpisode(site, later, storyId, 'On Christmas Eve');
  await mustDo(site, later, other, 'schedule', { ...wanted, date: '12/24/2026' });
  const tab = await site.open({ as, viewport: { width: 1280, height: 900 } });
  const { page } = tab;
  await tab.goto('/creator/schedule');
  t.ok(await page.getByRole('heading', { name: 'December 2026', exact: true }).isVisible());
  t.equal(await page.getByText('On New Year’s Eve').count(), 0);
  t.equal(await page.locator('time[aria-current=date]').getAttribute('datetime'), '2026-12-20');
  await page.getByRole('link', { name: 'Month after' }).click();
  const day = page.locator('li', { has: page.locator('time[datetime="2027-01-01"]') });
  t.match(await day.textContent(), /00:30.*Scheduled.*On New Year’s Eve/);
  await tab.goto('/de/creator/schedule?month=2031-02');
  t.ok(await page.getByText('Nichts im Februar 2031.').isVisible());
  await page.getByRole('link', { name: 'Dieser Monat' }).click();
  await page.getByRole('heading', { name: 'Dezember 2026', exact: true }).waitFor();
  t.equal(await tab.goto('/creator/schedule?month=nonsense'), 200);
  await page.getByRole('link', { name: 'Month after' }).click();
  await day.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /On New Year’s Eve/ }).waitFor();
  // The addresses of its pictures end before that day.
  await page.waitForLoadState('networkidle');
  site.deps.clock.now = () => new Date('2026-12-24T08:00:00Z');
  await inspectPages(t, tab, ['/creator/schedule']);
  t.match(
    await page.locator('li', { has: page.locator('[aria-current=date]') }).textContent(),
    /Christmas Eve/,
  );
  site.deps.clock.now = realNow;
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

await site.close();
