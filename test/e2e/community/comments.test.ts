import { eq } from 'drizzle-orm';
import t from 'tap';
import { comments, sessions, users } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, PASSWORD } from '../../support/app.ts';
import { violations } from '../../support/axe.ts';
import { publishStory } from '../../support/console.ts';
import { joinTeam } from '../../support/figures.ts';
import { choose, click, expect, fill } from '../../support/hand.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, startSite, type Tab, wide } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const { deps } = site;
const { addAuthor, addEpisode, addStory } = openShelf(deps);
const author = await addAuthor();
const [mika, noor, team] = [await site.signUp('Mika'), await site.signUp('Noor'), await site.signUp('Team')];
await deps.db.update(users).set({ createdAt: new Date(0) });

async function begin() {
  const story = await addStory(author);
  const { id } = await addEpisode(story, 1);
  await joinTeam(site, story.id, team, 'editor');
  const { slug } = story;
  return { storyId: story.id, episodeId: id, slug, path: `/stories/${slug}/1/comments` };
}
const write = (as: Account, episodeId: string, body: string) =>
  site.call('POST /comments', { as, body: { episode_id: episodeId, body } });
/** Before a tab listens, it would miss events. */
const listening = (count: number) => expect.poll(() => deps.live.count).toBe(count);
const field = ({ page }: Tab) => page.getByLabel('Write a comment');
const button = ({ page }: Tab, name: string) => page.getByRole('button', { name, exact: true });
const newer = (tab: Tab) => button(tab, '1 new comment');
const said = ({ page }: Tab, text: string) => page.getByText(text).first();
const post = async (tab: Tab, text: string) => {
  await fill(field(tab), text);
  await click(button(tab, 'Post'));
};
const wrong = (...tabs: Tab[]) =>
  tabs.flatMap(({ faults }) => faults).filter((fault) => !/^dialog: |\/media\/|\b404\b/.test(fault));

t.test('SOC-15 SOC-16 SOC-18 ERR-64 ERR-65 ERR-66 ERR-67 written, answered, changed, deleted', async (t) => {
  const { path, storyId, episodeId } = await begin();
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...{ id: newId(), storyId, episodeId, authorId: noor.id, body: `Liked, ${index}` },
    state: 'shown' as const,
    likesCount: 5,
    createdAt: yesterday,
  }));
  await deps.db.insert(comments).values(many);
  const tab = await site.open({ as: mika, ...phone, timezoneId: 'Pacific/Auckland' });
  const { page } = tab;
  await tab.goto(`${path}?sort=top`);
  t.same(await violations(page), []);
  // In the reader's local time, once the script has loaded.
  await expect(page.locator('article time').filter({ hasNotText: 'UTC' }).first()).toBeVisible();
  await post(tab, 'Liked by nobody yet https://example.org/lamp');
  await expect(said(tab, 'Comment added')).toBeAttached();
  await expect(field(tab)).toHaveValue('');
  const own = page.locator('article', { hasText: 'Liked by nobody yet' });
  await expect(own, 'an own one is seen at once, whatever the order').toBeInViewport();
  const link = own.getByRole('link', { name: 'https://example.org/lamp' });
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
  const first = page.locator('article', { hasText: 'Liked, ' }).first();
  await click(first.locator('summary', { hasText: 'Reply' }));
  await fill(first.getByLabel('Write a reply'), 'My own answer');
  await click(first.getByRole('button', { name: 'Reply', exact: true }));
  await expect(said(tab, 'Reply sent')).toBeAttached();
  await expect(page.getByRole('paragraph').filter({ hasText: 'My own answer' })).toBeVisible();
  await tab.goto(`${path}?sort=new`);
  const newest = page.locator('article').first();
  await expect(newest).toContainText('Liked by nobody yet');
  await click(newest.locator('summary', { hasText: 'Edit' }));
  await fill(newest.getByLabel('Your comment'), 'Changed by me');
  await click(newest.getByRole('button', { name: 'Save' }));
  await expect(said(tab, 'Comment edited')).toBeAttached();
  await expect(newest.locator('p', { hasText: 'Changed by me' })).toBeVisible();
  await click(newest.getByLabel('More'));
  await click(newest.getByRole('button', { name: 'Delete' }));
  await expect(said(tab, 'Comment deleted')).toBeAttached();
  await expect(page.locator('article p', { hasText: 'Changed by me' })).toHaveCount(0);
  t.same(wrong(tab), []);
  await tab.context.close();
});

