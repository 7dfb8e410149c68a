import t from 'tap';
import { violations } from '../support/axe.ts';
import { createStory, publishStory } from '../support/console.ts';
import { faultsOf, formAwake, openDesk, readStory, storySaved, titleIn } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { toastSays } from '../support/islands.ts';
import { sampleFile } from '../support/sample-page.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const COVER = await sampleFile('cover.jpg');
const mira = await site.signUp('Mira');
const desk = await openDesk(site, { as: mira });
const { page } = desk;
const idOf = (at: typeof page): string => new URL(at.url()).pathname.split('/').at(-2) ?? '';
const edited = await createStory(site, mira, { title: 'Long Way Home', tags: ['road'] });
const path = `/creator/stories/${edited.id}/details`;
await publishStory(site, mira, { title: 'Out in the World' });
await site.runJobs();

await t.test('STO-40 changes are saved by themselves, together and in order', async (t) => {
  await desk.goto(path);
  await formAwake(page);
  const calls: string[] = [];
  page.on('request', (made) => {
    if (made.method() === 'PATCH') calls.push(made.postData() ?? '');
  });
  await page.getByLabel('Description').pressSequentially('Two people, one map.');
  await storySaved(page);
  t.match(await readStory(site, mira, edited.id), { description: 'Two people, one map.' });
  t.ok(calls.length < 4, `${calls.length} calls for twenty keys`);
  await page.getByRole('radio', { name: 'From 13' }).check({ force: true });
  await page.getByLabel('Tags').fill('map');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('night,');
  await eventually(
    'saved',
    async () => (await readStory(site, mira, edited.id)).tags.join() === 'road,night',
  );
  t.match(await readStory(site, mira, edited.id), { rating: 'teen13' });
});

await t.test('a tag that is too long, and an eleventh, stay out with a word why', async (t) => {
  const tags = page.getByLabel('Tags');
  await tags.fill(`${'x'.repeat(31)},`);
  await page.getByText('A tag has at most 30 characters.').waitFor();
  await tags.fill('1,2,3,4,5,6,7,8,9,');
  await page.getByText('10 tags are the most.').waitFor();
  t.same(await violations(page), []);
  t.equal(await page.getByRole('button', { name: /^Remove \S+$/ }).count(), 10);
  t.equal(await tags.inputValue(), '9', 'what was typed stays');
  await tags.fill('');
});

await t.test('a blank title is not saved and the rest is; the page says so', async (t) => {
  await titleIn(page).fill('  ');
  await page.getByLabel('Genre').selectOption('drama');
  await page.getByText("Not saved: Title can't be blank").waitFor();
  await eventually('the genre', async () => (await readStory(site, mira, edited.id)).genre === 'drama');
  t.match(await readStory(site, mira, edited.id), { title: 'Long Way Home' });
  await titleIn(page).fill('Longer Way Home');
  await storySaved(page);
  t.match(await readStory(site, mira, edited.id), { title: 'Longer Way Home' });
});

await t.test(
  'without a connection the page says so, keeps what was typed and saves it afterwards',
  async (t) => {
    await page.context().setOffline(true);
    await page.getByLabel('Description').fill('Written in a tunnel.');
    await page.getByText('Not saved: Communication with server error').waitFor();
    const leaving = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload(), 0));
    t.equal((await leaving).type(), 'beforeunload', 'leaving asks first');
    await page.context().setOffline(false);
    await storySaved(page);
    t.match(await readStory(site, mira, edited.id), { description: 'Written in a tunnel.' });
    desk.faults.splice(0);
    await page.reload();
    await formAwake(page);
    t.equal(await page.getByLabel('Description').inputValue(), 'Written in a tunnel.');
    t.same(faultsOf(desk), [], 'what is saved leaves without a question');
  },
);

await t.test('two tabs that change different fields: both are kept, and the later tab says so', async (t) => {
  const other = await page.context().newPage();
  await other.goto(path);
  await formAwake(other);
  await other.getByLabel('Genre').selectOption('comedy');
  await storySaved(other);
  await page.getByLabel('Description').fill('Mine.');
  await page.getByText('Somebody else changed this in the meantime: Genre.').waitFor();
  await storySaved(page);
  t.equal(await page.getByLabel('Genre').inputValue(), 'comedy');
  t.match(await readStory(site, mira, edited.id), { genre: 'comedy', description: 'Mine.' });
  await other.close();
});

