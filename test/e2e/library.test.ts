/** A reader's shelves and collections, by links and forms. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
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

t.test('SOC-08 a story is taken off the shelf and put back, by a form alone', async (t) => {
  const { page, goto } = await site.open({ as: mika, ...phone, javaScriptEnabled: false });
  await goto('/library');
  t.equal(await page.getByRole('button', { name: 'Take Ash Street off this shelf' }).count(), 0);
  await page.getByRole('link', { name: 'Read on 1' }).click();
  await page.getByRole('button', { name: 'Take Ash Street off this shelf' }).click();
  await page.getByText('“Ash Street” is off the shelf.').waitFor();
  await page.getByText('You have begun nothing yet.').waitFor();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await page.getByText('1 · Part 1, 1 of 2').waitFor();
  t.equal(new URL(page.url()).search, '?shelf=reading');
});

t.test('SOC-08 what is read to its end stands apart', async (t) => {
  const short = await addStory(author, { title: 'One Night' });
  const { id } = await addEpisode(short, 1);
  await site.call(`PUT /episodes/${id}/progress`, { as: mika, body: { item: 2, furthest_item: 2 } });
  const { page, goto, faults } = await site.open({ as: mika, ...wide });
  await goto('/library');
  t.equal(await page.getByRole('link', { name: 'One Night' }).count(), 0);
  await page.getByRole('link', { name: 'What you finished' }).click();
  await page.getByRole('heading', { name: 'Finished' }).waitFor();
  await page.getByRole('link', { name: 'One Night' }).waitFor();
  t.same(await violations(page), []);
  t.same(wrong(faults), []);
});

t.test('SOC-04 subscriptions are sorted by links, and the address keeps it', async (t) => {
  const other = await addStory(author, { title: 'Aardvark' });
  await site.call(`PUT /stories/${other.id}/subscription`, { as: mika });
  const { page, goto } = await site.open({ as: mika, ...wide, javaScriptEnabled: false });
  await goto('/library?shelf=subscriptions');
  await page.locator('summary', { hasText: 'Latest release' }).click();
  await page.getByRole('link', { name: 'Title' }).click();
  t.equal(new URL(page.url()).search, '?shelf=subscriptions&sort=title');
  const names = () => page.locator('main ul b[lang]').allTextContents();
  t.same(await names(), ['Aardvark', 'Ash Street']);
  await page.locator('summary', { hasText: 'Notifications' }).first().click();
  await page.getByLabel('When an episode comes out').first().selectOption('none');
  await page.getByRole('button', { name: 'Aardvark: keep how you hear of it' }).click();
  t.match(page.url(), /sort=title/, 'what is chosen there leads back to the same order');
  t.same(await names(), ['Aardvark', 'Ash Street']);
  await page.locator('summary', { hasText: 'Notifications' }).first().click();
  t.equal(await page.getByLabel('When an episode comes out').first().inputValue(), 'none');
  await page.getByRole('button', { name: 'Unsubscribe from Aardvark' }).click();
  t.same(await names(), ['Ash Street']);
});

t.test('SOC-08 the library says how much is saved on this device, and how much room is left', async (t) => {
  const { page, goto, faults } = await site.open({ as: mika, ...wide });
  await goto('/library');
  const shelf = page.locator('section', { has: page.getByRole('heading', { name: 'Saved on this device' }) });
  await shelf.getByText(/Nothing is saved yet · [\d,.]+ [MG]B free/).waitFor();
  await shelf.getByRole('link', { name: 'All that is saved' }).click();
  await page.waitForURL(/\/offline$/);
  t.same(wrong(faults), []);
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
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Why this one?').click();
  await page.getByLabel('Why Ash Street?').fill('Read it with the lights off.');
  await page.getByRole('button', { name: 'Save why Ash Street' }).click();
  await page.getByLabel('What is it about?').fill('Start at one.\nBy four you will want soup.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  t.equal(await other.goto(path), 200);
  await other.page.getByRole('link', { name: 'Ash Street', exact: true }).waitFor();
  await other.page.getByText('“Read it with the lights off.”').waitFor();
  await other.page.getByText('By four you will want soup.').waitFor();
  t.same(await violations(other.page), []);
  t.equal(await other.page.getByRole('link', { name: 'Edit' }).count(), 0);
  await page.getByRole('button', { name: 'Remove Ash Street' }).click();
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByText('Nothing in this collection yet').waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Delete the collection').click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('You have no collection yet.').waitFor();
});

t.test('SOC-07 one follows what another shares, until it is shared no longer', async (t) => {
  const made = await site.call('POST /collections', {
    as: mika,
    body: { title: 'Nothing but rain', shared: true },
  });
  const id = made.json().collection.id as string;
  const path = `/collections/${id}`;
  await site.call(`PUT /collections/${id}/stories/${story.id}`, { as: mika });
  const [follower, owner] = [await site.open({ as: noor, ...phone }), await site.open({ as: mika, ...wide })];
  await follower.goto(path);
  await follower.page.getByRole('button', { name: 'Follow', exact: true }).click();
  await follower.page.getByText('1 follows this list').waitFor();
  await follower.goto('/library');
  await follower.page.getByText('you follow it').waitFor();
  await owner.goto('/library');
  await owner.page.getByText('shared, 1 follows it').waitFor();
  const { slug } = (await site.call('GET /user/account', { as: mika })).json().user;
  const visitor = await site.open(phone);
  await visitor.goto(`/profile/${slug}`);
  await visitor.page.getByRole('link', { name: 'Nothing but rain' }).waitFor();
  t.same(await violations(visitor.page), []);
  await owner.goto(`${path}?edit=1`);
  await owner.page.getByRole('button', { name: 'Share no longer' }).click();
  await visitor.goto(`/profile/${slug}`);
  t.notMatch(await visitor.page.content(), /Nothing but rain/);
  await follower.goto(`/profile/${slug}`);
  await follower.page.getByRole('link', { name: 'Report or mute' }).click();
  await follower.page.waitForURL(/\/report\?subject_type=user/);
  t.same(await violations(follower.page), []);
  await follower.page.getByRole('button', { name: 'Mute Mika' }).click();
  await follower.page.waitForURL((url) => url.pathname === `/profile/${slug}`);
  t.match((await site.call('GET /user/people', { as: noor })).json().people, [{ kind: 'muted', slug }]);
  await follower.goto('/library');
  t.notMatch(await follower.page.content(), /Nothing but rain/, 'not a trace of it');
  t.equal(await follower.goto(path), 404);
});

t.test('SOC-07 its owner puts it in order by buttons, by the keyboard and by a number', async (t) => {
  const more = [await addStory(author, { title: 'Second' }), await addStory(author, { title: 'Third' })];
  for (const one of more) await addEpisode(one, 1);
  const made = await site.call('POST /collections', { as: mika, body: { title: 'In order' } });
  const id = made.json().collection.id as string;
  const [two = story, three = story] = more;
  for (const each of [story, two, three])
    await site.call(`PUT /collections/${id}/stories/${each.id}`, { as: mika });
  const orderNow = async () => {
    const reply = await site.call(`GET /collections/${id}`, { as: mika });
    return reply.json().collection.stories.map((entry: { story_id: string }) => entry.story_id);
  };
  const { page, goto, faults } = await site.open({ as: mika, ...wide });
  await goto(`/collections/${id}?edit=1`);
  await page.getByRole('button', { name: 'Move “Third” up' }).click();
  await eventually('the third is second', async () => (await orderNow())[1] === three.id);
  await page.getByRole('button', { name: 'Move “Third” up' }).press('Enter');
  await eventually('the third is first', async () => (await orderNow())[0] === three.id);
  t.same(await violations(page), []);
  t.same(wrong(faults), []);
  const plain = await site.open({
    as: mika,
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
  });
  await plain.goto(`/collections/${id}?edit=1`);
  await plain.page.getByLabel('Place of Third').fill('3');
  await plain.page.getByRole('button', { name: 'Move Third', exact: true }).click();
  t.equal((await orderNow())[2], three.id);
  for (const address of [`/collections/${id}?edit=1`, `/collections/${id}`, '/library']) {
    await plain.goto(address);
    const width = await plain.page.locator('html').evaluate((root) => root.scrollWidth);
    t.ok(width <= 320, `${address} is ${width} px wide`);
  }
});

t.test('SOC-06 a collection is shared by its link', async (t) => {
  const made = await site.call('POST /collections', { as: mika, body: { title: 'To share', shared: true } });
  const path = `/collections/${made.json().collection.id}`;
  const { page, goto, faults } = await site.open({ as: noor, ...wide });
  await goto(path);
  await page.getByRole('button', { name: 'Share this collection' }).click();
  const link = page.getByLabel('Link', { exact: true });
  await link.waitFor();
  t.match(await link.inputValue(), new RegExp(`${path}$`));
  await page.getByRole('button', { name: 'Bluesky' }).click();
  await page
    .getByText(/Bluesky/)
    .last()
    .waitFor();
  t.same(await violations(page), []);
  t.same(wrong(faults), []);
});

t.test('SOC-07 the title of a story that is not shown is not told by asking to keep it', async (t) => {
  const hidden = await addStory(author, { published: false });
  const tab = await site.open({ as: noor, ...wide });
  t.equal(await tab.goto(`/library?shelf=collections&keep=${hidden.id}`), 404);
  t.equal(await tab.goto(`/library?shelf=collections&keep=${story.id}`), 200);
});
