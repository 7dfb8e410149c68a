import type { Response } from 'playwright';
import t from 'tap';
import { jpegPart, uploadPages } from '../../support/console.ts';
import { button, dialogOf, faultsOf, startEditors } from '../../support/editor.ts';
import { eventually, workUntil } from '../../support/eventually.ts';
import { choose, click, expect, fill, settled } from '../../support/hand.ts';
import { toastSays } from '../../support/islands.ts';
import { readyEpisode } from '../../support/releases.ts';

const { site, owner, storyId, editorOf, openEditor } = await startEditors();
const desk = await openEditor(await readyEpisode(site, owner, storyId, 'A Face for It'));
const { page } = desk;
const dialog = dialogOf(page);
const title = page.getByLabel('Title');
const down = page.getByRole('radio', { name: 'Downwards' });
const read = async (id: string) =>
  (await site.call(`GET /creator/episodes/${id}`, { as: owner })).json().episode;
const change = (id: string, body: object) => site.call(`PATCH /creator/episodes/${id}`, { as: owner, body });
const saved = () => expect(page.getByText(/^Episode saved, \d\d:\d\d$/)).toBeVisible();
const open = async (name: string): Promise<string> => {
  const id = await readyEpisode(site, owner, storyId, name);
  await desk.goto(editorOf(id));
  return id;
};

await t.test(
  'EPI-03 EPI-17 EPI-18 EPI-19 ERR-32 the thumbnail: from a page, from a file, too large, failed',
  async () => {
    const thumbnail = page.getByRole('group', { name: 'Thumbnail' });
    const picture = thumbnail.locator('img');
    await expect(picture, 'until then its first page').toHaveAttribute('src', /\/media\//);
    const shown = () =>
      picture.evaluate((image: HTMLImageElement) => new URL(image.src).pathname.split('/')[2]);
    const cut = async () => {
      await expect(dialog.getByRole('slider')).toBeVisible();
      await dialog
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode());
      await click(dialog.getByRole('button', { name: 'Use this' }));
    };
    const use = async () => {
      await cut();
      await workUntil(site, 'the square', async () => !(await dialog.isVisible()));
    };
    const fromPage = async () => {
      await click(button(page, 'From a page'));
      await click(dialog.getByRole('button', { name: 'Page 1' }));
    };
    await fromPage();
    await use();
    const first = await settled(page, shown);
    const part = await jpegPart('file', 'face.jpg', { width: 640, height: 480 });
    const file = {
      name: 'face.jpg',
      mimeType: 'image/jpeg',
      buffer: 'data' in part ? Buffer.from(part.data) : Buffer.alloc(0),
    };
    const input = thumbnail.locator('input[type=file]');
    await input.setInputFiles(file);
    await use();
    await expect.poll(shown, 'another picture').not.toBe(first);
    await input.setInputFiles({ ...file, buffer: Buffer.alloc(3 * 1024 * 1024 + 1) });
    await expect(page.getByText('Episode thumbnail change failed')).toBeVisible();
    await expect(page.getByText('3.1 MB, 3 MB allowed.')).toBeVisible();
    await input.setInputFiles({ ...file, name: 'face.gif', mimeType: 'image/gif' });
    await expect(page.getByText('The picture must be a JPG or PNG.')).toBeVisible();
    await page.route('**/api/media/crop', (route) => route.abort());
    await fromPage();
    await cut();
    await expect(dialog.getByText('Episode thumbnail change failed')).toBeVisible();
    await page.unroute('**/api/media/crop');
    desk.faults.splice(0);
  },
);

await t.test('EPI-16 ERR-31 ERR-49 an episode is added, or says that it was not', async (t) => {
  await desk.goto(`/creator/stories/${storyId}`);
  const add = page.getByRole('button', { name: 'Add episode' });
  const failed = page.getByText('Episode creation failed');
  await click(add);
  await expect(failed).toBeVisible();
  await expect(page.getByText("Title can't be blank")).toBeVisible();
  await page.route('**/api/creator/episodes', (route) => route.abort());
  await fill(page.getByLabel('Title of the next episode'), 'Lost');
  await click(add);
  await expect(page.getByText('Communication with server error')).toBeVisible();
  await expect(failed).toBeVisible();
  await page.unroute('**/api/creator/episodes');
  await click(add);
  await expect(page.getByRole('heading', { level: 1, name: /Lost/ })).toBeVisible();
  await toastSays(page, 'Episode added');
  t.same(desk.alerts, []);
  desk.faults.splice(0);
});

await t.test(
  'EPI-01 EPI-04 EPI-05 ERR-09 ERR-50 what is typed and chosen is saved by itself; one wrong field keeps no other from it',
  async (t) => {
    const id = await open('Draft');
    await fill(title, 'Final');
    await choose(down);
    await saved();
    await expect
      .poll(() => read(id))
      .toMatchObject({ title: 'Final', read_mode: 'continuous', page_orientation: 'vertical' });
    await expect(page.getByRole('heading', { level: 1, name: 'Final' })).toBeVisible();
    await fill(title, '');
    await expect(page.getByText("Not saved: Title can't be blank")).toBeVisible();
    await choose(page.getByRole('radio', { name: 'Left to right' }));
    await eventually('the way back', async () => (await read(id)).page_orientation === 'horizontal');
    await expect(title, 'still wrong').toHaveAttribute('aria-invalid', 'true');
    await title.pressSequentially('N');
    await expect(title).not.toHaveAttribute('aria-invalid');
    await saved();
    await expect.poll(async () => (await read(id)).title).toBe('N');
    t.same(faultsOf(desk), []);
  },
);

await t.test('without a network it stays, and is sent when the network is back', async (t) => {
  const id = await open('Near');
  await desk.context.setOffline(true);
  await fill(title, 'Far');
  await expect(page.getByText('We’ll retry automatically')).toBeVisible();
  t.equal((await read(id)).title, 'Near');
  await desk.context.setOffline(false);
  await saved();
  t.equal((await read(id)).title, 'Far');
  desk.faults.splice(0);
});

await t.test('EPI-40 what two people change is kept of both, or decided', async (t) => {
  const id = await open('One');
  await change(id, { read_mode: 'continuous', page_orientation: 'vertical' });
  await fill(title, 'Two');
  await saved();
  await expect(down, 'theirs is taken over').toBeChecked();
  t.match(await read(id), { title: 'Two', page_orientation: 'vertical' });
  await change(id, { title: 'Theirs' });
  await fill(title, 'Mine');
  await expect(page.getByText('Someone else edited this at the same time')).toBeVisible();
  t.equal((await read(id)).title, 'Theirs', 'nothing is overwritten before somebody decides');
  await click(button(page, 'Save this choice'));
  await eventually('the decision', async () => (await read(id)).title === 'Mine');
  t.same(faultsOf(desk), []);
});

await t.test('EPI-40 a newer list of pages hides no conflict of the fields', async (t) => {
  const id = await readyEpisode(site, owner, storyId, 'Base');
  // The page waits for a worker, so the editor polls the list.
  await uploadPages(site, owner, id, ['2.jpg']);
  await desk.goto(editorOf(id));
  await change(id, { title: 'Theirs' });
  const isList = (reply: Response) => reply.url().includes('/api/creator/pages?');
  for (let at = 0; at < 2; at += 1) await page.waitForResponse(isList);
  await fill(title, 'Mine');
  await expect(page.getByText('Someone else edited this at the same time')).toBeVisible();
  t.equal((await read(id)).title, 'Theirs');
});

await site.close();
