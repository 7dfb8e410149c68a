/** Two tabs of one creator on the same pages: neither does anything to what it has not seen. */
import type { Page } from 'playwright';
import t from 'tap';
import { createEpisode, createStory, uploadCover, uploadPages } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { draw } from '../support/pictures.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mira');
const story = await createStory(site, creator, { cover_media_id: await uploadCover(site, creator) });
const picture = await draw({ width: 60, height: 80, format: 'jpeg' }, (x, y) => [x, y, 128]);
const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture });

async function openTwo() {
  const episode = await createEpisode(site, creator, story.id);
  await uploadPages(site, creator, episode.id, ['a.jpg', 'b.jpg', 'c.jpg']);
  await site.runJobs();
  const tabs = await Promise.all([site.open({ as: creator }), site.open({ as: creator })]);
  for (const { page, goto } of tabs) {
    await goto(`/creator/stories/${story.id}/episodes/${episode.id}`);
    await page.waitForSelector('tsuzuki-island[name=EpisodeEditor][awake]', { state: 'attached' });
  }
  const [one, two] = tabs;
  return { episode, one, two };
}

const names = (page: Page): Promise<string[]> =>
  page
    .locator('[data-tile] img')
    .evaluateAll((all) => all.map((img) => /[a-z]\.jpg/.exec(img.getAttribute('alt') ?? '')?.[0] ?? ''));
const shows = (page: Page, order: string) =>
  eventually(order, async () => String(await names(page)) === order);
const reverse = (page: Page) => page.getByRole('button', { name: 'Reverse', exact: false }).click();

await t.test('EPI-40 what was turned round in another tab is shown before it is turned again', async (t) => {
  const { one, two } = await openTwo();
  await reverse(one.page);
  await shows(one.page, 'c.jpg,b.jpg,a.jpg');
  await reverse(two.page);
  await two.page.getByText(/Somebody changed this episode in the meantime/).waitFor();
  await shows(two.page, 'c.jpg,b.jpg,a.jpg');
  await reverse(two.page);
  await shows(two.page, 'a.jpg,b.jpg,c.jpg');
  t.same(
    two.faults.filter((fault) => !/409/.test(fault)),
    [],
  );
});

await t.test('EPI-40 files chosen on an old version arrive behind what the other tab did', async (t) => {
  const { episode, one, two } = await openTwo();
  const there = async () => {
    const reply = await site.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator });
    return reply.json<{ pages: { name: string }[] }>().pages.map(({ name }) => name);
  };
  await reverse(one.page);
  // The tab shows the order before the server has it.
  await eventually('the order is there', async () => String(await there()) === 'c.jpg,b.jpg,a.jpg');
  await two.page
    .locator('input[type=file][multiple]')
    .setInputFiles([file('d.jpg'), file('e.jpg'), file('f.jpg')]);
  await eventually('all have arrived', async () => (await there()).length === 6);
  t.same((await there()).slice(0, 3), ['c.jpg', 'b.jpg', 'a.jpg'], 'the order of the other tab stays');
  t.same(
    two.faults.filter((fault) => !/409/.test(fault)),
    [],
  );
});

await site.close();
t.end();
