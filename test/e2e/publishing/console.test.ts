import t from 'tap';
import { chooserAfter } from '../../support/chooser.ts';
import { faultsOf, openDesk, readStory } from '../../support/desk.ts';
import { eventually, workUntil } from '../../support/eventually.ts';
import { choose, click, expect, fill, press, ready, select, settled } from '../../support/hand.ts';
import { toastSays } from '../../support/islands.ts';
import { visitPlainly } from '../../support/plain.ts';
import { sampleFile } from '../../support/sample-page.ts';
import { startSite, wide } from '../../support/site.ts';

const site = await startSite();
const mira = await site.signUp('Mira');
const creator = await openDesk(site, { as: mira, ...wide });
const { page } = creator;
const tiles = page.locator('[data-tile]');
const publish = page.getByRole('button', { name: 'Publish' });
const pageTile = (number: number) => page.getByRole('button', { name: new RegExp(`^Page ${number}:`) });
const dialog = page.getByRole('dialog');
let storyPath = '';
let episodePath = '';

const alts = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('[data-tile] img')].map(({ alt }) => alt),
  );
const shows = (...names: string[]) =>
  expect.poll(alts).toEqual(names.map((name, at) => `Page ${at + 1}: ${name}`));
const stored = async (): Promise<string> => {
  const id = episodePath.split('/').at(-1);
  const reply = await site.call(`GET /creator/pages?episode_id=${id}`, { as: mira });
  return reply
    .json<{ pages: { name: string }[] }>()
    .pages.map(({ name }) => name)
    .join(' ');
};
/** Workers run only when this test calls them. The button's state shows whether anything is missing. */
const untilReady = () =>
  workUntil(
    site,
    'nothing is missing',
    async () => (await publish.getAttribute('aria-disabled')) === 'false',
  );
const isOnLandingPage = async (): Promise<boolean> => {
  const visitor = visitPlainly(site.app);
  await visitor.goto('/');
  return visitor.text().includes('Craphound');
};

await creator.goto('/creator/stories');

