/** An episode's states in a real browser: published, taken back, deleted, blocked, refused, without a script. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { users } from '../../db/schema/index.ts';
import { createEpisode, uploadPages } from '../support/console.ts';
import { awake, button, dialogOf, faultsOf, inDays, startEditors } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { toastSays } from '../support/islands.ts';
import { dialogAt, mustDo, readyEpisode, viewOf } from '../support/releases.ts';

const { site, owner, administrator, storyId, editorOf, statusOf, openEditor } = await startEditors();

await t.test(
  'EPI-23 EPI-29 EPI-30 EPI-33 EPI-35 ERR-50 ERR-57 ERR-58 published, taken back, edited, published again',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'There');
    const tab = await openEditor(id);
    const { page } = tab;
    await button(page, 'Publish').click();
    await button(page, 'Publish now').click();
    await page.getByText('Published. Readers can see it now.').waitFor();
    t.ok(await page.getByText('Unpublish it first').isVisible());
    t.ok(await page.getByLabel('Title').isDisabled());
    t.equal(await page.getByRole('button', { name: 'Delete episode …' }).count(), 0, 'EPI-34');
    await button(page, 'Unpublish').click();
    // Asked by name.
    await dialogOf(page).getByRole('heading', { name: 'Unpublish “There”?' }).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('Unpublished. Readers no longer see it.').waitFor();
    await page.getByLabel('Title').fill('There and Back');
    await page.getByRole('radio', { name: 'Downwards' }).check({ force: true });
    // Nothing is pressed for it: it saves itself, and says when.
    await page.getByText(/^Episode saved, \d\d:\d\d$/).waitFor();
    t.match((await site.call(`GET /creator/episodes/${id}`, { as: owner })).json().episode, {
      title: 'There and Back',
      read_mode: 'continuous',
      page_orientation: 'vertical',
    });
    await page.getByLabel('Title').fill('And Again');
    await button(page, 'Publish').click();
    t.match(await dialogOf(page).textContent(), /They are not told again/);
    await button(page, 'Publish now').click();
    await page.getByText('Published. Readers can see it now.').waitFor();
    const { episode } = (await site.call(`GET /episodes/${id}`)).json();
    t.equal(episode.title, 'And Again', 'what was typed went out with it');
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test('EPI-36 ERR-51 deleted after it was taken back, asked by name', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Gone Soon');
  await mustDo(site, owner, id, 'publish', {});
  await mustDo(site, owner, id, 'unpublish');
  const tab = await openEditor(id);
  const { page } = tab;
  await page.getByRole('button', { name: 'Delete episode …' }).click();
  t.ok(await dialogOf(page).getByRole('heading', { name: 'Delete “Gone Soon”?' }).isVisible());
  await dialogOf(page).getByRole('button', { name: 'Delete episode' }).click();
  await page.waitForURL((url) => url.pathname === `/creator/stories/${storyId}`);
  await toastSays(page, 'Episode deleted');
  t.same(tab.alerts, []);
  t.equal((await site.call(`GET /creator/episodes/${id}`, { as: owner })).statusCode, 404);
  await tab.context.close();
});

await t.test(
  'EPI-37 EPI-39 ERR-35 a blocked episode says whom to ask and why, and offers nothing that cannot work',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'Stopped');
    const open = await openEditor(id);
    await mustDo(site, administrator, id, 'block', { reason: 'A panel of another work.' });
    await button(open.page, 'Publish').click();
    await button(open.page, 'Publish now').click();
    await dialogOf(open.page)
      .getByText('This episode has been blocked, please contact site administrator')
      .waitFor();
    await dialogOf(open.page).getByRole('button', { name: 'Load again' }).click();
    await open.page.getByText('Reason given: A panel of another work.').waitFor();
    await awake(open.page, 'EpisodeEditor');
    for (const name of ['Publish', 'Unpublish', 'Save', 'Delete episode …', 'Upload', 'From a page'])
      t.equal(await button(open.page, name).count(), 0, name);
    t.ok(await open.page.getByText('Blocked by the administration').isVisible());
    t.same(faultsOf(open), []);
    await open.context.close();
  },
);

await t.test(
  'ERR-34 EPI-41 what has moved on elsewhere is an invalid state, told with a way on',
  async () => {
    const id = await readyEpisode(site, owner, storyId, 'Two Tabs');
    await mustDo(site, owner, id, 'schedule', dialogAt(inDays(1)));
    const { page, context } = await openEditor(id);
    await mustDo(site, owner, id, 'publish', {});
    await button(page, 'Unschedule').click();
    await page.getByText('Invalid state').waitFor();
    await button(page, 'Load again').click();
    await button(page, 'Unpublish').waitFor();
    await context.close();
  },
);

await t.test(
  'EPI-45 EPI-46 what is missing is told with the way to it; a single page is enough',
  async (t) => {
    const { id } = await createEpisode(site, owner, storyId, 'Nothing Yet');
    const tab = await openEditor(id);
    const { page } = tab;
    t.equal(await button(page, 'Publish').getAttribute('aria-disabled'), 'true');
    await button(page, 'Publish').click({ force: true });
    t.equal(
      await page.evaluate(() => document.activeElement?.id),
      'readiness',
      'it leads to what is missing',
    );
    t.equal(
      await page.locator('#readiness').getByRole('link', { name: 'Pages' }).getAttribute('href'),
      '#pages',
    );
    await uploadPages(site, owner, id, ['1.jpg']);
    await site.runJobs();
    await page.reload();
    await awake(page, 'EpisodeEditor');
    t.ok(await page.getByText('5 to 22 recommended').isVisible());
    await button(page, 'Publish').click();
    await button(page, 'Publish now').click();
    await page.getByText('Published. Readers can see it now.').waitFor();
    t.equal(
      (await site.call(`GET /creator/episodes/${id}`, { as: owner })).json().episode.status,
      'published',
    );
    await tab.context.close();
  },
);

await t.test('who may not publish yet is told so before trying, with the way to mend it', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Not Yet');
  const set = (facts: Partial<typeof users.$inferInsert>) =>
    site.deps.db.update(users).set(facts).where(eq(users.id, owner.id));
  for (const [facts, text, path] of [
    [{ emailConfirmedAt: null }, 'Your e-mail address is not confirmed.', '/settings'],
    [
      { emailConfirmedAt: new Date(), dateOfBirth: '2012-01-01' },
      'Under 18, a parent or guardian',
      '/profile_edit',
    ],
  ] as const) {
    await set(facts);
    const { page, context } = await openEditor(id);
    const item = page.locator('#readiness li', { hasText: text });
    t.equal(await item.getByRole('link').getAttribute('href'), path);
    t.equal(await button(page, 'Publish').getAttribute('aria-disabled'), 'true');
    await context.close();
  }
  await set({ dateOfBirth: '1990-01-31' });
});

/** What stands in a noscript element is no text for Playwright's own search. */
const said = async (page: Page, text: string) => {
  await eventually(text, async () => (await page.locator('body').innerText()).includes(text));
  // Without its styles a page shows what is there for scripts, too.
  await page.waitForLoadState();
};

await t.test('EPI-42 without a script: by plain forms', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Plain');
  const tab = await site.open({ as: owner, javaScriptEnabled: false });
  const { page } = tab;
  await tab.goto(editorOf(id));
  await page.getByLabel('Time', { exact: true }).fill('25:00');
  await button(page, 'Schedule').click();
  await said(page, 'Time is invalid');
  const time = page.getByLabel('Time', { exact: true });
  t.equal(await time.inputValue(), '25:00', 'ERR-11 what was typed stays');
  await time.fill('23:58');
  await button(page, 'Schedule').click();
  await said(page, 'Scheduled. It appears by itself');
  t.match(await viewOf(site, owner, id), { status: 'scheduled', publish_zone: 'Europe/Berlin' });
  await button(page, 'Publish now').click();
  await said(page, 'Published. Readers can see it now.');
  await button(page, 'Unpublish').click();
  await said(page, 'Unpublished. Readers no longer see it.');
  t.equal(await statusOf(id), 'in_progress');
  await tab.context.close();
});

await site.close();