t.test('RDR-03 RDR-04 SOC-15 the reader’s panel brings the comments when it is opened', async (t) => {
  const { slug, episodeId } = await begin();
  await write(noor, episodeId, 'Page two explains it');
  const tab = await site.open({ as: mika, ...wide });
  const { page } = tab;
  const panel = page.locator('[data-panel=comments]');
  const open = async () => {
    await tab.goto(`/stories/${slug}/1`);
    await click(page.getByRole('button', { name: 'Comments' }).first());
    await expect(panel.getByText('Page two explains it')).toBeVisible();
  };
  await open();
  await click(panel.getByRole('button', { name: 'Like' }));
  await expect(panel.locator('[aria-pressed=true]', { hasText: '1' })).toBeVisible();
  await fill(field(tab), 'It does not');
  await open();
  await expect(field(tab), 'what was begun is kept').toHaveValue('It does not');
  t.same(wrong(tab), []);
  await tab.context.close();
});

t.test(
  'SOC-01 SOC-15 SOC-18 three browsers: it comes, is answered, blocked, hidden and locked, and nobody reloads',
  async (t) => {
    const { path, episodeId } = await begin();
    await write(mika, episodeId, 'The first word');
    const [one, other, third] = [
      await site.open({ as: mika, ...wide }),
      await site.open({ as: noor, ...phone }),
      await site.open({ as: team, ...wide }),
    ];
    for (const tab of [one, other, third]) await tab.goto(path);
    await listening(3);
    await post(one, 'Who lit the ninth lamp?');
    await click(newer(other));
    await expect(said(other, 'Who lit the ninth lamp?')).toBeVisible();
    await expect(other.page.locator('ul:focus'), 'the focus is where they stand').toBeVisible();

    // Comments by a blocked user do not even count.
    await click(newer(third));
    await expect(said(third, 'Who lit the ninth lamp?')).toBeVisible();
    await click(third.page.getByLabel('More').first());
    await click(button(third, 'Block Mika'));
    await expect(said(third, 'No comments yet')).toBeVisible();
    await write(mika, episodeId, 'Third word of Mika');
    await click(newer(other));
    await expect(said(other, 'Third word of Mika')).toBeVisible();
    await expect(newer(third)).toHaveCount(0);

    await post(other, 'Something rude');
    await expect(said(other, 'Comment added')).toBeAttached();
    await click(newer(one));
    await expect(said(one, 'Something rude')).toBeVisible();
    await click(newer(third));
    const rude = third.page.locator('article', { hasText: 'Something rude' });
    await click(rude.getByLabel('More'));
    await click(rude.getByRole('button', { name: 'Hide' }));
    await expect(said(third, 'Comment hidden')).toBeAttached();
    await expect(one.page.getByText('Something rude')).toHaveCount(0);
    await expect(said(other, 'Hidden: only you and the team see this comment')).toBeVisible();

    await click(button(third, 'Close this thread'));
    await expect(button(third, 'Open this thread')).toBeVisible();
    for (const { page } of [one, other])
      await expect(page.getByRole('status').getByText('The team has closed these comments.')).toBeAttached();
    await expect(field(one)).toHaveCount(0);

    await third.goto('/settings/people');
    t.same(await violations(third.page), []);
    await click(button(third, 'Unblock'));
    await expect(said(third, 'Nobody is muted or blocked')).toBeVisible();
    await third.goto(path);
    await expect(said(third, 'Who lit the ninth lamp?')).toBeVisible();
    t.same(wrong(one, other, third), []);
    for (const { context } of [one, other, third]) await context.close();
    await listening(0);
  },
);

t.test('a hidden tab listens to nothing, and knows what it has missed when it is seen', async (t) => {
  const { path, episodeId } = await begin();
  const tab = await site.open({ as: noor, ...wide });
  // The tab loads the comments once when it starts listening.
  const looked = tab.page.waitForResponse((reply) => reply.url().includes('sort=new'));
  await tab.goto(path);
  await listening(1);
  await (await looked).finished();
  const see = (isHidden: boolean) =>
    tab.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await see(true);
  await listening(0);
  await write(mika, episodeId, 'Said meanwhile');
  await expect(newer(tab)).toHaveCount(0);
  await see(false);
  await click(newer(tab));
  await expect(said(tab, 'Said meanwhile')).toBeVisible();
  t.same(wrong(tab), []);
  await tab.context.close();
  await listening(0);
});

