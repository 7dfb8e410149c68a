/** What a creator is asked and told around deeds that reach far: deleting a story, another format, taking an episode back. */
import t from 'tap';
import { inspectPages, violations } from '../support/axe.ts';
import { createEpisode, createStory, publishStory, uploadPages } from '../support/console.ts';
import { faultsOf, formAwake, openDesk, readStory } from '../support/desk.ts';
import { awake, button, dialogOf } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { mustDo, readyEpisode } from '../support/releases.ts';
import { phone, startSite } from '../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mira');
const DELETED = '/creator/stories/deleted';

await t.test('STO-30 a story is deleted, found among the deleted ones and brought back', async (t) => {
  const { id } = await createStory(site, creator, { title: 'Paper Boats' });
  const desk = await openDesk(site, { as: creator });
  const { page } = desk;
  await desk.goto(`/creator/stories/${id}/details`);
  await formAwake(page);
  await page.getByRole('button', { name: 'Delete story …' }).click();
  t.match(await dialogOf(page).innerText(), 'For 30 days you find it under “Recently deleted”.');
  await dialogOf(page).getByRole('textbox').fill('Paper Boats');
  await dialogOf(page).locator('[type=submit]').click();
  await page.waitForURL((url) => url.pathname === '/creator/stories');
  await page.getByRole('link', { name: 'Recently deleted (1)' }).click();
  await page.getByRole('heading', { level: 1, name: 'Recently deleted' }).waitFor();
  t.match(await page.getByRole('listitem').filter({ hasText: 'Paper Boats' }).innerText(), /more days/);
  await inspectPages(t, desk, [DELETED, `/de${DELETED}`]);
  await desk.goto(DELETED);
  await page.getByRole('button', { name: 'Bring back Paper Boats' }).click();
  await page.getByRole('heading', { level: 1, name: 'Paper Boats' }).waitFor();
  await eventually('the notice', () => desk.alerts.includes('Your story is back'));
  t.match(await readStory(site, creator, id), { title: 'Paper Boats' });
  await inspectPages(t, desk, [DELETED]);
  t.ok(await page.getByText('Nothing was deleted lately.').isVisible());
  t.same(faultsOf(desk), []);
  await desk.context.close();
});

await t.test('STO-30 it is brought back without a script', async (t) => {
  const { id } = await createStory(site, creator, { title: 'Moths' });
  await site.call(`DELETE /creator/stories/${id}`, { as: creator, body: { title: 'Moths' } });
  const plain = await openDesk(site, { as: creator, javaScriptEnabled: false, ...phone });
  await plain.goto(`/de${DELETED}`);
  await plain.page.getByRole('button', { name: 'Moths zurückholen' }).click();
  await plain.page.waitForURL((url) => url.pathname === `/de/creator/stories/${id}`);
  t.same(faultsOf(plain), []);
  await plain.context.close();
});

await t.test(
  'PAG-10 another format asks before pages are made anew, and takes no for an answer',
  async (t) => {
    const { id } = await createStory(site, creator, { title: 'Bridges', format: 'page_ltr' });
    const episode = await createEpisode(site, creator, id);
    await uploadPages(site, creator, episode.id, ['1.jpg', '2.jpg']);
    await site.runJobs();
    const desk = await openDesk(site, { as: creator });
    const { page } = desk;
    await desk.goto(`/creator/stories/${id}/details`);
    await formAwake(page);
    const strip = page.locator('[name=format][value=strip]');
    const pages = page.locator('[name=format][value=page_ltr]');
    await strip.check({ force: true });
    await dialogOf(page).getByRole('heading', { name: 'Make 2 pages anew?' }).waitFor();
    t.same(await violations(page), []);
    await dialogOf(page).getByRole('button', { name: 'Keep the format' }).click();
    await eventually('it is as it was', () => pages.isChecked());
    t.match(await readStory(site, creator, id), { format: 'page_ltr' });
    await strip.check({ force: true });
    await dialogOf(page).getByRole('button', { name: 'Make them anew' }).click();
    await page.getByText('Story saved').waitFor();
    t.match(await readStory(site, creator, id), { format: 'strip' });
    await page.reload();
    t.ok(await strip.isChecked());
    t.same(faultsOf(desk), []);
    await desk.context.close();
  },
);

await t.test('STO-30 what a deed changes for other episodes is told in its dialog', async (t) => {
  const { story, episode } = await publishStory(site, creator, { title: 'The Dyke Road' });
  const second = await readyEpisode(site, creator, story.id, 'Low Water');
  const third = await readyEpisode(site, creator, story.id, 'High Water');
  await mustDo(site, creator, third, 'publish', {});
  const body = { type: 'first_free', free_count: 2, price: 30 };
  const priced = await site.call(`PUT /creator/pricing_strategies/${story.id}`, { as: creator, body });
  t.equal(priced.statusCode, 200);
  const desk = await openDesk(site, { as: creator });
  const { page } = desk;
  const open = async (id: string, name: string) => {
    await desk.goto(`/creator/stories/${story.id}/episodes/${id}`);
    await awake(page, 'EpisodeEditor');
    await button(page, name).click();
  };
  await open(second, 'Publish');
  await dialogOf(page).getByText('“High Water” will cost coins; who has unlocked it keeps it.').waitFor();
  t.same(await violations(page), []);
  await open(second, 'Delete episode …');
  await dialogOf(page).getByText('“High Water” moves from number 3 to 2.').waitFor();
  t.same(await violations(page), []);
  await mustDo(site, creator, second, 'publish', {});
  await open(episode.id, 'Unpublish');
  await dialogOf(page).getByText('“High Water” becomes free.').waitFor();
  t.same(await violations(page), []);
  t.same(faultsOf(desk), []);
  await desk.context.close();
});

await site.close();
