/** A note in a chapter that is too much: its story's team, who reports it, and who wants to see nothing of its author. */
import { eq, isNull } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapters, reportDecisions, users } from '#db/schema/index.ts';
import type { Account } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { joinTeam } from '../support/figures.ts';
import { openPanel, panel } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { runSweeps } from '../support/sweeps.ts';

const TEXT = Array.from({ length: 8 }, (_, at) => `<p>Sentence ${at} is here, and short.</p>`).join('');

t.test('what a chapter’s notes may not say', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const names = ['Mika', 'Noor', 'Sora', 'Editor', 'Ada'];
  const [mika, noor, sora, editor, ada] = (await Promise.all(
    names.map((name) => site.signUp(name)),
  )) as Account[] as [Account, Account, Account, Account, Account];
  await site.makeAdministrator(ada);
  await db.update(users).set({ createdAt: new Date(0) });
  const story = await addStory(await addAuthor(), { publicationType: 'novel' });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: [TEXT] });
  const [chapter] = await db.select().from(chapters).where(eq(chapters.episodeId, id));
  await joinTeam(site, story.id, editor, 'editor');
  const path = `/stories/${story.slug}/1`;
  const leave = (as: Account, offset: number, body: string) =>
    site.call('POST /tsukkomi_comments', {
      as,
      body: { episode_id: id, chapter_id: chapter?.id, offset, body },
    });
  await leave(noor, 4, 'the butler did it');
  await leave(sora, 60, 'what a morning');

  const bubble = (page: Page, text: string) =>
    page.locator('[data-marginalia]').getByText(text, { exact: true });
  const line = (page: Page, text: string) =>
    panel(page, 'notes').getByRole('listitem').filter({ hasText: text });
  /** The chapter with its list of notes open; `awaited` stands in it. */
  const read = async (options: Parameters<typeof site.open>[0], awaited: string) => {
    const tab = await site.open(options);
    const again = async (awaited: string) => {
      await tab.goto(path);
      await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
      await openPanel(tab.page, 'notes');
      await line(tab.page, awaited).waitFor();
    };
    await again(awaited);
    return { ...tab, again };
  };
  const choose = async (page: Page, text: string, deed: string) => {
    await line(page, text).locator('summary').click();
    await line(page, text).getByRole('button', { name: deed, exact: true }).click();
  };
  const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b40[49]\b|^dialog: /.test(fault));

  await t.test(
    'SOC-13 REP-06 the team hides it and shows it again; an administrator’s word holds',
    async (t) => {
      const reader = await read({ as: mika, ...wide }, 'the butler did it');
      const team = await read({ as: editor, ...wide }, 'the butler did it');
      await bubble(reader.page, 'the butler did it').waitFor();
      await choose(team.page, 'the butler did it', 'Hide');
      await team.page.getByText('Note hidden').waitFor();
      await line(team.page, 'the butler did it').getByText('hidden').waitFor();
      await reader.again('what a morning');
      await bubble(reader.page, 'what a morning').waitFor();
      t.equal(await line(reader.page, 'the butler did it').count(), 0, 'not in the list');
      t.equal(await bubble(reader.page, 'the butler did it').count(), 0, 'nor beside the text');
      const writer = await read({ as: noor, ...wide }, 'the butler did it');
      await writer.context.close();

      await choose(team.page, 'the butler did it', 'Show again');
      await team.page.getByText('Note shown again').waitFor();
      await reader.again('the butler did it');
      await line(reader.page, 'the butler did it').locator('summary').click();
      await line(reader.page, 'the butler did it').getByRole('link', { name: 'Report' }).click();
      await reader.page.getByText('the butler did it').waitFor();
      await reader.page.getByLabel('Spam').check();
      await reader.page.getByRole('button', { name: 'Send report' }).click();
      await reader.page.getByRole('link', { name: 'My reports' }).waitFor();

      const desk = await site.open({ as: ada, ...wide });
      await desk.goto('/admin/reports');
      await desk.page.locator('tsuzuki-island[name=ReportQueue][awake]').waitFor({ state: 'attached' });
      const thing = desk.page.getByRole('article').filter({ hasText: 'the butler did it' });
      await desk.page.keyboard.press('j');
      await thing.getByLabel('Hide it as well').check();
      await desk.page.keyboard.press('a');
      await desk.page.getByText('1 report decided').waitFor();
      await desk.context.close();
      await db
        .update(reportDecisions)
        .set({ tellAt: new Date(0) })
        .where(isNull(reportDecisions.undoneAt));
      await runSweeps(site.deps, 'moderation.tell_outcomes');
      await reader.goto('/settings/reports');
      await reader.page.getByText('You were right').waitFor();
      await reader.again('what a morning');
      t.equal(await line(reader.page, 'the butler did it').count(), 0);

      await team.again('the butler did it');
      await choose(team.page, 'the butler did it', 'Show again');
      await team.page.getByText('an administrator', { exact: false }).first().waitFor();
      await line(team.page, 'the butler did it').getByText('hidden').waitFor();
      t.same([...ours(reader.faults), ...ours(team.faults)], []);
      await reader.context.close();
      await team.context.close();
    },
  );

  for (const [deed, name] of [
    ['mute', 'Mute Sora'],
    ['block', 'Block Sora'],
  ] as const)
    await t.test(`SOC-13 who ${deed}s somebody sees their notes nowhere`, async (t) => {
      await leave(mika, 90, 'a line of mine');
      const { page, faults, context, again, goto } = await read({ as: mika, ...wide }, 'what a morning');
      await bubble(page, 'what a morning').waitFor();
      await choose(page, 'what a morning', name);
      await bubble(page, 'what a morning').waitFor({ state: 'detached' });
      await line(page, 'what a morning').waitFor({ state: 'detached' });
      await again('a line of mine');
      await bubble(page, 'a line of mine').waitFor();
      t.equal(await line(page, 'what a morning').count(), 0, 'not after another visit');
      t.equal(await bubble(page, 'what a morning').count(), 0);
      await goto(`${path}/notes`);
      await page.getByText('a line of mine').waitFor();
      t.equal(await page.getByText('what a morning').count(), 0, 'nor on the page without a script');
      const small = await site.open({ as: mika, ...phone });
      await small.goto(path);
      const marks = small.page.locator('[data-marginalia] [data-mark]');
      await eventually('one mark', async () => (await marks.count()) === 1);
      await small.context.close();
      const other = await read({ as: noor, ...wide }, 'what a morning');
      await other.context.close();
      await site.call(`DELETE /users/${sora.id}/${deed}`, { as: mika });
      t.same(ours(faults), []);
      await context.close();
    });

  await t.test('SOC-13 whom somebody mutes in the comments has no notes beside them either', async (t) => {
    await site.call('POST /comments', { as: sora, body: { episode_id: id, body: 'First, and last' } });
    const { page, faults, context, goto } = await site.open({ as: mika, ...wide });
    await goto(path);
    await bubble(page, 'what a morning').waitFor();
    const comments = await openPanel(page, 'comments');
    const article = comments.getByRole('article').filter({ hasText: 'First, and last' });
    await article.locator('details[name^=comment-] > summary').last().click();
    await article.getByRole('button', { name: 'Mute Sora' }).click();
    await bubble(page, 'what a morning').waitFor({ state: 'detached' });
    t.same(ours(faults), []);
    await context.close();
  });
});