t.test('SOC-15 what could not be sent waits, and goes out by itself', async (t) => {
  const { path } = await begin();
  const tab = await site.open({ as: mika, ...phone });
  const { page, context } = tab;
  await tab.goto(path);
  await listening(1);
  await fill(field(tab), 'Written in a tunnel');
  await context.setOffline(true);
  await click(button(tab, 'Post'));
  await expect(page.getByRole('status').getByText('No connection.')).toBeVisible();
  await expect(field(tab), 'it stands there once').toBeHidden();
  await expect(said(tab, 'Written in a tunnel')).toBeVisible();
  t.same(await violations(page), []);
  await click(button(tab, 'Edit'));
  await post(tab, 'Written in a long tunnel');
  await expect(button(tab, 'Send now')).toBeVisible();
  await context.setOffline(false);
  await expect(said(tab, 'Comment added')).toBeAttached();
  await expect(page.locator('article p').getByText('Written in a long tunnel')).toBeVisible();
  await expect(field(tab)).toHaveValue('');
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /draft/.test(key)));
  await expect.poll(drafts).toEqual([]);
  await context.close();
  await listening(0);
});

t.test('SOC-15 ERR-03 an expired session keeps the text, and sends it after sign-in', async () => {
  const { path, episodeId } = await begin();
  const sleepy = await site.signUp('Sleepy');
  const tab = await site.open({ as: sleepy, ...wide });
  const { page } = tab;
  await tab.goto(path);
  await fill(field(tab), 'Longer than my session');
  await deps.db.delete(sessions).where(eq(sessions.userId, sleepy.id));
  await click(button(tab, 'Post'));
  await expect(page).toHaveURL(/\/sign_in\?.*back=/);
  await fill(page.locator('[name=email]'), sleepy.email);
  await fill(page.locator('[name=password]'), PASSWORD);
  await click(page.locator('main').getByRole('button', { name: 'Sign in', exact: true }));
  await expect(page.locator('article p').getByText('Longer than my session')).toBeVisible();
  await tab.context.close();
  const other = await site.open({ as: noor, ...wide });
  await other.context.addInitScript(
    ([key, draft]) => localStorage.setItem(key ?? '', draft ?? ''),
    [`comment-draft:${episodeId}`, JSON.stringify({ text: 'Of somebody else', key: 'k', waitsFor: mika.id })],
  );
  await other.goto(path);
  await expect(field(other)).toHaveValue('Of somebody else');
  await expect(button(other, 'Send now'), 'theirs to send').toHaveCount(0);
  await other.context.close();
});

t.test('who is too fast is told when to try again, and the counter says what is left', async () => {
  const { path, episodeId } = await begin();
  const hasty = await site.signUp('Hasty');
  await deps.db
    .update(users)
    .set({ createdAt: new Date(0) })
    .where(eq(users.id, hasty.id));
  const tab = await site.open({ as: hasty, ...phone });
  await tab.goto(path);
  for (let n = 0; n < 10; n += 1) await write(hasty, episodeId, `Quick ${n}`);
  await fill(field(tab), 'x'.repeat(1_600));
  await expect(tab.page.getByRole('status').getByText('1,600 / 2,000')).toBeVisible();
  await fill(field(tab), 'x'.repeat(1_599));
  await expect(tab.page.getByText(/\/ 2,000/)).toHaveCount(0);
  await click(button(tab, 'Post'));
  const refused = /You’re posting too quickly\. Your text stays here; try again in \d+ second/;
  await expect(tab.page.getByText(refused).first()).toBeVisible();
  await expect(field(tab)).toHaveValue('x'.repeat(1_599));
  await expect(button(tab, 'Send now'), 'it does not go by itself').toHaveCount(0);
  await tab.context.close();
});

