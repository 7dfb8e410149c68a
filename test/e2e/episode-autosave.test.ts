/** The details of an episode save themselves, as a story's do: refused, without a network, and when two people write. */
import type { Page, Response } from 'playwright';
import t from 'tap';
import { uploadPages } from '../support/console.ts';
import { button, faultsOf, startEditors } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { readyEpisode } from '../support/releases.ts';

const { site, owner, storyId, openEditor } = await startEditors();
const read = async (id: string) =>
  (await site.call(`GET /creator/episodes/${id}`, { as: owner })).json().episode;
const change = (id: string, body: object) => site.call(`PATCH /creator/episodes/${id}`, { as: owner, body });
const saved = (page: Page) => page.getByText(/^Episode saved, \d\d:\d\d$/).waitFor();

await t.test('EPI-01 EPI-04 EPI-05 ERR-50 what is typed and chosen is saved by itself', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Draft');
  const tab = await openEditor(id);
  const { page } = tab;
  await page.getByLabel('Title').fill('Final');
  await page.getByRole('radio', { name: 'Downwards' }).check({ force: true });
  await saved(page);
  t.match(await read(id), { title: 'Final', read_mode: 'continuous', page_orientation: 'vertical' });
  t.ok(await page.getByRole('heading', { level: 1, name: 'Final' }).isVisible());
  await page.getByRole('radio', { name: 'Left to right' }).check({ force: true });
  await eventually('the way back', async () => (await read(id)).page_orientation === 'horizontal');
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

await t.test(
  'ERR-09 one wrong field keeps no other from being saved, and its error goes with it',
  async (t) => {
    const id = await readyEpisode(site, owner, storyId, 'Named');
    const { page, context } = await openEditor(id);
    await page.getByLabel('Title').fill('');
    await page.getByText("Not saved: Title can't be blank").waitFor();
    await page.getByRole('radio', { name: 'Downwards' }).check({ force: true });
    await eventually('the direction', async () => (await read(id)).page_orientation === 'vertical');
    t.equal(await page.getByLabel('Title').getAttribute('aria-invalid'), 'true', 'still wrong');
    await page.getByLabel('Title').pressSequentially('N');
    t.equal(await page.getByLabel('Title').getAttribute('aria-invalid'), null);
    await saved(page);
    t.equal((await read(id)).title, 'N');
    await context.close();
  },
);

await t.test('without a network it stays, and is sent when the network is back', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Near');
  const { page, context } = await openEditor(id);
  await context.setOffline(true);
  await page.getByLabel('Title').fill('Far');
  await page.getByText('It is tried again by itself').waitFor();
  t.equal((await read(id)).title, 'Near');
  await context.setOffline(false);
  await saved(page);
  t.equal((await read(id)).title, 'Far');
  await context.close();
});

await t.test('EPI-40 what two people change is kept of both, or decided', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'One');
  const { page, context } = await openEditor(id);
  await change(id, { read_mode: 'continuous', page_orientation: 'vertical' });
  await page.getByLabel('Title').fill('Two');
  await saved(page);
  t.ok(await page.getByRole('radio', { name: 'Downwards' }).isChecked(), 'theirs is taken over');
  t.match(await read(id), { title: 'Two', page_orientation: 'vertical' });
  await change(id, { title: 'Theirs' });
  await page.getByLabel('Title').fill('Mine');
  await page.getByText('Somebody changed the same in the meantime').waitFor();
  t.equal((await read(id)).title, 'Theirs', 'nothing is overwritten before somebody decides');
  await button(page, 'Save this choice').click();
  await eventually('the decision', async () => (await read(id)).title === 'Mine');
  await context.close();
});

await t.test('EPI-40 a newer list of pages hides no conflict of the fields', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Base');
  // It waits for a worker, so the list is read again and again.
  await uploadPages(site, owner, id, ['2.jpg']);
  const { page, context } = await openEditor(id);
  await change(id, { title: 'Theirs' });
  const isList = (reply: Response) => reply.url().includes('/api/creator/pages?');
  for (let at = 0; at < 2; at += 1) await page.waitForResponse(isList);
  await page.getByLabel('Title').fill('Mine');
  await page.getByText('Somebody changed the same in the meantime').waitFor();
  t.equal((await read(id)).title, 'Theirs');
  await context.close();
});

await site.close();