await t.test('STO-02 STO-06 STO-07 STO-39 PAG-13 PAG-15 a story with a cover', async (t) => {
  await click(page.getByRole('link', { name: 'Create your first story' }));
  await expect(page.getByRole('group', { name: 'Type' }).getByRole('radio')).toHaveCount(3);
  await ready(page);
  const sent = page.waitForRequest(
    (made) => new URL(made.url()).pathname === '/api/media' && made.method() === 'POST',
  );
  await page.locator('input[type=file]').setInputFiles(await sampleFile('cover.jpg'));
  t.match((await sent).headers()['content-type'], /^multipart\/form-data/);
  await click(dialog.getByRole('button', { name: 'Use this' }));
  await fill(page.getByLabel('Title'), 'Craphound');
  await choose(page.getByLabel('Indie'));
  await select(page.getByLabel('Genre'), 'sci_fi');
  await select(page.getByLabel('Language', { exact: true }), 'en');
  await fill(page.getByLabel('Description'), 'Two collectors and one yard sale.');
  await fill(page.getByLabel('Tags'), 'aliens, yard sale, Aliens');
  await expect(page.getByText('Being processed')).toBeVisible();
  await click(page.getByRole('button', { name: 'Create story' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Craphound' })).toBeVisible();
  storyPath = new URL(page.url()).pathname;
  await click(page.getByRole('link', { name: 'Details', exact: true }));
  await expect(page.getByRole('button', { name: /^Remove (aliens|yard sale)$/ })).toHaveCount(2);
  await workUntil(
    site,
    'the cover can be shown',
    async () => !(await page.getByText('Being processed').isVisible()),
  );
  await fill(page.getByLabel('Description'), 'Two collectors, one yard sale.');
  await expect(page.getByText(/^Story saved, /)).toBeVisible();
});

await t.test('EPI-14 ERR-49 an episode is added', async (t) => {
  await click(page.getByRole('link', { name: 'Episodes 0' }));
  await fill(page.getByLabel('Title of the first episode'), 'Yard Sale');
  creator.alerts.length = 0;
  await click(page.getByRole('button', { name: 'Add episode' }));
  await expect(page.getByRole('heading', { level: 1, name: /Yard Sale/ })).toBeVisible();
  episodePath = new URL(page.url()).pathname;
  await toastSays(page, 'Episode added');
  t.same(creator.alerts, []);
  await expect(page.getByText('No pages yet.')).toBeVisible();
  await expect(publish, 'what is missing is told, nothing is sent').toHaveAttribute('aria-disabled', 'true');
});

await t.test('PAG-01 PAG-02 PAG-13 PAG-16 many pages at once; a refused one stays out', async (t) => {
  const names = ['page10.jpg', 'page02.jpg', 'page01.jpg', 'page03.jpg'];
  const calls: string[] = [];
  page.on('request', (made) => calls.push(`${made.method()} ${new URL(made.url()).pathname}`));
  await ready(page);
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([
      ...(await Promise.all(names.map((name) => sampleFile(name)))),
      await sampleFile('page04.jpg', { bytes: 3_485_310 }),
      { name: 'page05.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture at all') },
    ]);
  await expect(page.getByText('3.4 MB, 3 MB allowed.').first()).toBeVisible();
  await expect(page.getByText(/page05\.jpg.*was not added/)).toBeVisible();
  await expect(page.getByText('The other pages are saved.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Leave out', exact: true }));
  await expect(tiles).toHaveCount(4);
  await untilReady();
  await shows('page01.jpg', 'page02.jpg', 'page03.jpg', 'page10.jpg');
  t.ok(calls.includes('POST /api/creator/pages'));
  await expect(page.getByText('5 to 22 recommended'), 'EPI-45').toBeVisible();
  await expect(page.getByText('You can publish with fewer.'), 'EPI-45 a hint, no error').toBeVisible();
  await page.reload();
  await shows('page01.jpg', 'page02.jpg', 'page03.jpg', 'page10.jpg');
});

await t.test('PAG-04 ERR-55 pages are put in order by keyboard', async () => {
  await pageTile(4).focus();
  await press(page, 'ArrowLeft', 'ArrowLeft');
  await expect(page.getByText('Pages sorted')).toBeVisible();
  await expect(pageTile(2), 'the focus goes along').toBeFocused();
  await press(page, 'Enter');
  const second = page.getByRole('dialog', { name: 'Page 2' });
  await fill(second.getByLabel(/Move to position/), '1');
  await click(second.getByRole('button', { name: 'Move', exact: true }));
  await expect.poll(stored).toBe('page10.jpg page01.jpg page02.jpg page03.jpg');
  await shows('page10.jpg', 'page01.jpg', 'page02.jpg', 'page03.jpg');
  await page.reload();
  await shows('page10.jpg', 'page01.jpg', 'page02.jpg', 'page03.jpg');
});

await t.test('PAG-04 PAG-05 ERR-56 pages are put in order by pointer, turned round and back', async (t) => {
  const place = (at: number) => settled(page, () => tiles.nth(at).boundingBox());
  const [from, to] = [await place(0), await place(3)];
  if (from === null || to === null) throw new Error('no tiles');
  const answered = (to: string) => page.waitForResponse((answer) => answer.url().endsWith(to));
  await page.mouse.move(from.x + 30, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 50, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 40, { steps: 8 });
  await expect(tiles.nth(3).getByText('here')).toHaveCount(1);
  const sorted = answered('/api/creator/pages/sort');
  await page.mouse.up();
  t.equal((await sorted).status(), 200);
  await shows('page01.jpg', 'page02.jpg', 'page03.jpg', 'page10.jpg');
  const reverse = page.getByRole('button', { name: 'Reverse' });
  const turned = answered('/api/creator/pages/reverse');
  await click(reverse);
  t.equal((await turned).status(), 200);
  await expect(page.getByText('Order changed')).toBeVisible();
  await shows('page10.jpg', 'page03.jpg', 'page02.jpg', 'page01.jpg');
  const back = answered('/api/creator/pages/reverse');
  await click(reverse);
  t.equal((await back).status(), 200);
  await shows('page01.jpg', 'page02.jpg', 'page03.jpg', 'page10.jpg');
});

await t.test('PAG-06 a page is replaced by another picture', async (t) => {
  await click(pageTile(2));
  const chooser = await chooserAfter(page, () => click(dialog.getByRole('button', { name: 'Replace' })));
  const replaced = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await chooser.setFiles(await sampleFile('page05.jpg', { width: 700 }));
  t.equal((await replaced).status(), 202);
  await workUntil(site, 'the other picture', async () => (await alts())[1] === 'Page 2: page05.jpg');
  await untilReady();
  await shows('page01.jpg', 'page05.jpg', 'page03.jpg', 'page10.jpg');
});

await t.test('PAG-03 ERR-54 a page is removed, and the removal taken back', async () => {
  const remove = async () => {
    await click(pageTile(4));
    await click(dialog.getByRole('button', { name: 'Remove' }));
    await expect(page.getByText('Page removed')).toBeVisible();
    await expect(tiles).toHaveCount(3);
  };
  await remove();
  await click(page.getByRole('button', { name: 'Undo' }));
  await expect(tiles).toHaveCount(4);
  await remove();
  // Leaving the page makes the removal final.
  await creator.goto('/creator/stories');
  await eventually('the removal is final', async () => {
    await creator.goto(episodePath);
    return (await tiles.count()) === 3;
  });
});

await t.test('ERR-57 STO-34 published: readers see it at once, the console only looks', async (t) => {
  t.notOk(await isOnLandingPage());
  await untilReady();
  await click(publish);
  await click(dialog.getByRole('button', { name: 'Publish now' }));
  await expect(page.getByText('Published. Readers can see it now.')).toBeVisible();
  await expect(page.getByText('Unpublish it first'), 'EPI-33').toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0);
  t.ok(await isOnLandingPage());
  const { slug } = await readStory(site, mira, storyPath.split('/').at(-1) ?? '');
  await expect(page.getByRole('link', { name: 'View', exact: true })).toHaveAttribute(
    'href',
    `/stories/${slug}/1`,
  );
  t.equal((await site.app.inject({ url: `/stories/${slug}/1` })).statusCode, 200);
});

