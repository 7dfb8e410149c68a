import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import t from 'tap';
import { makeBook } from '../../support/books.ts';
import { bucketEnvironment, startBucket } from '../../support/bucket.ts';
import { chooserAfter } from '../../support/chooser.ts';
import { createEpisode, createStory, uploadPages } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { click, expect, ready } from '../../support/hand.ts';
import { makeZip } from '../../support/make-zip.ts';
import { sampleFile } from '../../support/sample-page.ts';
import { startSite, wide } from '../../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mira');
const story = await createStory(site, creator);
const names = ['01.jpg', '02.jpg', '03.jpg', '04.jpg', '05.jpg', '06.jpg'];
const files = await Promise.all(names.map((name) => sampleFile(name)));

async function openEpisode(title: string, locale = '') {
  const episode = await createEpisode(site, creator, story.id, title);
  const tab = await site.open({ as: creator, locale: locale === '' ? 'en-GB' : 'de-DE' });
  await tab.goto(`${locale}/creator/stories/${story.id}/episodes/${episode.id}`);
  const sent: string[] = [];
  tab.page.on('request', (made) => {
    if (made.method() !== 'GET') sent.push(`${made.method()} ${new URL(made.url()).pathname}`);
  });
  const stored = async (): Promise<string[]> => {
    const reply = await site.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator });
    return reply.json<{ pages: { name: string }[] }>().pages.map(({ name }) => name);
  };
  return { ...tab, episode, sent, stored };
}
type Files = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0];
const choose = async (page: Page, chosen: Files): Promise<void> => {
  await ready(page);
  await page.locator('input[type=file][multiple]').setInputFiles(chosen);
};
const zipOf = (entries: Parameters<typeof makeZip>[0]) => ({
  name: 'haruko.cbz',
  mimeType: 'application/vnd.comicbook+zip',
  buffer: makeZip(entries),
});
/** Slows the connection down, so that the test can act during uploads. */
async function slow(page: Page): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const at = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await at(60_000);
  return async () => void (await at(-1));
}
/** Console messages about a cut connection are not our faults. */
const faultsOf = (faults: string[]) =>
  faults.filter((fault) => !/ERR_(INTERNET_DISCONNECTED|FAILED)|^4(15|22): |status of 4(15|22)/.test(fault));

await t.test('ERR-33 PAG-06 a page that cannot be replaced stays, and the reason is told', async (t) => {
  const { page, context, episode, stored, faults } = await openEpisode('Replace');
  await uploadPages(site, creator, episode.id, ['a.jpg']);
  await site.runJobs();
  await page.reload();
  await click(page.getByRole('button', { name: /^Page 1:/ }));
  const chooser = await chooserAfter(page, () =>
    click(page.getByRole('dialog').getByRole('button', { name: 'Replace' })),
  );
  await chooser.setFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(page.getByText(/Replacing page failed: .*not a JPG or PNG/)).toBeVisible();
  t.same(await stored(), ['a.jpg']);
  t.same(faultsOf(faults), []);
  await context.close();
});

