import type { Page } from 'playwright';
import type { Screen } from './screens.ts';
import type { World } from './world.ts';

export const pageScreens: readonly Screen[] = [
  { name: 'story-editor-refused', path: '/creator/stories/new', as: 'creator', prepare: createNothing },
  {
    name: 'story-editor-refused-plain',
    path: '/creator/stories/new',
    as: 'creator',
    plain: true,
    prepare: sendWrongly,
  },
  {
    name: 'swap-which',
    path: ({ paths }) => paths.published,
    as: 'creator',
    whole: false,
    prepare: askWhich,
  },
  {
    name: 'swap-page',
    path: ({ paths }) => paths.published,
    as: 'creator',
    whole: false,
    prepare: swapFirst,
  },
  {
    name: 'swap-refused',
    path: ({ paths }) => paths.published,
    as: 'creator',
    whole: false,
    prepare: swapWrongly,
  },
  { name: 'pages-paused', path: ({ paths }) => paths.draft, as: 'creator', prepare: pauseUploads },
  { name: 'pages-failed', path: ({ paths }) => paths.draft, as: 'creator', prepare: failUploads },
  { name: 'pages-lifted', path: ({ paths }) => paths.draft, as: 'creator', prepare: liftPage },
  {
    name: 'pages-strips',
    path: ({ paths }) => paths.draft,
    as: 'creator',
    whole: false,
    prepare: chooseStrips,
  },
  {
    name: 'episode-disputed',
    path: ({ paths }) => paths.draft,
    as: 'creator',
    whole: false,
    prepare: disputeEpisode,
  },
  {
    name: 'episode-other-version',
    path: ({ paths }) => paths.draft,
    as: 'creator',
    whole: false,
    prepare: keepOther,
  },
  {
    name: 'thumbnail-from-page',
    path: ({ paths }) => paths.scheduled,
    as: 'creator',
    whole: false,
    prepare: cutFromPage,
  },
  {
    name: 'preview-flip',
    path: ({ paths }) => paths.draft && `${paths.draft}/preview?direction=rtl`,
    as: 'creator',
  },
  {
    name: 'preview-continuous',
    path: ({ paths }) => paths.draft && `${paths.draft}/preview?direction=down`,
    as: 'creator',
  },
  {
    name: 'preview-strip',
    path: ({ paths }) => paths.draft && `${paths.draft}/preview?direction=strip`,
    as: 'creator',
  },
];

export const islandsAwake = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('main tsuzuki-island:not([wake=touch]), tsuzuki-island[name=stage]')].every(
      (island) => island.hasAttribute('awake'),
    ),
  );

export async function uploadSlowly(page: Page, { files }: World): Promise<void> {
  await islandsAwake(page);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 100, downloadThroughput: 1e6, uploadThroughput: 20_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await page.locator('input[type=file][multiple]').first().setInputFiles(files);
  await page.waitForTimeout(1500);
}

async function pauseUploads(page: Page, world: World): Promise<void> {
  await uploadSlowly(page, world);
  await page.locator('[role=progressbar]').first().waitFor();
  await page.getByRole('button', { name: /^(Pause|Anhalten)$/ }).click();
}

async function failUploads(page: Page, { files }: World): Promise<void> {
  await islandsAwake(page);
  const chosen = [
    { name: 'keller_06.png', mimeType: 'image/png', buffer: Buffer.alloc(4.1 * 1024 * 1024, 1) },
    { name: 'ash-street-04.cbr', mimeType: 'application/octet-stream', buffer: Buffer.from('Rar!') },
    { ...(files[0] ?? { mimeType: 'image/jpeg' }), name: 'notes.jpg', buffer: Buffer.from('no picture') },
  ];
  await page.locator('input[type=file][multiple]').first().setInputFiles(chosen);
  await page.getByText('notes.jpg').first().waitFor();
}

async function liftPage(page: Page): Promise<void> {
  await islandsAwake(page);
  const tiles = page.locator('[data-tile]');
  await tiles.first().scrollIntoViewIfNeeded();
  await page.locator('[data-grip]').first().focus();
  await page.locator('[data-grip][aria-roledescription]').first().waitFor();
  const [from, to] = await Promise.all([tiles.nth(2).boundingBox(), tiles.nth(1).boundingBox()]);
  if (from === null || to === null) return;
  await page.mouse.move(from.x + 30, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 45, { steps: 8 });
  await page.waitForTimeout(300);
}

async function createNothing(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('main form [type=submit]').click();
  await page.locator('[data-summary]').waitFor();
}

/** Submits an invalid form, bypassing the browser's validation. */
export async function sendWrongly(page: Page): Promise<void> {
  const form = page.locator('main form:has([name=email], [name=title])').first();
  await form.evaluate((it) => it.setAttribute('novalidate', ''));
  await form.locator('[type=submit]').last().click();
  await page.locator('main [aria-invalid=true]').first().waitFor();
}

async function askWhich(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.getByRole('button', { name: /^(Replace a page|Seite ersetzen|Eine Seite ersetzen)/ }).click();
  await page.getByRole('dialog').waitFor();
}

async function swapFirst(page: Page): Promise<void> {
  await askWhich(page);
  await page.getByRole('dialog').getByRole('button').first().click();
  await page.getByRole('dialog').locator('input[type=file]').waitFor({ state: 'attached' });
}

async function swapWrongly(page: Page, { files }: World): Promise<void> {
  await swapFirst(page);
  const [file] = files;
  if (file === undefined) return;
  const input = page.getByRole('dialog').locator('input[type=file]');
  await input.setInputFiles({ ...file, buffer: Buffer.from('no picture') });
  await page.getByRole('dialog').getByRole('alert').waitFor();
}

async function cutFromPage(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.getByRole('button', { name: /From a page|Aus einer Seite/ }).click();
  await page.getByRole('dialog').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('slider').waitFor();
}

async function chooseStrips(page: Page): Promise<void> {
  await islandsAwake(page);
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(720, 4500);
    canvas.getContext('2d')?.fillRect(0, 0, 720, 2000);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  const buffer = Buffer.from(base64, 'base64');
  const files = [1, 2, 3, 4, 5].map((part) => {
    const name = `ash-street-part-${part}.png`;
    return { name, mimeType: 'image/png', buffer };
  });
  await page.locator('input[type=file][multiple]').first().setInputFiles(files);
  await page.getByRole('dialog').waitFor();
}

async function disputeEpisode(page: Page, { origin }: World): Promise<void> {
  await islandsAwake(page);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  // A new title every time, otherwise nothing changes.
  const data = { title: `What Rain Is For, Told Again ${Date.now() % 1000}` };
  await page.request.patch(`${origin}/api/creator/episodes/${id}`, { headers: { origin }, data });
  await page.locator('[name=title]').fill('What Rain Is For');
  await page.locator('#dispute').waitFor();
  await page.locator('#dispute').evaluate((each) => each.scrollIntoView({ block: 'center' }));
}

async function keepOther(page: Page, world: World): Promise<void> {
  await disputeEpisode(page, world);
  await page.locator('[aria-labelledby=dispute] button').click();
  const summary = page.locator('summary', { hasText: /other version|Andere Fassung/ });
  await summary.click();
  await summary.evaluate((each) => each.scrollIntoView({ block: 'center' }));
}
