import { sql } from 'drizzle-orm';
import t from 'tap';
import { outbox } from '../../../db/schema/index.ts';
import { createEpisode, uploadPages } from '../../support/console.ts';
import { button, dialogOf, faultsOf, startEditors } from '../../support/editor.ts';
import { click, expect, press, settled } from '../../support/hand.ts';
import { mustDo, viewOf } from '../../support/releases.ts';
import { sampleFile } from '../../support/sample-page.ts';

const { site, owner, storyId, statusOf, openEditor } = await startEditors();
const right = await sampleFile('right.jpg');

async function published(title: string) {
  const { id } = await createEpisode(site, owner, storyId, title);
  await uploadPages(site, owner, id, ['1.jpg', '2.jpg']);
  await site.runJobs();
  await mustDo(site, owner, id, 'publish', {});
  return id;
}
const mediaOf = async (id: string): Promise<string[]> => {
  const { pages } = (await site.call(`GET /creator/pages?episode_id=${id}`, { as: owner })).json();
  return pages.map((page: { media_id: string }) => page.media_id);
};

await t.test('EPI-33 EPI-35 PAG-06 a page is replaced in one go, and nobody is told again', async (t) => {
  const id = await published('Wrong Picture');
  const before = await viewOf(site, owner, id);
  const [first, old = ''] = await mediaOf(id);
  const tab = await openEditor(id);
  const { page } = tab;
  const view = page.getByRole('link', { name: 'View', exact: true });
  const url = (await settled(page, () => view.getAttribute('href'))) ?? '';
  const readersSee = async () => (await site.app.inject({ url })).body;
  t.match(await readersSee(), old);

  const opener = button(page, 'Replace page 2');
  await opener.focus();
  await press(page, 'Enter');
  await expect(dialogOf(page).getByRole('heading', { name: 'Replace page 2' })).toBeVisible();
  const file = dialogOf(page).locator('input[type=file]');
  await expect(file).toBeFocused();
  await file.setInputFiles({ name: 'wrong.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await dialogOf(page)
    .getByText(/Replacing page failed: .*JPG or PNG/)
    .waitFor();
  await file.setInputFiles(right);
  await dialogOf(page).getByText('Being processed').waitFor();
  t.match(await readersSee(), old, 'until it is replaced, they have the old one');
  await site.runJobs();
  await dialogOf(page).getByText('× ').waitFor();

  await press(page, 'Escape');
  await expect(opener).toBeFocused();
  t.same(await mediaOf(id), [first, old], 'who leaves midway leaves all as it was');

  await click(button(page, 'Replace a page'));
  await click(dialogOf(page).getByRole('button', { name: 'Page 2' }));
  await file.setInputFiles(right);
  await dialogOf(page).getByText('Being processed').waitFor();
  await site.runJobs();
  await click(dialogOf(page).getByRole('button', { name: 'Replace page 2' }));
  await page.getByText('Page replaced. Readers see the new one.').waitFor();
  await page.getByText('Page 2 replaced by Mira').waitFor();

  const [, fresh = ''] = await mediaOf(id);
  t.not(fresh, old);
  const html = await readersSee();
  t.match(html, fresh);
  t.notMatch(html, old);
  t.equal(await statusOf(id), 'published');
  t.equal((await viewOf(site, owner, id)).published_at, before.published_at);
  const told = await site.deps.db
    .select()
    .from(outbox)
    .where(sql`${outbox.name} = 'episode.published' and ${outbox.payload} ->> 'episodeId' = ${id}`);
  t.equal(told.length, 1);
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

await t.test(
  'ERR-34 EPI-41 what was unpublished meanwhile is told in the dialog, with a way on',
  async () => {
    const id = await published('Two Tabs');
    const { page, context } = await openEditor(id, { de: true });
    await click(button(page, 'Seite 1 ersetzen'));
    await dialogOf(page).locator('input[type=file]').setInputFiles(right);
    await dialogOf(page).getByText('Wird verarbeitet').waitFor();
    await site.runJobs();
    await mustDo(site, owner, id, 'unpublish');
    await click(dialogOf(page).getByRole('button', { name: 'Seite 1 ersetzen' }));
    await dialogOf(page).getByRole('button', { name: 'Neu laden' }).waitFor();
    await context.close();
  },
);

await site.close();
