/** Created stories in a real browser: made, found again, deleted, with and without a script. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { stories, storyCounters, users } from '../../db/schema/index.ts';
import { createEpisode, createStory, publishStory, uploadCover } from '../support/console.ts';
import { type Desk, faultsOf, formAwake, openDesk, press, readStory, titleIn } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { toastSays } from '../support/islands.ts';
import { phone, startSite } from '../support/site.ts';

const site = await startSite();
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

async function fillIn(page: Page, title: string, genre: string): Promise<void> {
  await titleIn(page).fill(title);
  await page.getByLabel('Genre').selectOption(genre);
  await page.getByLabel('Language', { exact: true }).selectOption('en');
}

/** Creates what the form holds and answers where the story is edited. */
async function create(desk: Desk, title: string): Promise<string> {
  await desk.page.getByRole('button', { name: 'Create story' }).click();
  await desk.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await toastSays(desk.page, 'Story saved');
  t.same(desk.alerts, []);
  return idOf(desk.page);
}

const mira = await site.signUp('Mira');
const desk = await openDesk(site, { as: mira });
const { page } = desk;

await t.test(
  'STO-01 STO-02 HDR-25 ROL-03 the console of a creator begins with created stories',
  async (t) => {
    t.equal(await desk.goto('/creator/stories'), 200);
    t.ok(await page.getByRole('banner').getByText('Creator', { exact: true }).isVisible());
    await page.getByRole('link', { name: 'Create your first story' }).click();
    await formAwake(page);
    t.same(await page.getByRole('group', { name: 'Type' }).getByRole('radio').count(), 3);
  },
);

await t.test('STO-06 STO-39 ERR-52 a comic is created', async (t) => {
  await page.getByLabel('Right to left').check({ force: true });
  await fillIn(page, 'Night Bus', 'crime');
  t.notOk(await page.getByLabel('Genre').locator('option[value=poetry]').count(), 'a genre of novels');
  const id = await create(desk, 'Night Bus');
  t.match(await readStory(site, mira, id), {
    publication_type: 'comics',
    format: 'page_rtl',
    genre: 'crime',
    language: 'en',
  });
});

await t.test('STO-07 an indie story is created', async (t) => {
  await desk.goto('/creator/stories/new');
  await formAwake(page);
  await page.getByRole('radio', { name: 'Indie' }).check({ force: true });
  await page.getByLabel('Strip').check({ force: true });
  await fillIn(page, 'Zine', 'slice_of_life');
  const id = await create(desk, 'Zine');
  t.match(await readStory(site, mira, id), { publication_type: 'indie', format: 'strip' });
});

await t.test('STO-08 NOV-03 a novel is created with genres of its own and begins in its text', async (t) => {
  await desk.goto('/creator/stories/new');
  await formAwake(page);
  await page.getByRole('radio', { name: 'Novel' }).check({ force: true });
  t.equal(await page.getByRole('group', { name: 'Reading direction' }).count(), 0);
  await fillIn(page, 'Paper Boats', 'poetry');
  await page.getByRole('radio', { name: 'Comic' }).check({ force: true });
  t.equal(await page.getByLabel('Genre').inputValue(), '', 'what a comic does not have is not kept');
  await page.getByRole('radio', { name: 'Novel' }).check({ force: true });
  await page.getByLabel('Genre').selectOption('poetry');
  await page.getByRole('button', { name: 'Create story' }).click();
  await page.getByRole('textbox', { name: 'Text of the chapter' }).waitFor();
  const [, id = ''] = /\/creator\/stories\/([^/]+)\/episodes\//.exec(page.url()) ?? [];
  t.match(await readStory(site, mira, id), { publication_type: 'novel', format: null, genre: 'poetry' });
  await desk.goto(`/creator/stories/${id}/details`);
  await formAwake(page);
  t.equal(await page.getByRole('group', { name: 'Reading direction' }).count(), 0);
});

await t.test('ERR-09 ERR-11 what is refused is said at its field, and above how many they are', async (t) => {
  await desk.goto('/creator/stories/new');
  await formAwake(page);
  await page.getByRole('button', { name: 'Create story' }).click();
  await page.getByText("Title can't be blank").waitFor();
  t.ok(await page.getByText("Genre can't be blank").isVisible());
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  const summary = page.locator('[data-summary]');
  t.match(await summary.textContent(), /^3 fields need another look/);
  t.ok(await summary.evaluate((at) => at === document.activeElement), 'the focus is there');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  t.equal(await focused(), 'genre', 'each link leads to its field');
  await page.getByLabel('Genre').selectOption('crime');
  await page.getByText("Genre can't be blank").waitFor({ state: 'detached' });
  t.match(await summary.textContent(), /^2 fields/);
  await page.getByLabel('Language', { exact: true }).selectOption('en');
  t.match(await summary.textContent(), /^One field/);
  await titleIn(page).pressSequentially('H');
  t.equal(await summary.count(), 0, 'nothing is wrong any more');
  t.equal(await page.getByText("Title can't be blank").count(), 0);
  await titleIn(page).fill('');
  await page.getByRole('button', { name: 'Create story' }).click();
  await page.getByText("Title can't be blank").waitFor();
  t.equal(await focused(), 'title', 'a single one gets the focus itself');
});