await t.test('PAG-01 a strip in a story of pages is asked about before it is sent', async (t) => {
  const { page, context, sent, stored, faults } = await openEpisode('Strip');
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(720, 4500);
    canvas.getContext('2d')?.fillRect(0, 0, 720, 2000);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  const strip = { name: '02.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
  const dialog = page.getByRole('dialog', { name: 'Cut this strip into pages?' });
  await choose(page, [...files.slice(0, 1), strip]);
  await expect(dialog.getByText('02.png: this picture is much longer than a page.')).toBeVisible();
  t.same(sent, [], 'nothing has been sent yet');
  const format = dialog.getByRole('link', { name: 'Change the format' });
  await expect(format).toHaveAttribute('href', `/creator/stories/${story.id}/details`);
  await click(dialog.getByRole('button', { name: 'Cut into pages' }));
  const cut = ['01.jpg', '02-1.png', '02-2.png', '02-3.png', '02-4.png', '02-5.png'];
  await eventually('all are there, in order', async () => String(await stored()) === String(cut));
  await choose(page, [strip]);
  await click(dialog.getByRole('button', { name: 'Use uncut' }));
  await eventually('as it is', async () => (await stored()).at(-1) === '02.png');
  t.same(faultsOf(faults), []);
  await context.close();
});

await t.test('PAG-02 PAG-13 PAG-16 an archive is opened in the browser and sent page by page', async (t) => {
  const { page, context, sent, stored, faults } = await openEpisode('Archive');
  const entries = files.map(({ name, buffer }, at) => ({
    name: `haruko/${name}`,
    data: buffer,
    method: at % 2 ? 8 : 0,
  }));
  await choose(page, [
    zipOf([{ name: 'ComicInfo.xml', data: Buffer.from('<a/>') }, ...entries.toReversed()]),
  ]);
  await eventually('all pages', async () => (await stored()).length === names.length);
  await eventually('in order', async () => String(await stored()) === String(names));
  t.equal(sent.filter((call) => call === 'POST /api/creator/pages').length, names.length);
  t.notOk(sent.includes('POST /api/creator/pages/import'));
  await expect(page.locator('[data-tile]')).toHaveCount(names.length);
  t.same(faults, []);
  await context.close();
});

await t.test('what is odd about an archive is told by the server; what is no archive at once', async (t) => {
  const { page, context, sent, stored, faults } = await openEpisode('Odd', '/de');
  const data = files[0]?.buffer ?? Buffer.alloc(0);
  const locked = { name: '1.jpg', data, flags: 1, claims: { uncompressedSize: data.length - 12 } };
  await choose(page, [zipOf([locked])]);
  await expect(page.getByText('ist mit einem Passwort verschlossen').first()).toBeVisible();
  t.ok(sent.includes('POST /api/creator/pages/import'));
  await choose(page, [
    { name: 'comic.cbr', mimeType: 'application/octet-stream', buffer: Buffer.from('Rar!') },
  ]);
  await expect(page.getByText('Das ist kein ZIP- oder CBZ-Archiv').first()).toBeVisible();
  t.same(await stored(), []);
  t.same(faultsOf(faults), []);
  await context.close();
});

await t.test('PAG-02 uploads are paused and go on; one is called off, then all the others', async (t) => {
  const { page, context, stored, faults } = await openEpisode('Pause');
  const fast = await slow(page);
  await choose(page, files);
  await click(page.getByRole('button', { name: 'Pause' }));
  await expect(page.getByText('Paused. What has been uploaded is kept.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Cancel the upload of 06.jpg' }));
  await expect(page.locator('[data-tile]')).toHaveCount(5);
  const before = await stored();
  await fast();
  t.same(await stored(), before, 'nothing is sent while it is paused');
  await click(page.getByRole('button', { name: 'Resume' }));
  await eventually('the others', async () => String(await stored()) === String(names.slice(0, 5)));
  // Holds this upload, so that it can be cancelled however slow the machine is.
  await page.route('**/api/creator/pages', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await choose(page, files.slice(5));
  await click(page.getByRole('button', { name: 'Cancel', exact: true }));
  await expect(page.locator('[data-tile]'), 'it is gone').toHaveCount(5);
  t.same(faults, []);
  await context.close();
});

await t.test('PAG-02 without a connection it waits, and goes on by itself', async (t) => {
  const { page, context, stored, faults } = await openEpisode('Offline');
  const fast = await slow(page);
  await choose(page, files);
  await expect(page.getByText(/^0 of 6 files|^\d of 6 files/)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('No connection. Your uploads resume when you’re back online.')).toBeVisible();
  await fast();
  await context.setOffline(false);
  await eventually('all pages, each once', async () => String(await stored()) === String(names));
  t.same(faultsOf(faults), []);
  await context.close();
});

await t.test('PAG-02 a server that asks for a pause gets it, and it is said', async (t) => {
  const { page, context, sent, stored, faults } = await openEpisode('Asked to wait');
  await page.clock.install();
  let refusals = 0;
  await page.route('**/api/creator/pages', async (route) => {
    if (refusals > 0 || route.request().method() !== 'POST') return route.continue();
    refusals += 1;
    const json = { message: 'Too many attempts.', code: 'rate_limited' };
    await route.fulfill({ status: 429, headers: { 'retry-after': '120' }, json });
  });
  const sends = () => sent.filter((call) => call === 'POST /api/creator/pages').length;
  await choose(page, files.slice(0, 2));
  await expect(
    page.getByText(/^The server asks for a pause\. Your uploads resume automatically, at \d\d:\d\d/),
  ).toBeVisible();
  await page.clock.fastForward('01:40');
  t.equal(sends(), 1, 'nothing is tried blindly');
  await page.clock.fastForward('00:21');
  await eventually('both are there', async () => String(await stored()) === '01.jpg,02.jpg');
  await expect(page.getByText('The server asks for a pause')).toHaveCount(0);
  t.same(
    faults.filter((fault) => !/^429: |status of 429/.test(fault)),
    [],
  );
  await context.close();
});

await t.test('PAG-02 a pause of hours is left to the person, with the time it ends', async (t) => {
  const { page, context, sent, stored } = await openEpisode('Used up');
  const hour = { status: 429, headers: { 'retry-after': '3600' } };
  const json = { message: 'Too many attempts.', code: 'rate_limited' };
  await page.route('**/api/creator/pages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ ...hour, json }) : route.continue(),
  );
  await choose(page, files.slice(0, 1));
  const told = page.getByText(/Too many attempts\. You can try again from \d\d\/\d\d\/\d{4} \d\d:\d\d\./);
  await expect(told.first()).toBeVisible();
  t.equal(sent.filter((call) => call === 'POST /api/creator/pages').length, 1);
  await page.unroute('**/api/creator/pages');
  await click(page.getByRole('button', { name: /again/ }).first());
  await eventually('it is there', async () => String(await stored()) === '01.jpg');
  await context.close();
});

await t.test('an upload whose answer got lost is sent again and becomes one page', async (t) => {
  const { page, context, sent, stored, faults } = await openEpisode('Lost answer');
  let lost = false;
  await page.route('**/api/creator/pages', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue();
    lost = true;
    await route.fetch();
    await route.abort();
  });
  await choose(page, files.slice(0, 1));
  await eventually(
    'it is sent again',
    () => sent.filter((call) => call === 'POST /api/creator/pages').length === 2,
  );
  await expect(page.locator('[data-grip]')).toHaveCount(1);
  t.same(await stored(), ['01.jpg']);
  t.same(faultsOf(faults), []);
  await context.close();
});

