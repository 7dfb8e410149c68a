import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapters, users } from '#db/schema/index.ts';
import type { Account } from '../../support/app.ts';
import { violations } from '../../support/axe.ts';
import { joinTeam } from '../../support/figures.ts';
import { choose, click, expect, fill, press, reach, settled, type } from '../../support/hand.ts';
import { openPanel, overflowOf, panel } from '../../support/panels.ts';
import { openShelf } from '../../support/shelf.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, startSite, type Tab, wide } from '../../support/site.ts';
import { addUprightBook } from '../../support/upright.ts';

const line = (at: number) =>
  `Sentence ${at} is here. The inspector wanted nothing of the kind; he wanted to sit down, with a stone in his shoe.`;
const TEXT = Array.from({ length: 40 }, (_, at) => `<p>${line(at)}</p>`).join('\n');
/** Offset of a paragraph, in characters. */
const startOf = (at: number): number =>
  Array.from({ length: at }, (_, before) => line(before).length).reduce((sum, each) => sum + each, 0);
const GROUNDS = ['paper', 'sepia', 'grey', 'night', 'black', 'system'] as const;

/** Covers of this shelf have no files. */
const ours = ({ faults }: Tab) => faults.filter((fault) => !/\b404\b/.test(fault));
const layer = (page: Page) => page.locator('[data-marginalia]');
const bubble = (page: Page, text: string) => layer(page).getByText(text, { exact: true });
const marks = (page: Page) => layer(page).locator('[data-mark]');
const notes = (page: Page) => panel(page, 'notes');
const field = (page: Page) => notes(page).getByRole('textbox', { name: 'Short note' });
const row = (page: Page, text: string) => notes(page).getByRole('listitem').filter({ hasText: text });
const does = async (page: Page, text: string, deed: string) => {
  await click(row(page, text).locator('summary'));
  await click(row(page, text).getByRole('button', { name: deed, exact: true }));
};