await t.test('a new story is kept in the browser until it is created, or discarded', async (t) => {
  await titleIn(page).fill('Half an Idea');
  await page.getByLabel('Tags').fill('fog, harbour,');
  await eventually('kept', () =>
    page.evaluate(() => Object.values(localStorage).some((kept) => kept.includes('harbour'))),
  );
  await desk.goto('/creator/stories');
  await desk.goto('/creator/stories/new');
  await page.getByText('This is the story you began here.').waitFor();
  t.equal(await titleIn(page).inputValue(), 'Half an Idea');
  t.ok(await page.getByRole('button', { name: 'Remove harbour' }).isVisible());
  await page.getByRole('button', { name: 'Discard it' }).click();
  t.equal(await titleIn(page).inputValue(), '');
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'title');
  await page.reload();
  await formAwake(page);
  t.equal(await page.getByText('This is the story you began here.').count(), 0);
  const other = await openDesk(site, { as: await site.signUp('Other') });
  await other.goto('/creator/stories/new');
  t.equal(await titleIn(other.page).inputValue(), '');
  await other.context.close();
});

const home = await createStory(site, mira, {
  title: 'No Way Home',
  cover_media_id: await uploadCover(site, mira),
});
const path = `/creator/stories/${home.id}`;

await t.test('STO-38 STO-03 STO-04 STO-05 filter, search, order and view without a script', async (t) => {
  await publishStory(site, mira, { title: 'Out in the World' });
  await site.runJobs();
  const [zine] = await site.deps.db.select().from(stories).where(eq(stories.title, 'Zine'));
  await site.deps.db.insert(storyCounters).values({ storyId: zine?.id ?? '', viewsCount: 41 });
  const plain = await openDesk(site, { as: mira, javaScriptEnabled: false, ...phone });
  const list = plain.page;
  const titles = () =>
    list.getByRole('article').getByRole('link').and(list.locator('[lang]')).allTextContents();
  await plain.goto('/creator/stories');
  t.equal((await titles()).length, 5);
  await press(list, 'link', 'Published 1');
  t.same(await titles(), ['Out in the World']);
  await press(list, 'link', 'Work in progress 4');
  t.equal((await titles()).length, 4);
  await list.getByRole('searchbox').fill('HOME');
  await press(list, 'button', 'Search');
  t.same(await titles(), ['No Way Home']);
  t.ok(await list.getByRole('link', { name: 'Work in progress 1' }).isVisible(), 'counted within the search');
  await list.getByRole('searchbox').fill('zeppelin');
  await press(list, 'button', 'Search');
  await list.getByText('No story has “zeppelin” in its title.').waitFor();
  await press(list, 'link', 'Show all stories');
  await list.getByText('Last update').first().click();
  await press(list, 'link', 'Reads');
  t.equal((await titles())[0], 'Zine');
  await press(list, 'link', 'Table');
  const table = list.getByRole('table', { name: 'Your stories' });
  t.equal(await table.getByRole('row').count(), 6);
  t.equal(await list.locator('[aria-sort]').textContent(), 'Reads');
  await plain.goto('/creator/stories');
  t.ok(await table.isVisible(), 'the view is remembered');
  await press(list, 'link', 'Cards');
  t.equal((await titles()).length, 5);
  t.same(faultsOf(plain), []);
  await plain.context.close();
});

await t.test('each story says by one link what to do next', async (t) => {
  const episode = await createEpisode(site, mira, home.id, 'One');
  await desk.goto('/creator/stories');
  const row = (title: string) => page.getByRole('article').filter({ hasText: title });
  t.match(await row('Zine').getByRole('link', { name: 'Add a cover' }).getAttribute('href'), /\/details$/);
  t.ok(await row('No Way Home').getByText('Episode 1 has no pages yet').isVisible());
  await row('No Way Home').getByRole('link', { name: 'Upload pages' }).click();
  await page.waitForURL((url) => url.pathname === `${path}/episodes/${episode.id}`);
  await desk.goto('/creator/stories');
  await page.getByLabel('More for Zine').click();
  t.ok(await page.getByRole('link', { name: 'Details', exact: true }).first().isVisible());
  await page.keyboard.press('Escape');
});

