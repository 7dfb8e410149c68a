/** From an ePub to the reader: uploaded, looked at, taken over, published, read; refused, stopped, and without a script. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Route } from 'playwright';
import t from 'tap';
import { epubs } from '#db/schema/index.ts';
import { refuseBook } from '#server/domains/novels/books/service.ts';
import { violations } from '../support/axe.ts';
import { makeBook } from '../support/books.ts';
import { createEpisode, createStory, jpegPart, uploadCover } from '../support/console.ts';
import { awake } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { mustDo } from '../support/releases.ts';
import { phone, startSite, wide } from '../support/site.ts';

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
const file = (buffer: Buffer, name = 'room-313.epub') => ({ name, mimeType: 'application/epub+zip', buffer });
const newEpisode = async (): Promise<{ id: string; editor: string }> => {
  const { id } = await createEpisode(site, creator, novel.id);
  return { id, editor: `/creator/stories/${novel.id}/episodes/${id}` };
};

t.test('NOV-05 NOV-06 NOV-07 NOV-09 a book is uploaded, found, taken over, published and read', async (t) => {
  const { page, context, faults, goto } = await site.open({ as: creator, ...wide });
  const { id, editor } = await newEpisode();
  await goto(editor);
  await page.getByRole('link', { name: 'From an ePub' }).click();
  await page.waitForURL(`**${editor}/epub`);
  await awake(page, 'EpubUpload');
  t.same(await violations(page), []);
  await page.locator('input[type=file]').setInputFiles(file(book));
  await page.getByRole('heading', { name: 'Reading your book' }).waitFor();
  t.ok(await page.getByText('room-313.epub').isVisible());
  t.same(await violations(page), []);
  await site.runJobs();
  await page.getByRole('heading', { name: 'This is what we found' }).waitFor();
  t.match(
    await page.locator('main').innerText(),
    /P\. L\. Moreau[\s\S]*room-313\.epub[\s\S]*Chapters[\s\S]*2[\s\S]*1 script/,
  );
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'Take over 2 chapters' }).click();
  await page.waitForURL((url) => url.pathname === editor);
  t.ok(await page.getByRole('link', { name: 'Departures' }).isVisible());
  const original = async (): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Original ePub' }).click(),
    ]);
    t.equal(download.suggestedFilename(), 'room-313.epub');
    return readFile(await download.path());
  };
  t.ok((await original()).equals(book), 'NOV-07 in the editor');
  await goto(`${editor}/epub`);
  t.ok((await original()).equals(book), 'NOV-07 beside the next upload');
  t.same(await violations(page), []);
  await site.runJobs();
  await mustDo(site, creator, id, 'publish', {});
  await goto(`/stories/${novel.slug}/1`);
  t.ok(await page.getByText('The key was warm.').isVisible());
  const picture = page.getByRole('img', { name: 'Third floor' });
  await picture.scrollIntoViewIfNeeded();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  await goto(`/stories/${novel.slug}/1?chapter=2`);
  t.ok(await page.getByText('Nobody by that name.').isVisible());
  t.same(faults, []);
  await context.close();
});

t.test('NOV-10 a refused book says where and why, and another one takes its place', async (t) => {
  const { page, context, faults, goto } = await site.open({ as: creator, ...wide });
  const { editor } = await newEpisode();
  await goto(`${editor}/epub`);
  await awake(page, 'EpubUpload');
  await page.locator('input[type=file]').setInputFiles(file(Buffer.from('no book'), 'notes.epub'));
  await page.getByRole('alert').getByText('This file is not an ePub.').waitFor();
  faults.length = 0;
  await page.locator('input[type=file]').setInputFiles(file(broken, 'late.epub'));
  await page.getByRole('heading', { name: 'Reading your book' }).waitFor();
  await site.runJobs();
  await page.getByRole('heading', { name: 'This book was not taken' }).waitFor();
  t.match(
    await page.locator('main').innerText(),
    /late\.epub[\s\S]*OPS\/one\.xhtml, line \d+[\s\S]*she said/,
  );
  t.same(await violations(page), []);
  await awake(page, 'EpubUpload');
  await page.locator('input[type=file]').setInputFiles(file(book));
  await page.getByRole('heading', { name: 'Reading your book' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForURL((url) => url.pathname === editor);
  await site.runJobs();
  t.equal(await page.getByText('No chapter yet. Give').isVisible(), true, 'the episode is as it was');
  t.same(faults, []);
  await context.close();
});

t.test('OPS-10 whoever stops a reading is not called back by what asks how far it is', async (t) => {
  const { page, context, faults, goto } = await site.open({ as: creator, ...wide });
  const { editor } = await newEpisode();
  await goto(`${editor}/epub`);
  await awake(page, 'EpubUpload');
  await page.locator('input[type=file]').setInputFiles(file(book));
  await page.getByRole('heading', { name: 'Reading your book' }).waitFor();
  const looks: Route[] = [];
  const stops: Route[] = [];
  await page.route(/\/import(?:\?|$)/, (route) => {
    (route.request().method() === 'GET' ? looks : stops).push(route);
  });
  const look = await eventually('it asks how far it is', () => looks[0]);
  await page.getByRole('button', { name: 'Stop' }).click({ noWaitAfter: true });
  const stop = await eventually('the stop is under way', () => stops[0]);
  const seen = page.waitForResponse((response) => response.request() === look.request());
  await look.fulfill({ json: { epub: null } });
  await (await seen).finished();
  await stop.continue();
  await page.waitForURL((url) => url.pathname === editor);
  t.same(faults, []);
  await context.close();
});

t.test('OPS-10 a reading that failed is begun again, and one of a deleted episode says so', async (t) => {
  const { page, context, faults, goto } = await site.open({ as: creator, ...wide });
  const { id, editor } = await newEpisode();
  await goto(`${editor}/epub`);
  await awake(page, 'EpubUpload');
  await page.locator('input[type=file]').setInputFiles(file(book));
  await page.getByRole('heading', { name: 'Reading your book' }).waitFor();
  const [epub] = await site.deps.db.select().from(epubs).where(eq(epubs.episodeId, id));
  await refuseBook(site.deps, epub?.id ?? '', { reason: 'failed' });
  await page.getByText('Your file is still here; episode').waitFor();
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'Read it again' }).click();
  await page.getByRole('heading', { name: 'Reading your book' }).waitFor();
  t.same(faults, []);
  const gone = await site.call(`DELETE /creator/episodes/${id}`, { as: creator, body: {} });
  t.equal(gone.statusCode, 204, gone.body);
  await page.getByRole('alert').getByText('This episode was deleted').waitFor();
  await context.close();
});

t.test('NOV-06 without a script a book is sent, looked at and taken over on a phone', async (t) => {
  const { page, context, faults, goto } = await site.open({
    as: creator,
    ...phone,
    javaScriptEnabled: false,
  });
  const { editor } = await newEpisode();
  await goto(`/de${editor}/epub`);
  await page.locator('input[name=epub]').setInputFiles(file(Buffer.from('no book'), 'notes.epub'));
  await page.getByRole('button', { name: 'Dieses Buch lesen' }).click();
  await page.waitForURL((url) => url.pathname === `/de${editor}/epub` && url.search !== '');
  t.match(await page.locator('body').innerText(), /Diese Datei ist kein ePub\./);
  await page.locator('input[name=epub]').setInputFiles(file(book));
  await page.getByRole('button', { name: 'Dieses Buch lesen' }).click();
  await page.getByRole('heading', { name: 'Dein Buch wird gelesen' }).waitFor();
  await site.runJobs();
  await page.getByRole('link', { name: 'Noch einmal nachsehen' }).click();
  await page.getByRole('heading', { name: 'Das haben wir gefunden' }).waitFor();
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth <= 360), true);
  await page.getByRole('button', { name: '2 Kapitel übernehmen' }).click();
  await page.waitForURL((url) => url.pathname === `/de${editor}`);
  t.ok(await page.getByRole('link', { name: 'Departures' }).isVisible());
  t.same(faults, []);
  await context.close();
  await site.close();
});