t.test('short notes beside a text', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const author = await addAuthor();
  const signUp = (name: string) => site.signUp(name);
  const [mika, noor, sora, editor] = [
    ...[await signUp('Mika'), await signUp('Noor')],
    ...[await signUp('Sora'), await signUp('Editor')],
  ] as [Account, Account, Account, Account];
  // New accounts may leave only few notes per minute.
  await db.update(users).set({ createdAt: new Date(0) });

  async function publish(texts: string[]) {
    const story = await addStory(author, { publicationType: 'novel' });
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: texts });
    const [chapter] = await db
      .select({ id: chapters.id })
      .from(chapters)
      .where(eq(chapters.episodeId, id))
      .orderBy(asc(chapters.position));
    const leave = async (offset: number, body: string, as: Account = mika) => {
      const place = { episode_id: id, chapter_id: chapter?.id, offset };
      const reply = await site.call('POST /tsukkomi_comments', { as, body: { ...place, body } });
      if (reply.statusCode !== 201) throw new Error(reply.body);
    };
    const list = async (as: Account) => {
      const query = `episode_id=${id}&chapter_id=${chapter?.id}`;
      const reply = await site.call(`GET /tsukkomi_comments?${query}`, { as });
      return reply.json<{ tsukkomi_comments: { body: string; offset: number }[] }>().tsukkomi_comments;
    };
    return { id, story, leave, list, path: `/stories/${story.slug}/1` };
  }
  const open = async (options: Parameters<typeof site.open>[0], path: string): Promise<Tab> => {
    const tab = await site.open(options);
    await watchShifts(tab.page);
    await tab.goto(path);
    return tab;
  };

  await t.test('SOC-13 notes come with the part they stand at, and can be read on each ground', async (t) => {
    const { path, leave } = await publish([TEXT, TEXT]);
    await leave(startOf(1) + 13, 'he never sits');
    await leave(startOf(30), 'the stone again');
    const tab = await open(wide, path);
    const { page, context } = tab;
    await expect(bubble(page, 'he never sits')).toBeVisible();
    await expect(bubble(page, 'the stone again')).toHaveCount(0);
    t.same(await violations(page), []);
    for (const ground of GROUNDS) {
      await page.evaluate((ground) => void globalThis.setProse?.({ ground }), ground);
      t.same(await violations(page, ['color-contrast']), [], ground);
    }
    await page.locator('[data-text] p').nth(32).scrollIntoViewIfNeeded();
    await expect(bubble(page, 'the stone again')).toBeVisible();
    t.same(ours(tab), []);
    await context.close();
  });

  await t.test('SOC-13 on phones a mark stands for them, and opens them', async (t) => {
    const { path, leave } = await publish([TEXT, TEXT]);
    await leave(startOf(1), 'first of two');
    await leave(startOf(1) + 4, 'second of two', noor);
    await leave(startOf(4), '<img src=x onerror=alert(1)> &amp; \u202egnp');
    const tab = await open(phone, path);
    const { page, context } = tab;
    await expect(marks(page)).toHaveText(['2', /1?/]);
    await (await reach(marks(page).first())).tap();
    const opened = page.getByRole('dialog', { name: 'Notes' });
    await expect(opened).toContainText(/first of two.*Mika.*second of two.*Noor/);
    t.same(await violations(page), []);
    await press(page, 'Escape');
    await expect(opened).toBeHidden();
    await marks(page).nth(1).tap();
    await expect(opened).toContainText('<img src=x');
    t.equal(await settled(page, () => overflowOf(page)), 0);
    await opened.getByRole('button', { name: 'All notes of this chapter' }).tap();
    await expect(row(page, 'second of two')).toBeVisible();
    t.same(ours(tab), []);
    await context.close();
  });

  await t.test('SOC-19 SOC-13 selected words get a note, whose draft is kept', async (t) => {
    const { path, list } = await publish([TEXT]);
    const tab = await open({ ...wide, as: noor }, path);
    const { page, context } = tab;
    const words = page.locator('[data-text] p').nth(3);
    await words.hover();
    await expect(page.locator('tsuzuki-island[name=notes][awake]')).toBeAttached();
    await words.evaluate((element) => {
      const first = element.firstChild as Text;
      getSelection()?.setBaseAndExtent(first, first.data.indexOf('stone'), first, first.data.length);
    });
    const bar = page.getByRole('region', { name: 'Selected words' });
    await click(bar.getByRole('button', { name: 'Note', exact: true }));
    await expect(field(page)).toBeFocused();
    await type(page, 'pumice, surely');
    await expect(layer(page)).toContainText('pumice, surely');
    await expect(notes(page)).toContainText('at “stone in his shoe.');
    await expect(notes(page)).toContainText('14 / 80');
    t.same(await violations(page), []);
    await page.reload();
    await openPanel(page, 'notes');
    await click(field(page));
    await expect(field(page)).toHaveValue('pumice, surely');
    await press(page, 'ArrowDown');
    await expect(notes(page)).toContainText('at “Sentence 4 is here.');
    await press(page, 'ArrowUp');
    await expect(notes(page)).toContainText('at “The inspector wanted');
    await press(page, 'Enter');
    await expect(bubble(page, 'pumice, surely')).toBeVisible();
    const offset = startOf(3) + line(3).indexOf('The inspector');
    await expect.poll(() => list(noor)).toMatchObject([{ body: 'pumice, surely', offset }]);
    await does(page, 'pumice, surely', 'Delete');
    await expect(row(page, 'pumice, surely')).toHaveCount(0);
    await expect(bubble(page, 'pumice, surely')).toHaveCount(0);
    await expect.poll(() => list(noor)).toEqual([]);
    t.same(ours(tab), []);
    await context.close();
  });

  await t.test('SOC-20 SOC-14 the end of a chapter takes what readers feel', async (t) => {
    const { path } = await publish(['<p>Short.</p>', '<p>End.</p>']);
    const tab = await open({ ...wide, as: noor }, path);
    const { page, context } = tab;
    const feel = (name: string) =>
      page.getByRole('group', { name: /make you feel/ }).getByRole('button', { name });
    await click(feel('Wow'));
    await expect(feel('Wow')).toHaveAttribute('aria-pressed', 'true');
    await expect(feel('Wow')).toHaveText('Wow1');
    t.same(await settled(page, () => shiftsOf(page)), []);
    await page.reload();
    await expect(feel('Wow')).toHaveAttribute('aria-pressed', 'true');
    await click(feel('Love'));
    await expect(feel('Love')).toHaveAttribute('aria-pressed', 'true');
    await expect(feel('Wow')).toHaveText('Wow0');
    t.same(await violations(page), []);
    await context.clearCookies();
    await page.setViewportSize(phone.viewport);
    await tab.goto(path);
    await click(feel('Love'));
    await expect(page.getByText('Sign in to say what you feel.')).toBeVisible();
    t.equal(await settled(page, () => overflowOf(page)), 0);
    t.same(ours(tab), []);
    await context.close();
  });

  await t.test('SOC-13 N is heard before the margin has come', async () => {
    const { path } = await publish([TEXT]);
    const { page, context, goto } = await site.open(wide);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/chunks/*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('note-place')) await held;
      await route.fulfill({ response });
    });
    await goto(path);
    await press(page, 'n');
    release();
    await expect(field(page)).toBeFocused();
    await context.close();
  });

  await t.test('SOC-13 who wants none sees none, and N writes one', async () => {
    const { path, leave } = await publish([TEXT]);
    await leave(startOf(1), 'to be put away', sora);
    const { page, context } = await open(wide, path);
    await expect(bubble(page, 'to be put away')).toBeVisible();
    await press(page, 'n');
    await expect(field(page)).toBeFocused();
    await type(page, 'kept');
    await press(page, 'Enter');
    await expect(notes(page)).toContainText('Sign in to pin it');
    await choose(notes(page).locator('input[name=notes-shown]'), false);
    await expect(bubble(page, 'to be put away')).toHaveCount(0);
    await page.reload();
    await openPanel(page, 'notes');
    await expect(row(page, 'to be put away')).toBeVisible();
    await expect(bubble(page, 'to be put away')).toHaveCount(0);
    await context.close();
  });

  await t.test(
    'SOC-13 the team hides a note where it stands; whom a reader mutes goes at once',
    async (t) => {
      const { id, story, path, leave } = await publish([TEXT]);
      await joinTeam(site, story.id, editor, 'editor');
      await leave(4, 'the butler did it', noor);
      await leave(160, 'what a morning', sora);
      await site.call('POST /comments', { as: sora, body: { episode_id: id, body: 'First, and last' } });
      const team = await open({ as: editor, ...wide }, path);
      await openPanel(team.page, 'notes');
      await does(team.page, 'the butler did it', 'Hide');
      await expect(team.page.getByText('Note hidden')).toBeVisible();
      await expect(row(team.page, 'the butler did it')).toContainText('hidden');

      const reader = await open({ as: mika, ...wide }, path);
      const { page } = reader;
      await expect(bubble(page, 'what a morning')).toBeVisible();
      await expect(bubble(page, 'the butler did it')).toHaveCount(0);
      await openPanel(page, 'notes');
      await expect(row(page, 'what a morning')).toBeVisible();
      await expect(row(page, 'the butler did it')).toHaveCount(0);
      await does(page, 'what a morning', 'Mute Sora');
      await expect(row(page, 'what a morning')).toHaveCount(0);
      await expect(bubble(page, 'what a morning')).toHaveCount(0);
      await site.call(`DELETE /users/${sora.id}/mute`, { as: mika });

      await does(team.page, 'the butler did it', 'Show again');
      await expect(team.page.getByText('Note shown again')).toBeVisible();
      await page.reload();
      await expect(bubble(page, 'the butler did it')).toBeVisible();
      await expect(bubble(page, 'what a morning')).toBeVisible();
      const comments = await openPanel(page, 'comments');
      const article = comments.getByRole('article').filter({ hasText: 'First, and last' });
      await click(article.locator('details[name^=comment-] > summary').last());
      await click(article.getByRole('button', { name: 'Mute Sora' }));
      await expect(bubble(page, 'what a morning')).toHaveCount(0);
      await expect(bubble(page, 'the butler did it')).toBeVisible();
      t.same([...ours(reader), ...ours(team)], []);
      await reader.context.close();
      await team.context.close();
    },
  );

  await t.test('SOC-01 comments open beside a novel and keep what was begun', async (t) => {
    const { path } = await publish([TEXT]);
    const { page, context } = await open({ as: noor, ...phone }, path);
    const draft = panel(page, 'comments').getByRole('textbox').first();
    await openPanel(page, 'comments');
    await fill(draft, 'begun on the stairs');
    for (const { viewport } of [phone, wide]) {
      await page.setViewportSize(viewport);
      await page.reload();
      await openPanel(page, 'comments');
      await expect(draft).toHaveValue('begun on the stairs');
      t.equal(await settled(page, () => overflowOf(page)), 0);
    }
    await context.close();
  });

  await t.test('SOC-13 SOC-19 keys write one beside upright lines, move it and list it', async (t) => {
    const { id, path } = await addUprightBook(site.deps, author);
    const [chapter] = await db.select().from(chapters).where(eq(chapters.episodeId, id));
    const place = { episode_id: id, chapter_id: chapter?.id, offset: 0 };
    await site.call('POST /tsukkomi_comments', { as: mika, body: { ...place, body: '夢十夜の始まり' } });
    const tab = await open({ ...wide, as: noor }, path);
    const { page, context } = tab;
    await expect(marks(page)).toHaveCount(1);
    await press(page, 'n');
    await expect(field(page)).toBeFocused();
    await expect(row(page, '夢十夜の始まり')).toBeVisible();
    await type(page, '百年待っていて下さい');
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect(notes(page)).toContainText('at “女は長い髪を');
    await expect(marks(page)).toHaveCount(2);
    await press(page, 'Enter');
    await expect(row(page, '百年待っていて下さい')).toBeVisible();
    await expect(marks(page)).toHaveCount(2);
    t.equal(await settled(page, () => overflowOf(page)), 0);
    t.same(await violations(page), []);
    t.same(ours(tab), []);
    await context.close();
  });
});
