import t from 'tap';
import { violations } from '../../support/axe.ts';
import { createStory, publishStory } from '../../support/console.ts';
import { faultsOf, openDesk, readStory, storySaved, titleIn } from '../../support/desk.ts';
import { eventually, workUntil } from '../../support/eventually.ts';
import { choose, click, expect, fill, press, ready, select, type } from '../../support/hand.ts';
import { toastSays } from '../../support/islands.ts';
import { sampleFile } from '../../support/sample-page.ts';
import { startSite, wide } from '../../support/site.ts';

const site = await startSite();
const COVER = await sampleFile('cover.jpg');
const mira = await site.signUp('Mira');
const desk = await openDesk(site, { as: mira, ...wide });
const { page } = desk;
const { id } = await createStory(site, mira, { title: 'Long Way Home', tags: ['road'] });
const path = `/creator/stories/${id}/details`;
const { story: shown } = await publishStory(site, mira, { title: 'Out in the World' });
await site.runJobs();
const stored = () => readStory(site, mira, id);
const description = page.getByLabel('Description');
const genre = page.getByLabel('Genre');
const tags = page.getByLabel('Tags');
const cover = page.locator('input[type=file]').first();
const processed = page.getByText('Being processed');
const untilProcessed = () =>
  workUntil(site, 'the cover can be shown', async () => !(await processed.isVisible()));

await t.test('STO-40 changes are saved by themselves, together and in order', async (t) => {
  await desk.goto(path);
  const calls: string[] = [];
  page.on('request', (made) => {
    if (made.method() === 'PATCH') calls.push(made.postData() ?? '');
  });
  await description.pressSequentially('Two people, one map.');
  await storySaved(page);
  t.match(await stored(), { description: 'Two people, one map.' });
  t.ok(calls.length < 4, `${calls.length} calls for twenty keys`);
  await choose(page.getByRole('radio', { name: '13+' }));
  await fill(tags, 'map');
  await press(page, 'Enter', 'Backspace');
  await type(page, 'night,');
  await eventually('saved', async () => (await stored()).tags.join() === 'road,night');
  t.match(await stored(), { rating: 'teen13' });
});

await t.test('a tag that is too long, and an eleventh, stay out with a word why', async (t) => {
  await fill(tags, `${'x'.repeat(31)},`);
  await expect(page.getByText('A tag has at most 30 characters.')).toBeVisible();
  await fill(tags, '1,2,3,4,5,6,7,8,9,');
  await expect(page.getByText('You can add at most 10 tags.')).toBeVisible();
  t.same(await violations(page), []);
  await expect(page.getByRole('button', { name: /^Remove \S+$/ })).toHaveCount(10);
  await expect(tags, 'what was typed stays').toHaveValue('9');
  await fill(tags, '');
});

await t.test('a blank title is not saved and the rest is; the page says so', async (t) => {
  await fill(titleIn(page), '  ');
  await select(genre, 'drama');
  await expect(page.getByText("Not saved: Title can't be blank")).toBeVisible();
  await eventually('the genre', async () => (await stored()).genre === 'drama');
  t.match(await stored(), { title: 'Long Way Home' });
  await fill(titleIn(page), 'Longer Way Home');
  await storySaved(page);
  t.match(await stored(), { title: 'Longer Way Home' });
});

await t.test(
  'without a connection the page says so, keeps what was typed and saves it afterwards',
  async (t) => {
    await desk.context.setOffline(true);
    await fill(description, 'Written in a tunnel.');
    await expect(page.getByText('Not saved: Communication with server error')).toBeVisible();
    const leaving = page.waitForEvent('dialog');
    await click(page.getByRole('link', { name: 'Your stories' }));
    t.equal((await leaving).type(), 'beforeunload', 'leaving asks first');
    await desk.context.setOffline(false);
    await storySaved(page);
    t.match(await stored(), { description: 'Written in a tunnel.' });
    desk.faults.splice(0);
    await page.reload();
    await expect(description).toHaveValue('Written in a tunnel.');
    t.same(faultsOf(desk), [], 'what is saved leaves without a question');
  },
);

await t.test('two tabs that change different fields: both are kept, and the later tab says so', async (t) => {
  const other = await desk.context.newPage();
  await other.goto(path);
  await select(other.getByLabel('Genre'), 'comedy');
  await storySaved(other);
  await fill(description, 'Mine.');
  await expect(page.getByText('Someone else changed this in the meantime: Genre.')).toBeVisible();
  await storySaved(page);
  await expect(genre).toHaveValue('comedy');
  t.match(await stored(), { genre: 'comedy', description: 'Mine.' });
  await other.close();
});