await t.test('two tabs that change the same: nothing is overwritten before somebody decides', async (t) => {
  const other = await page.context().newPage();
  await other.goto(path);
  await formAwake(other);
  await titleIn(other).fill('The Way Home');
  await other.getByLabel('Description').fill('Theirs.');
  await storySaved(other);
  await titleIn(page).fill('No Way Home');
  await page.getByText('Somebody changed the same in the meantime').waitFor();
  t.match(await readStory(site, mira, edited.id), { title: 'The Way Home' });
  t.same(await violations(page), []);
  const title = page.getByRole('group', { name: 'Title' });
  t.ok(await title.getByText('The Way Home').isVisible());
  t.ok(await title.getByText('No Way Home').isVisible());
  await page.getByLabel('Description').fill('Mine again.');
  await page.getByRole('button', { name: 'Save this choice' }).click();
  const second = page.getByRole('group', { name: 'Description' });
  await eventually('saved or asked again', async () => {
    if (await second.isVisible()) {
      await second.getByRole('radio', { name: 'Both' }).check();
      await page.getByRole('button', { name: 'Save this choice' }).click();
    }
    return (await readStory(site, mira, edited.id)).title === 'No Way Home';
  });
  await storySaved(page);
  await other.reload();
  t.equal(await titleIn(other).inputValue(), 'No Way Home');
  await other.close();
});

await t.test('STO-17 STO-28 PAG-14 a cover is cut to a square in the browser, by keyboard too', async (t) => {
  const [crop] = await Promise.all([
    page.waitForRequest((made) => made.url().endsWith('/api/media/crop')),
    (async () => {
      await page.locator('input[type=file]').first().setInputFiles(COVER);
      const dialog = page.getByRole('dialog');
      const area = dialog.locator('[tabindex="0"]').first();
      await area.focus();
      t.same(await violations(page), []);
      await page.keyboard.press('+');
      await page.keyboard.press('ArrowDown');
      await dialog.getByRole('button', { name: 'Use this' }).click();
    })(),
  ]);
  const body = crop.postDataJSON();
  t.equal(body.width, body.height);
  t.match(body, { purpose: 'cover' });
  await page.getByText('Being processed').waitFor();
  await eventually('the cover', async () => {
    await site.runJobs();
    return !(await page.getByText('Being processed').isVisible());
  });
  const story = await readStory(site, mira, edited.id);
  const answer = await page.request.get(story.cover_url);
  t.equal(answer.status(), 200);
  await page.reload();
  await formAwake(page);
  t.match(await page.locator('form img').first().getAttribute('src'), /^\/media\//);
});

await t.test('a picture that is no picture, or is too large, is refused before it is sent', async (t) => {
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await page.getByText('The picture must be a JPG or PNG.').waitFor();
  await input.setInputFiles({
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(3.2 * 1024 * 1024),
  });
  await page.getByText('3.2 MB, 3 MB allowed.').waitFor();
  t.ok((await readStory(site, mira, edited.id)).cover_media_id, 'the cover stays');
});

await t.test('STO-29 STO-30 ERR-53 only a work in progress is deleted, by typing its title', async (t) => {
  await desk.goto(path);
  await formAwake(page);
  desk.alerts.length = 0;
  await page.getByRole('button', { name: 'Delete story …' }).click();
  await page.getByLabel('Type its title to confirm').fill('no way home');
  await page.getByRole('button', { name: 'Delete story', exact: true }).click();
  await page.getByText('Title is not the title of this story').waitFor();
  await page.getByLabel('Type its title to confirm').fill('No Way Home');
  await page.getByRole('button', { name: 'Delete story', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/creator/stories');
  await toastSays(page, 'Story deleted');
  t.same(desk.alerts, []);
  await page.getByRole('link', { name: 'Out in the World' }).click();
  await page.getByRole('link', { name: 'Details', exact: true }).click();
  await formAwake(page);
  t.equal(await page.getByRole('button', { name: 'Delete story …' }).count(), 0);
  t.ok(await page.getByText('A published story cannot be deleted.').isVisible());
});

await t.test('STO-17 a published story keeps its cover until the new one can be shown', async (t) => {
  const before = (await readStory(site, mira, idOf(page))).cover_media_id;
  await page.locator('input[type=file]').first().setInputFiles(COVER);
  await page.getByRole('dialog').getByRole('button', { name: 'Use this' }).click();
  await page.getByText('Being processed').waitFor();
  t.equal((await readStory(site, mira, idOf(page))).cover_media_id, before);
  t.equal(
    await page.getByRole('button', { name: 'Remove', exact: true }).count(),
    0,
    'it cannot be taken away',
  );
  await eventually('the new cover', async () => {
    await site.runJobs();
    return (await readStory(site, mira, idOf(page))).cover_media_id !== before;
  });
  await storySaved(page);
});

await t.test('nothing went wrong in the browser on the way', async (t) => {
  t.same(faultsOf(desk), []);
});

await site.close();
