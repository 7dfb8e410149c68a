/** A reader's shelves and collections, by links and forms. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor();
const [mika, noor] = [await site.signUp('Mika'), await site.signUp('Noor')];
const story = await addStory(author);
const first = await addEpisode(story, 1);
await addEpisode(story, 2);
const wrong = (faults: readonly string[]) =>
  faults.filter((fault) => !/^dialog: |\/media\/|\b404\b/.test(fault));

t.test('SOC-08 SOC-04 what is read and followed stands on its shelf', async (t) => {
  const tab = await site.open({ as: mika, ...wide });
  const { page } = tab;
  await tab.goto('/library');
  await page.getByRole('heading', { name: 'Nothing on your shelves yet' }).waitFor();
  await site.call(`PUT /stories/${story.id}/subscription`, { as: mika });
  await site.call(`PUT /episodes/${first.id}/progress`, { as: mika, body: { item: 1, furthest_item: 1 } });
  await tab.goto('/library');
  await page.getByText('1 · Part 1, 1 of 2').waitFor();
  t.same(await violations(page), []);
  await page.getByRole('link', { name: 'Subscriptions 1' }).click();
  t.equal(await page.getByText('Ash Street').count(), 1);
  t.same(wrong(tab.faults), []);
});

t.test('SOC-07 a collection is made, filled from the story, shared and seen by others', async (t) => {
  const tab = await site.open({ as: mika, ...phone, javaScriptEnabled: false });
  const { page } = tab;
  await tab.goto(`/stories/${story.slug}`);
  await page.getByRole('link', { name: 'Keep in a collection' }).click();
  await page.getByText('Where should “Ash Street” go?').waitFor();
  await page.getByLabel('Name of the collection').fill('Rainy <b>Sunday</b>');
  await page.getByRole('button', { name: 'Make a collection' }).click();
  await page.getByRole('button', { name: 'Put in' }).click();
  await page.getByRole('button', { name: 'Take out' }).waitFor();
  await page.getByRole('link', { name: 'Rainy <b>Sunday</b>' }).click();
  const path = new URL(page.url()).pathname;
  const other = await site.open({ as: noor, ...wide });
  t.equal(await other.goto(path), 404, 'private unless shared');
  await page.getByText('Change', { exact: true }).click();
  await page.getByRole('button', { name: 'Share by link' }).click();
  t.equal(await other.goto(path), 200);
  await other.page.getByRole('link', { name: 'Ash Street' }).waitFor();
  t.same(await violations(other.page), []);
  t.equal(await other.page.getByText('Change', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Remove Ash Street' }).click();
  await page.getByText('Nothing in this collection yet').waitFor();
  await page.getByText('Change', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete the collection' }).click();
  await page.getByText('You have no collection yet.').waitFor();
});

t.test('SOC-07 the title of a story that is not shown is not told by asking to keep it', async (t) => {
  const hidden = await addStory(author, { published: false });
  const tab = await site.open({ as: noor, ...wide });
  t.equal(await tab.goto(`/library?shelf=collections&keep=${hidden.id}`), 404);
  t.equal(await tab.goto(`/library?shelf=collections&keep=${story.id}`), 200);
});
