/** Comments while others write: three browsers at once, failed sends, and the story's own page. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { sessions, users } from '#db/schema/index.ts';
import { type Account, PASSWORD } from '../support/app.ts';
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
const [mika, noor, team] = [await site.signUp('Mika'), await site.signUp('Noor'), await site.signUp('Team')];
await deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });

async function begin() {
  const story = await addStory(author);
  const { id } = await addEpisode(story, 1);
  await joinTeam(site, story.id, team, 'editor');
  const { slug } = story;
  return { storyId: story.id, episodeId: id, slug, path: `/stories/${slug}/1/comments` };
}
const write = (as: Account, episodeId: string, body: string) =>
  site.call('POST /comments', { as, body: { episode_id: episodeId, body } });

/** Until it is told of news, what happens is not waited for in vain. */
async function listening(page: Page, count: number): Promise<void> {
  await page.locator('tsuzuki-island[name=Comments][awake]').waitFor({ state: 'attached' });
  while (deps.live.count < count) await new Promise((resolve) => setTimeout(resolve, 10));
}
const gone = async () => {
  while (deps.live.count > 0) await new Promise((resolve) => setTimeout(resolve, 10));
};
const newer = (page: Page) => page.getByRole('button', { name: '1 new comment' });

t.test(
  'SOC-01 SOC-15 three browsers: it comes, is blocked, hidden, locked, and nobody reloads',
  async (t) => {
    const { path, episodeId } = await begin();
    await write(mika, episodeId, 'The first word');
    const one = await site.open({ as: mika, ...wide });
    const other = await site.open({ as: noor, ...phone });
    const third = await site.open({ as: team, ...wide });
    for (const [at, tab] of [one, other, third].entries()) {
      await tab.goto(path);
      await listening(tab.page, at + 1);
    }
    await one.page.getByLabel('Write a comment').fill('Who lit the ninth lamp?');
    await one.page.getByRole('button', { name: 'Post' }).click();
    await newer(other.page).click();
    await other.page.getByText('Who lit the ninth lamp?').waitFor();
    t.equal(
      await other.page.evaluate(() => document.activeElement?.tagName),
      'UL',
      'the focus is where they stand',
    );
    t.same(await violations(other.page), []);

    // What somebody writes whom one has blocked is not even counted.
    await newer(third.page).click();
    await third.page.getByText('Who lit the ninth lamp?').waitFor();
    await third.page.getByLabel('More').first().click();
    await third.page.getByRole('button', { name: 'Block Mika', exact: true }).click();
    await third.page.getByText('Nobody has said anything yet').waitFor();
    await write(mika, episodeId, 'Third word of Mika');
    await newer(other.page).click();
    await other.page.getByText('Third word of Mika').waitFor();
    t.equal(await newer(third.page).count(), 0);

    await other.page.getByLabel('Write a comment').fill('Something rude');
    await other.page.getByRole('button', { name: 'Post' }).click();
    await other.page.getByText('Comment added').waitFor();
    await newer(one.page).click();
    await one.page.getByText('Something rude').waitFor();
    await newer(third.page).click();
    const rude = third.page.locator('article', { hasText: 'Something rude' });
    await rude.getByLabel('More').click();
    await rude.getByRole('button', { name: 'Hide' }).click();
    await one.page.getByText('Something rude').waitFor({ state: 'detached' });
    await other.page.getByText('Hidden: only you and the team see this comment').waitFor();

    await third.page.getByRole('button', { name: 'Close this thread' }).click();
    await third.page.getByRole('button', { name: 'Open this thread' }).waitFor();
    for (const { page } of [one, other])
      await page.getByRole('status').getByText('The team has locked these comments.').waitFor();
    t.equal(await one.page.getByLabel('Write a comment').count(), 0);
    t.same(
      [one, other, third].flatMap(({ faults }) => faults),
      [],
    );
    for (const { page } of [one, other, third]) await page.close();
    await gone();
  },
);

t.test('a hidden tab listens to nothing, and knows what it has missed when it is seen', async (t) => {
  const { path, episodeId } = await begin();
  const tab = await site.open({ as: noor, ...wide });
  // It looks once when it begins to listen.
  const looked = tab.page.waitForResponse((reply) => reply.url().includes('sort=new'));
  await tab.goto(path);
  await listening(tab.page, 1);
  await (await looked).finished();
  const see = (isHidden: boolean) =>
    tab.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await see(true);
  await gone();
  await write(mika, episodeId, 'Said meanwhile');
  t.equal(await newer(tab.page).count(), 0);
  await see(false);
  await newer(tab.page).click();
  await tab.page.getByText('Said meanwhile').waitFor();
  t.same(tab.faults, []);
  await tab.page.close();
  await gone();
});

t.test('SOC-15 what could not be sent waits, and goes out by itself', async (t) => {
  const { path } = await begin();
  const tab = await site.open({ as: mika, ...phone });
  const { page } = tab;
  await tab.goto(path);
  await listening(page, 1);
  await page.getByLabel('Write a comment').fill('Written in a tunnel');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByRole('status').getByText('No connection.').waitFor();
  t.notOk(await page.getByLabel('Write a comment').isVisible(), 'it stands there once');
  t.equal(await page.getByText('Written in a tunnel').first().isVisible(), true);
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Write a comment').fill('Written in a long tunnel');
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('Comment added').waitFor();
  await page.locator('article p').getByText('Written in a long tunnel').waitFor();
  t.equal(await page.getByLabel('Write a comment').inputValue(), '');
  t.same(await page.evaluate(() => Object.keys(localStorage).filter((key) => /draft/.test(key))), []);
  await page.close();
});