t.test('the story’s page shows the best of its comments, and leads to all', async (t) => {
  const { storyId, slug } = await begin();
  const reader = await site.signUp('Reader');
  for (const body of ['One', 'Two', 'Three'])
    await site.call('POST /comments', { as: reader, body: { story_id: storyId, body } });
  const tab = await site.open({ as: mika, ...phone });
  const { page } = tab;
  await tab.goto(`/stories/${slug}`);
  const island = page.locator('tsuzuki-island[name=Comments]');
  await island.scrollIntoViewIfNeeded();
  const best = island.locator('article', { hasText: 'Two' });
  await expect(best).toBeVisible();
  await expect(island.locator('article')).toHaveCount(2);
  await click(best.getByRole('button', { name: 'Like' }));
  await expect(island.locator('[aria-pressed=true]', { hasText: '1' })).toBeVisible();
  t.same(await violations(page), []);
  await click(island.getByRole('link', { name: 'Read and write (3)' }));
  await expect(page).toHaveURL(new RegExp(`/stories/${slug}/comments`));
  await tab.context.close();
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
  const offered = page.getByRole('listbox', { name: 'People in these comments' });
  const selected = page.getByRole('option', { selected: true }).locator('b');
  await fill(field(tab), 'Hello ');
  await field(tab).pressSequentially('@');
  await expect(offered.getByRole('option').locator('b'), 'not oneself').toHaveText(['Team', 'Mika']);
  await expect(selected).toHaveText('Team');
  t.same(await violations(page), []);
  await field(tab).press('ArrowDown');
  await expect(selected).toHaveText('Mika');
  await field(tab).press('Escape');
  await expect(offered).toHaveCount(0);
  await field(tab).press('t');
  await expect(selected).toHaveText('Team');
  await field(tab).press('Enter');
  await expect(field(tab)).toHaveValue(`Hello @${named?.slug} `);
  await field(tab).pressSequentially('and @mik');
  await click(offered.getByRole('option', { name: 'Mika' }));
  await expect(field(tab)).toHaveValue(/^Hello @team[\w-]* and @mika[\w-]* $/);
  t.same(wrong(tab), []);
  await tab.context.close();
});

t.test('SOC-01 SOC-18 a team finds, hides, keeps out, answers and settles', async (t) => {
  const owner = await site.signUp('Owner');
  const { episode } = await publishStory(site, owner, { title: 'Night Train' });
  for (const [as, body] of [
    [mika, 'The lamp was out'],
    [noor, 'Buy my lamps'],
    [noor, 'Cheap lamps'],
  ] as const)
    await write(as, episode.id, body);
  const tab = await site.open({ as: owner, ...wide });
  const { page } = tab;
  await tab.goto('/creator/stories');
  await click(page.getByRole('navigation').getByRole('link', { name: 'Comments' }));
  await expect(said(tab, 'The lamp was out')).toBeVisible();
  t.same(await violations(page), []);
  const row = page.locator('li', { hasText: 'The lamp was out' });
  await click(row.locator('summary', { hasText: 'Reply' }));
  await fill(row.getByLabel('Your reply to Mika'), 'I did');
  await click(row.getByRole('button', { name: 'Send reply' }));
  await expect(said(tab, 'I did')).toBeVisible();
  await expect(page, 'nobody leaves the list').toHaveURL(/\/creator\/comments/);
  await fill(page.getByLabel('Search in texts and names'), 'noor');
  await click(button(tab, 'Search'));
  await expect(page.getByText('The lamp was out')).toHaveCount(0);
  const boxes = page.getByLabel('Choose the comment of Noor');
  await expect(boxes).toHaveCount(2);
  for (const at of [0, 1]) await choose(boxes.nth(at));
  await click(button(tab, 'Hide selected'));
  await expect(page.getByText('Hidden', { exact: true }).nth(2)).toBeVisible();
  await click(page.getByRole('button', { name: 'Keep Noor out' }).first());
  await expect(page.getByRole('button', { name: 'Let Noor write again' }).first()).toBeVisible();
  t.equal((await write(noor, episode.id, 'Again')).json().code, 'kept_out');
  await click(page.locator('li').getByRole('link', { name: 'Night Train' }).first());
  await click(page.getByText('Rules of a story'));
  const days = page.getByLabel('Close after … days');
  await fill(days, '14');
  await click(button(tab, 'Save'));
  await click(page.getByText('Rules of a story'));
  await expect(days).toHaveValue('14');
  t.same(wrong(tab), []);
  await tab.context.close();
});
