/** A creator's way in a real browser: a story with a cover, an episode with real pages, publish, unpublish. */
import type { Page } from 'playwright';
import t from 'tap';
import { chooserAfter } from '../support/chooser.ts';
import { eventually } from '../support/eventually.ts';
import { toastSays } from '../support/islands.ts';
import { sampleFile } from '../support/sample-page.ts';
import { startSite, type Tab } from '../support/site.ts';

const site = await startSite();

/** Notices of an address are browser alerts (ERR-16): they are read here, and not counted as faults. */
async function openTab(options: Parameters<typeof site.open>[0] = {}): Promise<Tab & { alerts: string[] }> {
  const tab = await site.open(options);
  const alerts: string[] = [];
  tab.page.on('dialog', (dialog) => void alerts.push(dialog.message()));
  return { ...tab, alerts };
}

const awake = async (page: Page, name: string): Promise<void> => {
  await page.waitForSelector(`tsuzuki-island[name=${name}][awake]`, { state: 'attached' });
};
/** Refusals that this way provokes are answers of 409 and 422, which Chromium repeats as lines of its console. */
const faultsOf = (tab: Tab): string[] =>
  tab.faults.filter((fault) => !/^dialog: |^4(09|15|22): |status of 4(09|15|22)/.test(fault));
/** The workers of this test run when they are told to. */
const work = async (isDone: () => Promise<boolean>): Promise<void> => {
  await eventually('the workers are done', async () => {
    await site.runJobs();
    return isDone();
  });
};
const numbersIn = (page: Page): Promise<string[]> =>
  page.locator('[data-tile] img').evaluateAll((all) => all.map((img) => img.getAttribute('alt') ?? ''));

/** The button stays in place and says by its state whether anything is missing. */
const isReady = async (): Promise<boolean> =>
  (await page.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')) === 'false';

const creator = await openTab({ as: await site.signUp('Mira') });
const { page } = creator;
let storyPath = '';
let episodePath = '';
await creator.goto('/creator/stories');

await t.test('STO-02 STO-06 STO-07 STO-39 PAG-13 PAG-15 a story with a cover', async (t) => {
  await page.getByRole('link', { name: 'Create your first story' }).click();
  await awake(page, 'StoryForm');
  t.same(await page.getByRole('group', { name: 'Type' }).getByRole('radio').count(), 3);
  const [media] = await Promise.all([
    page.waitForRequest((made) => new URL(made.url()).pathname === '/api/media' && made.method() === 'POST'),
    page.locator('input[type=file]').setInputFiles(await sampleFile('cover.jpg')),
  ]);
  t.match(media.headers()['content-type'], /^multipart\/form-data/);
  await page.getByRole('dialog').getByRole('button', { name: 'Use this' }).click();
  await page.getByLabel('Title').fill('Craphound');
  await page.getByLabel('Indie').check({ force: true });
  await page.getByLabel('Genre').selectOption('sci_fi');
  await page.getByLabel('Language', { exact: true }).selectOption('en');
  await page.getByLabel('Description').fill('Two collectors and one yard sale.');
  await page.getByLabel('Tags').fill('aliens, yard sale, Aliens');
  await page.getByText('Being processed').waitFor();
  await page.getByRole('button', { name: 'Create story' }).click();
  await page.getByRole('heading', { level: 1, name: 'Craphound' }).waitFor();
  storyPath = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Details', exact: true }).click();
  await awake(page, 'StoryForm');
  await work(async () => !(await page.getByText('Being processed').isVisible()));
  t.equal(await page.getByRole('button', { name: /^Remove (aliens|yard sale)$/ }).count(), 2);
  await page.getByLabel('Description').fill('Two collectors, one yard sale.');
  await page.getByText(/^Story saved, /).waitFor();
});

await t.test('EPI-14 ERR-49 an episode is added', async (t) => {
  await page.getByRole('link', { name: 'Episodes 0' }).click();
  await page.getByLabel('Title of the first episode').fill('Yard Sale');
  creator.alerts.length = 0;
  await page.getByRole('button', { name: 'Add episode' }).click();
  await page.getByRole('heading', { level: 1, name: /Yard Sale/ }).waitFor();
  episodePath = new URL(page.url()).pathname;
  await toastSays(page, 'Episode added');
  t.same(creator.alerts, []);
  await awake(page, 'EpisodeEditor');
  t.ok(await page.getByText('There is no page yet.').isVisible());
  const publish = page.getByRole('button', { name: 'Publish' });
  t.equal(await publish.getAttribute('aria-disabled'), 'true', 'what is missing is told, nothing is sent');
});

await t.test('PAG-01 PAG-02 PAG-13 PAG-16 many pages at once; a refused one stays out', async (t) => {
  const names = ['page10.jpg', 'page02.jpg', 'page01.jpg', 'page03.jpg'];
  const calls: string[] = [];
  page.on('request', (made) => calls.push(`${made.method()} ${new URL(made.url()).pathname}`));
  const chooser = page.locator('input[type=file][multiple]');
  await chooser.setInputFiles([
    ...(await Promise.all(names.map((name) => sampleFile(name)))),
    await sampleFile('page04.jpg', { bytes: 3_485_310 }),
    { name: 'page05.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture at all') },
  ]);
  await page.getByText('3.4 MB, 3 MB allowed.').first().waitFor();
  await page.getByText(/page05\.jpg.*was not taken/).waitFor();
  t.ok(await page.getByText('The other pages are saved.').isVisible());
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  await work(async () => (await page.getByText('processing', { exact: true }).count()) === 0);
  await eventually('four pages', async () => (await page.locator('[data-tile]').count()) === 4);
  const wanted = ['page01.jpg', 'page02.jpg', 'page03.jpg', 'page10.jpg'];
  t.same(
    await numbersIn(page),
    wanted.map((name, at) => `Page ${at + 1}: ${name}`),
    'in natural order',
  );
  t.ok(calls.includes('POST /api/creator/pages'));
  t.ok(await page.getByText('5 to 22 recommended').isVisible(), 'EPI-45');
  t.ok(await page.getByText('You can publish with fewer.').isVisible(), 'EPI-45 a hint, no error');
  await page.reload();
  await awake(page, 'EpisodeEditor');
  t.same(
    await numbersIn(page),
    wanted.map((name, at) => `Page ${at + 1}: ${name}`),
    'kept',
  );
});

