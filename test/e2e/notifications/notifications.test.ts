import t from 'tap';
import { violations } from '../../support/axe.ts';
import { click, expect, fill, press, select, settled } from '../../support/hand.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, startSite, wide } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const { addEpisode, addStory } = openShelf(site.deps);
const [owner, mika] = [await site.signUp('Owner'), await site.signUp('Mika')];
const story = await addStory(owner.id);
const { id: episodeId } = await addEpisode(story, 1);
/** `as` varies, since a new account may write only few comments. */
const write = async (body: string, as = mika) => {
  const { statusCode } = await site.call('POST /comments', { as, body: { episode_id: episodeId, body } });
  if (statusCode !== 201) throw new Error(`the comment was refused: ${statusCode}`);
  await site.runJobs();
};
const total = async (): Promise<number> =>
  (await site.call('GET /user/notifications', { as: owner })).json().total;
const clean = (faults: readonly string[]) =>
  faults.filter((fault) => !/^dialog: |\/media\/|\b404\b/.test(fault));

t.test('NOT-01 NOT-02 NOT-08 NOT-11 ERR-63 found, opened, removed', async (t) => {
  await write('Who lit it?');
  await site.call(`PUT /stories/${story.id}/subscription`, { as: mika });
  await site.runJobs();
  const tab = await site.open({ as: owner, ...wide });
  const { page } = tab;
  const button = (name: string) => page.getByRole('button', { name });
  await tab.goto('/notifications');
  t.same(await violations(page), []);
  await expect(page.getByText('Who lit it?')).toBeVisible();
  await click(page.getByRole('link', { name: 'Mika commented on Ash Street 1' }));
  await expect(page).not.toHaveURL(/\/notifications$/);
  await expect(page.getByText('Who lit it?').first()).toBeVisible();
  await tab.goto('/notifications');
  const rows = page.locator('li', { has: page.getByRole('button', { name: /^Remove: / }) });
  await expect(rows.filter({ hasText: 'Unread' })).toHaveCount(1);
  await click(button('Remove: Mika commented'));
  for (const text of ['Removed: Mika commented on Ash Street 1', 'Notifications removed'])
    await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();
  await expect(page.getByText('Mika subscribed to Ash Street').first()).toBeVisible();
  await click(button('Mark all as read'));
  await expect(button('Mark all as read')).toHaveCount(0);
  await click(button('Remove read notifications'));
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible();
  await click(button('Undo'));
  await expect(page.getByText('Mika subscribed to Ash Street').first()).toBeVisible();
  t.same(clean(tab.faults), []);
  await tab.context.close();
});

t.test('NOT-11 what is taken back at once is there, however long its removal takes', async (t) => {
  await site.call('DELETE /user/notifications', { as: owner, body: {} });
  await write('Taken back');
  const tab = await site.open({ as: owner, ...wide });
  const { page } = tab;
  await tab.goto('/notifications');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/user\/notifications\/[^/]+$/, (route) => held.then(() => route.continue()));
  const restored = page.waitForResponse(/notifications\/restore/);
  await click(page.getByRole('button', { name: /^Remove: / }));
  await click(page.getByRole('button', { name: 'Undo' }));
  release();
  await restored;
  t.equal(await total(), 1);
  t.same(clean(tab.faults), []);
  await tab.context.close();
});