t.test('SOC-15 ERR-03 an expired session keeps the text, and sends it after sign-in', async (t) => {
  const { path, episodeId } = await begin();
  const sleepy = await site.signUp('Sleepy');
  const tab = await site.open({ as: sleepy, ...wide });
  const { page } = tab;
  await tab.goto(path);
  await listening(page, 1);
  await page.getByLabel('Write a comment').fill('Longer than my session');
  await deps.db.delete(sessions).where(eq(sessions.userId, sleepy.id));
  await page.getByRole('button', { name: 'Post' }).click();
  await page.waitForURL(/\/sign_in\?.*back=/);
  await page.locator('[name=email]').fill(sleepy.email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
  await page.locator('article p').getByText('Longer than my session').waitFor();
  await page.close();
  const other = await site.open({ as: noor, ...wide });
  await other.goto(path);
  await listening(other.page, 1);
  await other.page.evaluate(
    ([key, draft]) => localStorage.setItem(key ?? '', draft ?? ''),
    [`comment-draft:${episodeId}`, JSON.stringify({ text: 'Of somebody else', key: 'k', waitsFor: mika.id })],
  );
  await other.goto(path);
  await other.page.locator('tsuzuki-island[name=Comments][awake]').waitFor({ state: 'attached' });
  await other.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Of somebody else');
  t.equal(await other.page.getByRole('button', { name: 'Send now' }).count(), 0, 'theirs to send');
  await other.page.close();
});

t.test('who is too fast is told when to try again, and the counter says what is left', async (t) => {
  const { path, episodeId } = await begin();
  const tab = await site.open({ as: noor, ...phone });
  const { page } = tab;
  await tab.goto(path);
  await page.locator('tsuzuki-island[name=Comments][awake]').waitFor({ state: 'attached' });
  for (let n = 0; n < 10; n += 1) await write(noor, episodeId, `Quick ${n}`);
  await page.getByLabel('Write a comment').fill('x'.repeat(1_599));
  t.equal(await page.getByText('1,599 / 2,000').count(), 0);
  await page.getByLabel('Write a comment').fill('x'.repeat(1_600));
  await page.getByRole('status').getByText('1,600 / 2,000').waitFor();
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByText(/That went too fast\. Your text stays here; try again in \d+ second/).waitFor();
  t.equal((await page.getByLabel('Write a comment').inputValue()).length, 1_600);
  t.equal(await page.getByRole('button', { name: 'Send now' }).count(), 0, 'it does not go by itself');
  await page.close();
});

t.test('the story’s page shows the best of its comments, and leads to all without a script', async (t) => {
  const { storyId, slug } = await begin();
  const reader = await site.signUp('Reader');
  for (const body of ['One', 'Two', 'Three'])
    await site.call('POST /comments', {
      as: reader,
      body: { story_id: storyId, body },
    });
  const tab = await site.open({ as: mika, ...phone });
  const { page } = tab;
  await tab.goto(`/stories/${slug}`);
  const island = page.locator('tsuzuki-island[name=Comments]');
  await island.scrollIntoViewIfNeeded();
  await island.getByText('Two').waitFor();
  t.equal(await island.locator('article').count(), 2);
  await island.locator('article', { hasText: 'Two' }).getByRole('button', { name: 'Like' }).click();
  await island.locator('[aria-pressed=true]', { hasText: '1' }).waitFor();
  t.same(await violations(page), []);
  await island.getByRole('link', { name: 'Read and write (3)' }).click();
  await page.waitForURL(`**/stories/${slug}/comments`);
  await page.close();
  const plain = await site.open({ ...phone, javaScriptEnabled: false });
  await plain.goto(`/de/stories/${slug}`);
  await plain.page.getByRole('link', { name: 'Lesen und schreiben' }).click();
  await plain.page.getByText('Three').waitFor();
});

t.test('SOC-02 whoever types an @ is offered those who speak here', async (t) => {
  const { path, episodeId } = await begin();
  await write(mika, episodeId, 'Said by Mika');
  await write(team, episodeId, 'Said by the team');
  await write(noor, episodeId, 'Said by Noor');
  const [named] = await deps.db.select().from(users).where(eq(users.id, team.id));
  const tab = await site.open({ as: noor, ...phone });
  const { page } = tab;
  await tab.goto(path);
  await listening(page, 1);
  const field = page.getByLabel('Write a comment');
  const offered = page.getByRole('listbox', { name: 'People in these comments' });
  await field.fill('Hello ');
  await field.pressSequentially('@');
  t.same(await offered.getByRole('option').locator('b').allTextContents(), ['Team', 'Mika'], 'not oneself');
  t.equal(await page.getByRole('option', { selected: true }).locator('b').textContent(), 'Team');
  t.same(await violations(page), []);
  await field.press('ArrowDown');
  t.equal(await page.getByRole('option', { selected: true }).locator('b').textContent(), 'Mika');
  await field.press('Escape');
  t.equal(await offered.count(), 0);
  await field.press('t');
  await field.press('Enter');
  t.equal(await field.inputValue(), `Hello @${named?.slug} `);
  await field.pressSequentially('and @mik');
  await offered.getByRole('option', { name: 'Mika' }).click();
  t.match(await field.inputValue(), /^Hello @team[\w-]* and @mika[\w-]* $/);
  t.same(tab.faults, []);
  await page.close();
  await gone();
});