await t.test(
  'OPS-05 a large book goes into the bucket, past the server; through it where that is refused',
  async (t) => {
    const s3 = await startBucket();
    const house = await startSite({ environment: bucketEnvironment(s3) });
    t.teardown(async () => {
      await house.close();
      await s3.close();
    });
    const writer = await house.signUp('Mirko Haas');
    const novel = await createStory(house, writer, { title: 'Room 313', publication_type: 'novel' });
    const buffer = makeBook({ files: { 'OPS/heavy.bin': randomBytes(9 * 1024 * 1024) } });
    const { page, faults, goto } = await house.open({ as: writer, ...wide });
    const send = async (origin: string) => {
      s3.rules.cors = `<CORSRule><AllowedOrigin>${origin}</AllowedOrigin></CORSRule>`;
      const { id } = await createEpisode(house, writer, novel.id);
      await goto(`/creator/stories/${novel.id}/episodes/${id}/epub`);
      const file = { name: 'room-313.epub', mimeType: 'application/epub+zip', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('heading', { name: 'Reading your book' })).toBeVisible();
      await house.runJobs();
      await expect(page.getByRole('heading', { name: 'This is what we found' })).toBeVisible();
      await expect(page.locator('main')).toContainText('room-313.epub');
    };
    await send(house.origin);
    t.equal(s3.seen.direct, 1, 'the server never sees the file come');
    t.ok(
      faults.every((fault) => fault.includes(s3.endpoint)),
      `nothing but the bucket is asked: ${faults}`,
    );
    const left = [...s3.objects.keys()].filter((key) => key.startsWith('uploads/incoming/'));
    t.same(left, [], 'nothing is left on the way');
    await send('https://other.example');
    t.equal(s3.seen.direct, 1, 'nothing more came directly');
    // Only pages with uploads may connect to the bucket.
    for (const url of ['/creator/stories', '/']) {
      const headers = { cookie: `auth_token=${writer.token}` };
      const reply = await house.app.inject({ url, headers });
      t.match(reply.headers['content-security-policy'], "connect-src 'self';", url);
    }
  },
);

await site.close();
