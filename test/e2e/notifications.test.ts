/** What happened for somebody, as they find it: by the badge, on the page, without a script. */
import t from 'tap';
import { violations } from '../support/axe.ts';
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

t.test('NOT-01 NOT-02 NOT-08 NOT-11 ERR-63 found, opened, removed', async (t) => {
  await write('Who lit it?');
  await site.call(`PUT /stories/${story.id}/subscription`, { as: mika });
  await site.runJobs();
  const tab = await site.open({ as: owner, ...wide });
  const { page } = tab;
  await tab.goto('/notifications');
  t.same(await violations(page), []);
  await page.getByRole('link', { name: 'Mika commented on Ash Street 1' }).click();
  await page.getByText('Who lit it?').waitFor();
  await tab.goto('/notifications');
  t.equal(await page.getByRole('img', { name: 'Unread' }).count(), 1);
  await page.getByRole('button', { name: 'Remove: Mika commented' }).click();
  await page.getByText('Mika follows Ash Street').waitFor();
  await page.getByText('Mika commented').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove all that are read' }).click();
  await page.getByRole('heading', { name: 'Nothing new' }).waitFor();
  t.same(
    tab.faults.filter((fault) => !/^dialog: |\/media\/|\b404\b/.test(fault)),
    [],
  );
});

t.test('NOT-02 the same on a phone, in German and without a script', async (t) => {
  await write('Noch einmal');
  const tab = await site.open({ as: owner, ...phone, javaScriptEnabled: false });
  await tab.goto('/de/notifications');
  await tab.page.getByRole('link', { name: 'Mika hat Ash Street 1 kommentiert' }).click();
  await tab.page.getByText('Noch einmal').waitFor();
  await tab.goto('/de/notifications?filter=unread');
  t.equal(await tab.page.getByText('Nichts Ungelesenes').count(), 1);
});