await t.test('PAG-04 ERR-55 pages are put in order by keyboard', async (t) => {
  const grip = page.getByRole('button', { name: /^Page 4:/ });
  await grip.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Pages sorted').waitFor();
  t.match(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    /^Page 2:/,
    'the focus goes along',
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Page 2' });
  await dialog.getByLabel(/Move to place/).fill('1');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await eventually('the order', async () => (await numbersIn(page))[0] === 'Page 1: page10.jpg');
  await page.getByText('Pages sorted').waitFor();
  await eventually('the order is kept', async () => {
    await page.reload();
    return (await numbersIn(page))[0] === 'Page 1: page10.jpg';
  });
  await awake(page, 'EpisodeEditor');
});

await t.test('PAG-04 pages are put in order by pointer', async (t) => {
  const tiles = page.locator('[data-tile]');
  const from = await tiles.nth(0).boundingBox();
  const to = await tiles.nth(3).boundingBox();
  if (from === null || to === null) throw new Error('no tiles');
  await page.mouse.move(from.x + 30, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 50, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 40, { steps: 8 });
  await eventually('its slot', async () => (await tiles.nth(3).getByText('here').count()) === 1);
  const sorted = page.waitForResponse((answer) => answer.url().endsWith('/api/creator/pages/sort'));
  await page.mouse.up();
  t.equal((await sorted).status(), 200);
  t.equal((await numbersIn(page))[3], 'Page 4: page10.jpg');
});

await t.test('PAG-05 ERR-56 the order is turned round and back', async (t) => {
  await page.getByRole('button', { name: 'Reverse' }).click();
  await page.getByText('Order changed').waitFor();
  t.equal((await numbersIn(page))[0], 'Page 1: page10.jpg');
  const turned = page.waitForResponse((answer) => answer.url().endsWith('/api/creator/pages/reverse'));
  await page.getByRole('button', { name: 'Reverse' }).click();
  t.equal((await turned).status(), 200);
  await eventually('the order', async () => (await numbersIn(page))[0] === 'Page 1: page01.jpg');
});

await t.test('PAG-06 a page is replaced by another picture', async (t) => {
  await page.getByRole('button', { name: /^Page 2:/ }).click();
  const chooser = await chooserAfter(page, () =>
    page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click(),
  );
  const replaced = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await chooser.setFiles(await sampleFile('page05.jpg', { width: 700 }));
  t.equal((await replaced).status(), 202);
  await work(async () => (await numbersIn(page))[1] === 'Page 2: page05.jpg');
  await work(isReady);
  t.equal(await page.locator('[data-tile]').count(), 4);
});

await t.test('PAG-03 ERR-54 a page is removed, and the removal taken back', async (t) => {
  const remove = async () => {
    await page.getByRole('button', { name: /^Page 4:/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Page removed').waitFor();
  };
  await remove();
  t.equal(await page.locator('[data-tile]').count(), 3);
  await page.getByRole('button', { name: 'Undo' }).click();
  t.equal(await page.locator('[data-tile]').count(), 4);
  await remove();
  // Leaving the page makes it final.
  await creator.goto('/creator/stories');
  await eventually('the removal is final', async () => {
    await creator.goto(episodePath);
    return (await page.locator('[data-tile]').count()) === 3;
  });
  await awake(page, 'EpisodeEditor');
});

await t.test('ERR-57 STO-34 published: readers see it at once, the console only looks', async (t) => {
  const visitor = await openTab();
  await visitor.goto('/');
  t.equal(await visitor.page.getByText('Craphound').count(), 0);
  await work(isReady);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published. Readers can see it now.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Upload' }).count(), 0);
  t.ok(await page.getByText('Unpublish it first').isVisible(), 'EPI-33');
  await visitor.goto('/');
  t.ok((await visitor.page.getByText('Craphound').count()) > 0);
  const view = await page.getByRole('link', { name: 'View', exact: true }).getAttribute('href');
  t.equal(await visitor.goto(view ?? ''), 200);
  t.same(faultsOf(visitor), []);
  await visitor.context.close();
});

await t.test('STO-03 STO-04 STO-05 the list and its filters', async (t) => {
  await creator.goto('/creator/stories?filter=published');
  t.equal(await page.getByRole('article').count(), 1);
  t.ok(await page.getByRole('link', { name: /Published 1/ }).isVisible());
  await creator.goto('/creator/stories?filter=work_in_progress');
  t.equal(await page.getByRole('article').count(), 0);
  await creator.goto('/creator/stories');
  t.equal(await page.getByRole('article').count(), 1);
});

await t.test('ERR-58 unpublished: gone at once', async (t) => {
  await creator.goto(episodePath);
  await awake(page, 'EpisodeEditor');
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await page.getByText('Unpublished. Readers no longer see it.').waitFor();
  const visitor = await openTab();
  await visitor.goto('/');
  t.equal(await visitor.page.getByText('Craphound').count(), 0);
  await visitor.context.close();
  await page.getByRole('button', { name: 'Upload' }).waitFor();
});

await t.test(
  'ERR-51 ERR-53 the episode and the story are deleted, the story by typing its title',
  async (t) => {
    creator.alerts.length = 0;
    await page.getByRole('button', { name: 'Delete episode …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete episode' }).click();
    await page.waitForURL((url) => url.pathname === storyPath);
    await toastSays(page, 'Episode deleted');
    await page.getByRole('link', { name: 'Details', exact: true }).click();
    await awake(page, 'StoryForm');
    await page.getByRole('button', { name: 'Delete story …' }).click();
    await page.getByLabel('Type its title to confirm').fill('craphound?');
    await page.getByRole('button', { name: 'Delete story', exact: true }).click();
    await page.getByText('Title is not the title of this story').waitFor();
    await page.getByLabel('Type its title to confirm').fill('Craphound');
    await page.getByRole('button', { name: 'Delete story', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/creator/stories');
    await toastSays(page, 'Story deleted');
    t.same(creator.alerts, []);
    t.equal(await page.getByRole('article').count(), 0);
  },
);

await t.test('nothing went wrong in the browser on the way', async (t) => {
  t.same(faultsOf(creator), []);
});

await site.close();