await t.test('STO-33 HDR-26 ROL-08 ROL-09 ROL-10 a publisher makes comics and novels only', async (t) => {
  const house = await site.signUp('Ink House');
  await site.deps.db.update(users).set({ publisher: true }).where(eq(users.id, house.id));
  const context = await openDesk(site);
  await context.goto('/sign_in');
  await context.page.getByLabel('E-mail').fill(house.email);
  await context.page.getByLabel('Password').fill('correct horse battery');
  await context.page.locator('main [type=submit]').click();
  await context.page.waitForURL((url) => url.pathname === '/creator/stories');
  const cookies = await context.context.cookies();
  t.match(
    cookies.find(({ name }) => name === 'is_publisher'),
    { value: '1' },
  );
  t.ok(await context.page.getByRole('banner').getByText('Publisher', { exact: true }).isVisible());
  await context.goto('/creator/stories/new');
  await formAwake(context.page);
  const types = context.page.getByRole('group', { name: 'Type' }).getByRole('radio');
  t.same(await types.evaluateAll((all) => all.map((one) => one.getAttribute('value'))), ['comics', 'novel']);
  await context.context.close();
});

await t.test(
  'STO-36 STO-37 PRO-22 PRO-23 the languages one writes in come first, in their order',
  async (t) => {
    const writer = await site.signUp('Polyglot');
    await site.call('PUT /creator/content_languages/preferred', {
      as: writer,
      body: { languages: ['ja', 'de', 'fr'] },
    });
    const tab = await openDesk(site, { as: writer });
    await tab.goto('/creator/stories/new');
    const options = await tab.page
      .getByLabel('Language', { exact: true })
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    t.same(options.slice(0, 4), ['ja', 'de', 'fr', 'en']);
    t.equal(await tab.page.getByLabel('Language', { exact: true }).inputValue(), 'ja');
    await tab.context.close();
  },
);

await t.test(
  'ERR-05 ERR-06 ROL-04 a story of somebody else leads to the created stories with the message',
  async (t) => {
    const stranger = await openDesk(site, { as: await site.signUp('Stranger') });
    for (const address of [path, `${path}/prices`, `${path}/statistics`, '/creator/stories/nothing']) {
      await stranger.goto(address);
      await stranger.page.waitForURL(/\/creator\/stories$/);
      // Half a second after the page (ERR-17).
      if (stranger.alerts.length === 0) await stranger.page.waitForEvent('dialog');
      const [alert] = stranger.alerts.splice(0);
      t.equal(
        alert,
        'This page is not part of your stories, or it no longer exists.',
        'what is not there is told alike',
      );
    }
    await stranger.context.close();
  },
);

await t.test('a story is made, saved and deleted without a script', async (t) => {
  const plain = await openDesk(site, { as: mira, javaScriptEnabled: false });
  const { page } = plain;
  await plain.goto('/creator/stories/new');
  await page.getByRole('link', { name: 'Novel', exact: true }).click();
  await titleIn(page).fill('By Candlelight');
  await page.getByLabel('Genre').selectOption('poetry');
  await page.getByLabel('Language', { exact: true }).selectOption('en');
  await page.getByLabel('Tags').fill('wax, night');
  await page.getByRole('button', { name: 'Create story' }).click();
  await page.getByRole('heading', { level: 1, name: 'By Candlelight' }).waitFor();
  // What stands in a noscript is no text to Playwright, though it is to everybody who sees the page.
  const told = () => page.locator('noscript').first().innerText();
  t.match(await told(), 'Story saved');
  const id = idOf(page);
  await page.getByRole('link', { name: 'Details', exact: true }).click();
  t.match(await readStory(site, mira, id), { publication_type: 'novel', tags: ['wax', 'night'] });
  await page.getByLabel('Description').fill('Short.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  t.match(await readStory(site, mira, id), { description: 'Short.', lock_version: 1 });
  t.equal(new URL(page.url()).pathname, `/creator/stories/${id}/details`);
  await page.locator('summary', { hasText: 'Delete story …' }).click();
  const deletion = page.locator('noscript form');
  await deletion.locator('[name=title]').fill('By Candlelight');
  await deletion.locator('[type=submit]').click();
  await page.waitForURL((url) => url.pathname === '/creator/stories');
  t.match(await told(), 'Story deleted');
  t.same(faultsOf(plain), []);
  await plain.context.close();
});

await t.test('the same in German on a phone', async (t) => {
  const tab = await openDesk(site, { as: await site.signUp('Greta'), ...phone });
  const { page } = tab;
  await tab.goto('/de/creator/stories');
  await page.getByRole('link', { name: 'Erste Geschichte anlegen' }).click();
  await formAwake(page);
  await page.getByRole('radio', { name: 'Roman' }).check({ force: true });
  await page.getByLabel('Titel').fill('Nebel');
  await page.getByLabel('Genre').selectOption({ label: 'Lyrik' });
  await page.getByLabel('Sprache', { exact: true }).selectOption({ label: 'Deutsch' });
  await page.getByRole('button', { name: 'Geschichte anlegen' }).click();
  await page.getByRole('textbox', { name: 'Text des Kapitels' }).waitFor();
  await tab.goto(new URL(page.url()).pathname.replace(/episodes\/.*/, 'details'));
  await formAwake(page);
  await page.getByLabel('Beschreibung').fill('Ein Hafen.');
  await page.getByText(/^Geschichte gespeichert, /).waitFor();
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

await t.test('nothing went wrong in the browser on the way', async (t) => {
  t.same(faultsOf(desk), []);
});

await site.close();