await t.test('ERR-58 unpublished: gone at once', async (t) => {
  await creator.goto(episodePath);
  await click(page.getByRole('button', { name: 'Unpublish' }));
  await click(dialog.getByRole('button', { name: 'Unpublish' }));
  await expect(page.getByText('Unpublished. Readers no longer see it.')).toBeVisible();
  t.notOk(await isOnLandingPage());
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible();
});

await t.test(
  'ERR-51 ERR-53 the episode and the story are deleted, the story by typing its title',
  async (t) => {
    creator.alerts.length = 0;
    await click(page.getByRole('button', { name: 'Delete episode …' }));
    await click(dialog.getByRole('button', { name: 'Delete episode' }));
    await expect(page).toHaveURL((url) => url.pathname === storyPath);
    await toastSays(page, 'Episode deleted');
    await click(page.getByRole('link', { name: 'Details', exact: true }));
    await click(page.getByRole('button', { name: 'Delete story …' }));
    const title = page.getByLabel('Type its title to confirm');
    await fill(title, 'craphound?');
    await click(page.getByRole('button', { name: 'Delete story', exact: true }));
    await expect(page.getByText('Title is not the title of this story')).toBeVisible();
    await fill(title, 'Craphound');
    await click(page.getByRole('button', { name: 'Delete story', exact: true }));
    await expect(page).toHaveURL((url) => url.pathname === '/creator/stories');
    await toastSays(page, 'Story deleted');
    t.same(creator.alerts, []);
    await expect(page.getByRole('link', { name: 'Create your first story' })).toBeVisible();
    t.same(faultsOf(creator), []);
  },
);

await site.close();
