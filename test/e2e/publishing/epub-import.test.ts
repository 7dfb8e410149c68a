import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Route } from 'playwright';
import t from 'tap';
import { epubs } from '#db/schema/index.ts';
import { refuseBook } from '#server/domains/publishing/novels/books/service.ts';
import { violations } from '../../support/axe.ts';
import { makeBook } from '../../support/books.ts';
import { createEpisode, createStory, jpegPart, uploadCover } from '../../support/console.ts';
import { click, expect, reach } from '../../support/hand.ts';
import { mustDo } from '../../support/releases.ts';
import { startSite, wide } from '../../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mirko Haas');
const map = await jpegPart('file', 'map.jpg', { width: 480, height: 320 });
const novel = await createStory(site, creator, {
  title: 'Room 313',
  publication_type: 'novel',
  cover_media_id: await uploadCover(site, creator),
});
await site.runJobs();

const texts = {
  'one.xhtml': '<h1>Arrivals</h1><p>The key was warm.</p><p><img src="map.jpg" alt="Third floor"/></p>',
  'two.xhtml': '<h1>Departures</h1><p>Nobody by that name.</p><script>document.title = 1</script>',
};
const book = makeBook({
  title: 'Room 313',
  texts,
  toc: '<li><a href="one.xhtml">Arrivals</a></li><li><a href="two.xhtml">Departures</a></li>',
  metadata: '<dc:creator>P. L. Moreau</dc:creator>',
  items: ['map map.jpg image/jpeg'],
  files: { 'OPS/map.jpg': 'data' in map ? map.data : '' },
});
const broken = makeBook({ texts: { 'one.xhtml': '<h1>One</h1>\n<p>“Nobody,” she said.\n<h2>Two</h2>' } });

const { page, faults, goto } = await site.open({ as: creator, ...wide });
const isHeaded = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
const isAt = (path: string) => expect(page).toHaveURL((url) => url.pathname === path);
const send = async (buffer: Buffer, name = 'room-313.epub'): Promise<void> => {
  const field = page.locator('input[type=file]');
  await expect(field).toBeAttached();
  await reach(page.locator('main'));
  await field.setInputFiles({ name, mimeType: 'application/epub+zip', buffer });
};
const begin = async (): Promise<{ id: string; editor: string }> => {
  const { id } = await createEpisode(site, creator, novel.id);
  const editor = `/creator/stories/${novel.id}/episodes/${id}`;
  await goto(`${editor}/epub`);
  return { id, editor };
};

await t.test(
  'NOV-05 NOV-06 NOV-07 NOV-09 a book is uploaded, found, taken over, published and read',
  async (t) => {
    const { id, editor } = await begin();
    await goto(editor);
    await click(page.getByRole('link', { name: 'Import an ePub' }));
    await isAt(`${editor}/epub`);
    t.same(await violations(page), []);
    await send(book);
    await isHeaded('Reading your book');
    await expect(page.getByText('room-313.epub')).toBeVisible();
    t.same(await violations(page), []);
    await site.runJobs();
    await isHeaded('This is what we found');
    await expect(page.locator('main')).toContainText(
      /P\. L\. Moreau[\s\S]*room-313\.epub[\s\S]*Chapters[\s\S]*2[\s\S]*1 script/,
    );
    t.same(await violations(page), []);
    await click(page.getByRole('button', { name: 'Import 2 chapters' }));
    await isAt(editor);
    await expect(page.getByRole('link', { name: 'Departures' })).toBeVisible();
    const coming = page.waitForEvent('download');
    await click(page.getByRole('link', { name: 'Original ePub' }));
    const download = await coming;
    t.equal(download.suggestedFilename(), 'room-313.epub');
    t.ok((await readFile(await download.path())).equals(book), 'the file itself');
    await site.runJobs();
    await mustDo(site, creator, id, 'publish', {});
    await goto(`/stories/${novel.slug}/1`);
    await expect(page.getByText('The key was warm.')).toBeVisible();
    const picture = page.getByRole('img', { name: 'Third floor' });
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    await goto(`/stories/${novel.slug}/1?chapter=2`);
    await expect(page.getByText('Nobody by that name.')).toBeVisible();
    t.same(faults, []);
  },
);

await t.test('NOV-10 a refused book says where and why, and another one takes its place', async (t) => {
  const { editor } = await begin();
  await send(Buffer.from('no book'), 'notes.epub');
  await expect(page.getByRole('alert')).toContainText('This file is not an ePub.');
  faults.length = 0;
  await send(broken, 'late.epub');
  await isHeaded('Reading your book');
  await site.runJobs();
  await isHeaded('We couldn’t import this book');
  await expect(page.locator('main')).toContainText(
    /late\.epub[\s\S]*OPS\/one\.xhtml, line \d+[\s\S]*she said/,
  );
  t.same(await violations(page), []);
  await send(book);
  await isHeaded('Reading your book');
  await click(page.getByRole('button', { name: 'Stop' }));
  await isAt(editor);
  await site.runJobs();
  await expect(page.getByText('No chapters yet. Give'), 'the episode is as it was').toBeVisible();
  t.same(faults, []);
});

await t.test('OPS-10 whoever stops a reading is not called back by what asks how far it is', async (t) => {
  const { editor } = await begin();
  await send(book);
  await isHeaded('Reading your book');
  const [looks, stops]: [Route[], Route[]] = [[], []];
  await page.route(/\/import(?:\?|$)/, (route) => {
    (route.request().method() === 'GET' ? looks : stops).push(route);
  });
  await expect.poll(() => looks.length, 'it asks how far it is').toBeGreaterThan(0);
  await click(page.getByRole('button', { name: 'Stop' }), { noWaitAfter: true });
  await expect.poll(() => stops.length, 'the stop is under way').toBe(1);
  const seen = page.waitForResponse((response) => response.request() === looks[0]?.request());
  await looks[0]?.fulfill({ json: { epub: null } });
  await (await seen).finished();
  await stops[0]?.continue();
  await isAt(editor);
  await page.unroute(/\/import(?:\?|$)/);
  t.same(faults, []);
});

await t.test(
  'OPS-10 a reading that failed is begun again, and one of a deleted episode says so',
  async (t) => {
    const { id } = await begin();
    await send(book);
    await isHeaded('Reading your book');
    const [epub] = await site.deps.db.select().from(epubs).where(eq(epubs.episodeId, id));
    await refuseBook(site.deps, epub?.id ?? '', { reason: 'failed' });
    await expect(page.getByText('Your file is still here. Episode')).toBeVisible();
    await click(page.getByRole('button', { name: 'Try again' }));
    await isHeaded('Reading your book');
    t.same(faults, []);
    const gone = await site.call(`DELETE /creator/episodes/${id}`, { as: creator, body: {} });
    t.equal(gone.statusCode, 204, gone.body);
    await expect(page.getByRole('alert').getByText('This episode was deleted')).toBeVisible();
  },
);

await site.close();
