/** Comments as people meet them: on their page, in the reader's panel, in two browsers at once, without a script. */
import type { Page } from 'playwright';
import t from 'tap';
import { comments, users } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import type { Account } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { joinTeam } from '../support/figures.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const DAY_MS = 24 * 3_600_000;

const site = await startSite();
t.teardown(() => site.close());
const { deps } = site;
const { addAuthor, addEpisode, addStory } = openShelf(deps);
const author = await addAuthor();
const [mika, noor] = [await site.signUp('Mika'), await site.signUp('Noor')];
await deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });

async function begin() {
  const story = await addStory(author);
  const { id } = await addEpisode(story, 1);
  const { slug } = story;
  return { storyId: story.id, episodeId: id, slug, path: `/stories/${slug}/1/comments` };
}
const write = (as: Account, episodeId: string, body: string) =>
  site.call('POST /comments', { as, body: { episode_id: episodeId, body } });
const awake = (page: Page, name = 'Comments') =>
  page.locator(`tsuzuki-island[name=${name}][awake]`).waitFor({ state: 'attached' });

t.test('SOC-15 SOC-18 ERR-64 ERR-67 a comment appears at the other’s, who answers', async (t) => {
  const { path } = await begin();
  const [one, other] = [await site.open({ as: mika, ...wide }), await site.open({ as: noor, ...phone })];
  await one.goto(path);
  await awake(one.page);
  t.same(await violations(one.page), []);
  await one.page.getByLabel('Write a comment').fill('The lamp was out. https://example.org/lamp');
  await one.page.getByRole('button', { name: 'Post' }).click();
  await one.page.getByText('Comment added').waitFor();
  t.equal(await one.page.getByLabel('Write a comment').inputValue(), '');
  await other.goto(path);
  await awake(other.page);
  const link = other.page.getByRole('link', { name: 'https://example.org/lamp' });
  t.equal(await link.getAttribute('rel'), 'nofollow ugc noopener noreferrer');
  await other.page.locator('summary', { hasText: 'Reply' }).click();
  await other.page.getByLabel('Write a reply').fill('Who lit it then?');
  await other.page.getByRole('button', { name: 'Reply', exact: true }).click();
  await other.page.getByText('Reply sent').waitFor();
  await one.page.reload();
  await awake(one.page);
  await one.page.getByRole('link', { name: '1 reply' }).click();
  await one.page.getByText('Who lit it then?').waitFor();
  t.same([...one.faults, ...other.faults], []);
});

t.test('SOC-15 SOC-18 an own comment and reply are seen at once, whatever the order', async (t) => {
  const { path, storyId, episodeId } = await begin();
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...{ id: newId(), storyId, episodeId, authorId: noor.id, body: `Liked, ${index}` },
    ...{ state: 'shown' as const, likesCount: 5, createdAt: new Date(Date.now() - DAY_MS) },
  }));
  await deps.db.insert(comments).values(many);
  const tab = await site.open({ as: mika, ...phone, timezoneId: 'Pacific/Auckland' });
  const { page } = tab;
  await tab.goto(`${path}?sort=top`);
  await awake(page);
  // By the reader's own clock, once the script has come.
  await page.locator('article time').filter({ hasNotText: 'UTC' }).first().waitFor();
  await page.getByLabel('Write a comment').fill('Liked by nobody yet');
  await page.getByRole('button', { name: 'Post' }).click();
  const own = page.locator('article', { hasText: 'Liked by nobody yet' });
  await own.waitFor();
  t.ok(await own.evaluate((element) => element.getBoundingClientRect().top < innerHeight));
  const first = page.locator('article', { hasText: 'Liked, ' }).first();
  await first.locator('summary', { hasText: 'Reply' }).click();
  await first.getByLabel('Write a reply').fill('My own answer');
  await first.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByRole('paragraph').filter({ hasText: 'My own answer' }).waitFor();
  t.same(tab.faults, []);
});