t.test('NOT-11 a double press removes, or takes back, once', async (t) => {
  await site.call('DELETE /user/notifications', { as: owner, body: {} });
  await write('Pressed twice', await site.signUp('Noor'));
  // Undo appears exactly where Remove was, so a double click must not hit both.
  const tab = await site.open({ as: owner, ...phone });
  const { page } = tab;
  await tab.goto('/notifications');
  const remove = page.getByRole('button', { name: /^Remove: / });
  const undo = page.getByRole('button', { name: 'Undo' });
  await click(remove, { clickCount: 2 });
  await expect(undo).toBeVisible();
  await expect.poll(total).toBe(0);
  await click(undo, { clickCount: 2 });
  await expect(remove).toBeVisible();
  await expect.poll(total).toBe(1);
  await click(remove);
  await expect.poll(total).toBe(0);
  t.same(clean(tab.faults), []);
  await tab.context.close();
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
    // Waits for the response, since advancing the clock aborts open calls.
    const answered = (text: string) =>
      expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();
    // By keyboard: the focus moves to Undo and holds the timer.
    await remove.focus();
    await press(page, 'Enter');
    await expect(undo).toBeFocused();
    await answered('Notifications removed');
    await page.clock.runFor('01:00');
    await expect(undo).toBeFocused();
    await press(page, 'Enter');
    await expect(remove).toBeFocused();
    await answered('Notifications restored');
    t.equal(await total(), 1);
    await press(page, 'Enter');
    await expect(undo).toBeFocused();
    await answered('Notifications removed');
    // Focus stops the countdown. From here on, only `runFor` advances the clock.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
    await press(page, 'Tab');
    await page.clock.runFor('00:07');
    await expect(undo).toBeVisible();
    await page.clock.runFor('00:02');
    await expect(undo).toHaveCount(0);
    t.equal(await total(), 0);
    t.same(clean(tab.faults), []);
    await tab.context.close();
  },
);

t.test('NOT-08 NOT-09 a comment in one browser is a number in another, and leads to its place', async (t) => {
  await site.call('DELETE /user/notifications', { as: owner, body: {} });
  const tab = await site.open({ as: owner, ...wide });
  const { page } = tab;
  await page.clock.install();
  await tab.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible();
  await write('From the other side');
  await page.clock.runFor('00:46');
  await expect(page.getByText('1 new notification').first()).toBeAttached();
  await page.setViewportSize(phone.viewport);
  await tab.goto('/de/notifications');
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  t.equal(await settled(page, width), phone.viewport.width);
  await tab.goto('/notifications');
  await click(page.getByRole('link', { name: 'Mika commented on Ash Street 1' }));
  await expect(page).not.toHaveURL(/\/notifications$/);
  await expect(page.getByText('From the other side').first()).toBeVisible();
  t.same(clean(tab.faults), []);
  await tab.context.close();
});

t.test('ERR-49 ERR-51 ERR-52 what is created or deleted is told once, and by no dialog', async (t) => {
  const tab = await site.open({ as: await site.signUp('Mira') });
  const { page } = tab;
  const toldAt = async (path: RegExp, text: string) => {
    await expect(page).toHaveURL(path);
    const told = page.getByRole('status').getByText(text, { exact: true });
    await expect(told).toBeVisible();
    await tab.goto(new URL(page.url()).pathname);
    await expect(page.locator('tsuzuki-island[name=LastAction][awake]')).toBeAttached();
    await expect(told, 'not again').toHaveCount(0);
  };
  await tab.goto('/de/creator/stories/new');
  await fill(page.getByLabel('Titel', { exact: true }), 'Nachtbus');
  await select(page.getByLabel('Genre'), 'crime');
  await select(page.getByLabel('Sprache', { exact: true }), 'de');
  await click(page.getByRole('button', { name: 'Geschichte anlegen' }));
  await toldAt(/\/de\/creator\/stories\/(?!new)[^/]+$/, 'Geschichte gespeichert');
  const storyPath = new URL(page.url()).pathname;
  await fill(page.getByLabel('Titel der ersten Folge'), 'Endstation');
  await click(page.getByRole('button', { name: 'Folge anlegen' }));
  await toldAt(/\/episodes\/[^/?]+$/, 'Folge angelegt');
  await click(page.getByRole('button', { name: 'Folge löschen …' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Folge löschen' }));
  await toldAt(new RegExp(`${storyPath}$`), 'Folge gelöscht');
  t.same(tab.faults, [], 'neither a dialog nor anything else');
  await tab.context.close();
});
