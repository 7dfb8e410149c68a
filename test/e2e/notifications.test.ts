/** What happened for somebody, as they find it: by the badge, on the page, without a script. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const { addEpisode, addStory } = openShelf(site.deps);
const [owner, mika] = [await site.signUp('Owner'), await site.signUp('Mika')];
const story = await addStory(owner.id);
const { id: episodeId } = await addEpisode(story, 1);
const write = async (body: string) => {
  await site.call('POST /comments', { as: mika, body: { episode_id: episodeId, body } });
  await site.runJobs();
};
const clean = (faults: readonly string[]) =>
  faults.filter((fault) => !/^dialog: |\/media\/|\b404\b/.test(fault));

t.test('NOT-01 NOT-02 NOT-08 NOT-11 ERR-63 found, opened, removed', async (t) => {
  await write('Who lit it?');
  await site.call(`PUT /stories/${story.id}/subscription`, { as: mika });
  await site.runJobs();
  const tab = await site.open({ as: owner, ...wide });
  const { page } = tab;
  await tab.goto('/notifications');
  t.same(await violations(page), []);
  await page.getByText('Who lit it?').waitFor();
  await page.getByRole('link', { name: 'Mika commented on Ash Street 1' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/notifications'));
  await page.getByText('Who lit it?').waitFor();
  await tab.goto('/notifications');
  const rows = page.locator('li', { has: page.getByRole('button', { name: /^Remove: / }) });
  t.equal(await rows.filter({ hasText: 'Unread' }).count(), 1);
  await page.getByRole('button', { name: 'Remove: Mika commented' }).click();
  await page.getByRole('status').filter({ hasText: 'Removed: Mika commented on Ash Street 1' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Notifications removed' }).waitFor();
  await page.getByText('Mika follows Ash Street').waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove all that are read' }).click();
  await page.getByRole('heading', { name: 'Nothing new' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Mika follows Ash Street').waitFor();
  t.same(clean(tab.faults), []);
});

t.test(
  'NOT-11 undo stands in the place of what was removed, for eight seconds or while it is held',
  async (t) => {
    await site.call('DELETE /user/notifications', { as: owner, body: {} });
    await write('One more');
    const tab = await site.open({ as: owner, ...wide });
    const { page } = tab;
    await page.clock.install();
    await tab.goto('/notifications');
    const remove = page.getByRole('button', { name: 'Remove: Mika commented' });
    const undo = page.getByRole('button', { name: 'Undo' });
    await page.locator('tsuzuki-island[name=Notifications][awake]').waitFor();
    // By keys: the focus finds the way back, and holds it.
    await remove.focus();
    await page.keyboard.press('Enter');
    await undo.waitFor();
    t.ok(await undo.evaluate((button) => button === document.activeElement));
    await page.clock.runFor(60_000);
    t.equal(await undo.count(), 1);
    t.same(await violations(page), []);
    await page.keyboard.press('Enter');
    await remove.waitFor();
    t.ok(await remove.evaluate((button) => button === document.activeElement));
    t.equal((await site.call('GET /user/notifications', { as: owner })).json().total, 1);
    await page.keyboard.press('Enter');
    await undo.waitFor();
    // While it is held nothing runs out; from here on the clock stands but for what it is told.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
    await page.keyboard.press('Tab');
    await page.clock.runFor(7900);
    t.equal(await undo.count(), 1);
    await page.clock.runFor(200);
    await undo.waitFor({ state: 'detached' });
    // It goes from the page at once, and is taken from the list by a call that is under way.
    await eventually(
      'it is gone from the list',
      async () => (await site.call('GET /user/notifications', { as: owner })).json().total === 0,
    );
    t.same(clean(tab.faults), []);
  },
);

t.test('NOT-08 NOT-09 a comment in one browser is a number in another, and leads to its place', async (t) => {
  await site.call('DELETE /user/notifications', { as: owner, body: {} });
  const [mine, theirs] = [await site.open({ as: owner, ...wide }), await site.open({ as: mika, ...wide })];
  await mine.page.clock.install();
  await mine.goto('/notifications');
  await mine.page.getByRole('heading', { name: 'Nothing new' }).waitFor();
  await theirs.goto(`/stories/${story.slug}/1/comments`);
  await theirs.page.getByLabel('Write a comment').fill('From the other side');
  await theirs.page.getByRole('button', { name: 'Post' }).click();
  await theirs.page.getByText('From the other side').first().waitFor();
  await site.runJobs();
  await mine.page.clock.runFor(46_000);
  await mine.page.getByText('1 new notification').first().waitFor({ state: 'attached' });
  await mine.goto('/notifications');
  await mine.page.getByRole('link', { name: 'Mika commented on Ash Street 1' }).click();
  await mine.page.waitForURL((url) => !url.pathname.endsWith('/notifications'));
  await mine.page.getByText('From the other side').first().waitFor();
  t.same([...clean(mine.faults), ...clean(theirs.faults)], []);
});

t.test('NOT-02 the same on a phone, in German and without a script', async (t) => {
  await site.call('DELETE /user/notifications', { as: owner, body: {} });
  await write('Noch einmal');
  const tab = await site.open({ as: owner, ...phone, javaScriptEnabled: false });
  await tab.goto('/de/notifications');
  await tab.page.getByRole('link', { name: 'Mika hat Ash Street 1 kommentiert' }).click();
  await tab.page.getByText('Noch einmal', { exact: true }).waitFor();
  await tab.goto('/de/notifications?filter=unread');
  t.equal(await tab.page.getByText('Nichts Ungelesenes').count(), 1);
  await tab.goto('/de/notifications');
  await tab.page.getByRole('button', { name: 'Entfernen: Mika' }).click();
  await tab.page.getByText('Entfernt: Mika hat Ash Street 1 kommentiert').waitFor();
  await tab.page.getByRole('button', { name: 'Rückgängig' }).click();
  await tab.page.getByRole('link', { name: 'Mika hat Ash Street 1 kommentiert' }).waitFor();
  t.equal(await tab.page.getByText('Entfernt:').count(), 0);
  const width = await tab.page.evaluate('document.documentElement.scrollWidth');
  t.equal(width, 360);
});