t.test('RDR-03 RDR-04 SOC-15 the reader’s panel brings the comments when it is opened', async (t) => {
  const { slug, episodeId } = await begin();
  await write(noor, episodeId, 'Page two explains it');
  const tab = await site.open({ as: mika, ...wide });
  const { page } = tab;
  await tab.goto(`/stories/${slug}/1`);
  await page.locator('tsuzuki-island[name=stage][awake]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Comments' }).first().click();
  await page.getByText('Page two explains it').waitFor();
  await page.locator('[data-panel=comments]').getByRole('button', { name: 'Like' }).click();
  await page.locator('[data-panel=comments] [aria-pressed=true]', { hasText: '1' }).waitFor();
  await page.getByLabel('Write a comment').fill('It does not');
  await page.reload();
  await page.locator('tsuzuki-island[name=stage][awake]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Comments' }).first().click();
  await page.getByText('Page two explains it').waitFor();
  await awake(page);
  t.equal(await page.getByLabel('Write a comment').inputValue(), 'It does not', 'what was begun is kept');
  // The pictures of this story have addresses and no files.
  t.same(
    tab.faults.filter((fault) => !/\/media\/|\b404\b/.test(fault)),
    [],
  );
});

t.test('SOC-16 ERR-65 ERR-66 an own comment is changed and deleted', async (t) => {
  const { path, episodeId } = await begin();
  await write(mika, episodeId, 'Frist');
  const tab = await site.open({ as: mika, ...phone });
  const { page } = tab;
  await tab.goto(path);
  await awake(page);
  await page.locator('summary', { hasText: 'Edit' }).click();
  await page.getByLabel('Your comment').fill('First');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Comment edited').waitFor();
  await page.locator('p', { hasText: 'First' }).waitFor();
  await page.getByLabel('More').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Comment deleted').waitFor();
  await page.getByText('Nobody has said anything yet').waitFor();
  t.same(tab.faults, []);
});

t.test('SOC-01 a block hides at once, and the list of people takes it back', async (t) => {
  const { path, episodeId } = await begin();
  await write(noor, episodeId, 'Said by Noor');
  const tab = await site.open({ as: mika, ...wide });
  const { page } = tab;
  await tab.goto(path);
  await awake(page);
  await page.getByLabel('More').click();
  await page.getByRole('button', { name: 'Block Noor' }).click();
  await page.getByText('Nobody has said anything yet').waitFor();
  await tab.goto('/settings/people');
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByText('Nobody is muted or blocked').waitFor();
  await tab.goto(path);
  await page.getByText('Said by Noor').waitFor();
  t.same(
    tab.faults.filter((fault) => !fault.startsWith('dialog: ')),
    [],
  );
});

t.test('SOC-01 the creator hides a comment in one browser, and it is gone in the other', async (t) => {
  const { path, episodeId, storyId } = await begin();
  await joinTeam(site, storyId, noor, 'editor');
  await write(mika, episodeId, 'Something rude');
  const [team, visitor] = [await site.open({ as: noor, ...wide }), await site.open({ ...phone })];
  await team.goto(path);
  await awake(team.page);
  await team.page.getByLabel('More').click();
  await team.page.getByRole('button', { name: 'Hide' }).click();
  await team.page.getByText('Comment hidden').waitFor();
  await visitor.goto(path);
  await visitor.page.getByText('Nobody has said anything yet').waitFor();
  await awake(visitor.page);
  await visitor.page.getByText('Sign in to write.').waitFor();
  t.same([...team.faults, ...visitor.faults], []);
});

t.test('SOC-15 ERR-46 everything works without a script', async (t) => {
  const { path } = await begin();
  const tab = await site.open({ as: mika, ...phone, javaScriptEnabled: false });
  const { page } = tab;
  await tab.goto(`/de${path}`);
  await page.locator('[name=body]').first().fill('Ganz ohne Skript');
  await page.getByRole('button', { name: 'Absenden' }).click();
  await page.getByText('Ganz ohne Skript').first().waitFor();
  t.match(await page.locator('article time').first().innerText(), / UTC$/);
  await page.locator('summary', { hasText: 'Antworten' }).first().click();
  await page.getByLabel('Schreib eine Antwort').fill('Auch die Antwort');
  await page.getByRole('button', { name: 'Antworten' }).first().click();
  await page.getByRole('link', { name: '1 Antwort' }).click();
  await page.getByText('Auch die Antwort').first().waitFor();
  await page.getByRole('link', { name: 'Alle Kommentare' }).click();
  await page.locator('[name=body]').first().fill('   ');
  await page.getByRole('button', { name: 'Absenden' }).click();
  t.match(await page.locator('main').innerText(), /muss ausgefüllt|leer/i);
});