await t.test('two tabs that change the same: nothing is overwritten before somebody decides', async (t) => {
  const other = await desk.context.newPage();
  await other.goto(path);
  await fill(titleIn(other), 'The Way Home');
  await fill(other.getByLabel('Description'), 'Theirs.');
  await storySaved(other);
  await eventually('theirs', async () => (await stored()).description === 'Theirs.');
  await fill(titleIn(page), 'No Way Home');
  await expect(page.getByText('Someone else edited this at the same time')).toBeVisible();
  t.match(await stored(), { title: 'The Way Home' });
  t.same(await violations(page), []);
  const title = page.getByRole('group', { name: 'Title' });
  await expect(title.getByText('The Way Home')).toBeVisible();
  await expect(title.getByText('No Way Home')).toBeVisible();
  await fill(description, 'Mine again.');
  const decide = page.getByRole('button', { name: 'Save this choice' });
  await click(decide);
  const second = page.getByRole('group', { name: 'Description' });
  await eventually('saved or asked again', async () => {
    if (await second.isVisible()) {
      await choose(second.getByRole('radio', { name: 'Both' }));
      await click(decide);
    }
    return (await stored()).title === 'No Way Home';
  });
  await storySaved(page);
  await other.reload();
  await expect(titleIn(other)).toHaveValue('No Way Home');
  await other.close();
});

await t.test('STO-17 STO-28 PAG-14 a cover is cut to a square in the browser, by keyboard too', async (t) => {
  const asked = page.waitForRequest((made) => made.url().endsWith('/api/media/crop'));
  await ready(page);
  await cover.setInputFiles(COVER);
  const dialog = page.getByRole('dialog');
  await dialog.locator('[tabindex="0"]').first().focus();
  t.same(await violations(page), []);
  await press(page, '+', 'ArrowDown');
  await click(dialog.getByRole('button', { name: 'Use this' }));
  const body = (await asked).postDataJSON();
  t.equal(body.width, body.height);
  t.match(body, { purpose: 'cover' });
  await expect(processed).toBeVisible();
  await untilProcessed();
  t.equal((await site.app.inject({ url: (await stored()).cover_url })).statusCode, 200);
  await page.reload();
  await expect(page.locator('form img').first()).toHaveAttribute('src', /^\/media\//);
});

await t.test('a picture that is no picture, or is too large, is refused before it is sent', async (t) => {
  await ready(page);
  await cover.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByText('The picture must be a JPG or PNG.')).toBeVisible();
  await cover.setInputFiles({
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(3.2 * 1024 * 1024),
  });
  await expect(page.getByText('3.2 MB, 3 MB allowed.')).toBeVisible();
  t.ok((await stored()).cover_media_id, 'the cover stays');
});

await t.test('STO-29 STO-30 ERR-53 only a work in progress is deleted, by typing its title', async (t) => {
  await desk.goto(path);
  desk.alerts.length = 0;
  const title = page.getByLabel('Type its title to confirm');
  const remove = page.getByRole('button', { name: 'Delete story', exact: true });
  await click(page.getByRole('button', { name: 'Delete story …' }));
  await fill(title, 'no way home');
  await click(remove);
  await expect(page.getByText('Title is not the title of this story')).toBeVisible();
  await fill(title, 'No Way Home');
  await click(remove);
  await expect(page).toHaveURL((url) => url.pathname === '/creator/stories');
  await toastSays(page, 'Story deleted');
  t.same(desk.alerts, []);
  await click(page.getByRole('link', { name: 'Out in the World' }));
  await click(page.getByRole('link', { name: 'Details', exact: true }));
  await expect(page.getByText('A published story cannot be deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete story …' })).toHaveCount(0);
});

await t.test('STO-17 a published story keeps its cover until the new one can be shown', async (t) => {
  const coverOf = async () => (await readStory(site, mira, shown.id)).cover_media_id;
  const before = await coverOf();
  await ready(page);
  await cover.setInputFiles(COVER);
  await click(page.getByRole('dialog').getByRole('button', { name: 'Use this' }));
  await expect(processed).toBeVisible();
  t.equal(await coverOf(), before);
  await expect(
    page.getByRole('button', { name: 'Remove', exact: true }),
    'it cannot be taken away',
  ).toHaveCount(0);
  await workUntil(site, 'the new cover', async () => (await coverOf()) !== before);
  await storySaved(page);
  t.same(faultsOf(desk), []);
});

await site.close();
