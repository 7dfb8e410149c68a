/** The reader's tools that act on the pages, the keys, the heart, and what is told once. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories } from '../../db/schema/index.ts';
import { awake, openPanel, openReader, panel, rootData, tool } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('tools of the reader', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Ilse Vogt');
  const { path, episodes, story } = await publishSerial(site, creator, { pages: 5, isPaged: true });
  const first = `${path}/1`;

  await t.test('RDR-06 full screen is entered and left, and the bars go', async (t) => {
    const { page, faults, context } = await openReader(site, first, wide);
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await tool(page, 'fullscreen').click();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#bars')?.checked);
    t.ok(await isFull());
    await page.locator('header[data-bar]').waitFor({ state: 'hidden' });
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.locator('header[data-bar]').waitFor();
    t.equal(await tool(page, 'fullscreen').getAttribute('aria-pressed'), 'false');
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-09 RDR-10 zoom in and out, and one page or two', async (t) => {
    const { page, faults, context } = await openReader(site, first, wide);
    const width = () =>
      page.locator('#p1 [data-sheet]').evaluate((each) => Math.round(each.getBoundingClientRect().width));
    const whole = await width();
    await tool(page, 'zoomIn').click();
    t.ok((await width()) > whole);
    await tool(page, 'zoomOut').click();
    t.equal(await width(), whole);
    t.equal(await tool(page, 'pairs').getAttribute('aria-pressed'), 'true');
    await tool(page, 'pairs').click();
    t.match(await rootData(page), { pairs: 'off' });
    t.equal(await tool(page, 'pairs').getAttribute('aria-pressed'), 'false');
    await tool(page, 'pairs').click();
    t.match(await rootData(page), { pairs: 'cover' });
    t.same(faults, []);
    await context.close();
  });

  await t.test('letters can be switched off, and stay so', async (t) => {
    const { page, faults, context } = await openReader(site, first, wide);
    const opened = await openPanel(page, 'reading');
    await opened.getByRole('switch', { name: 'Keys of one letter' }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('o');
    t.match(await rootData(page), { pairs: 'cover' });
    await page.reload();
    await awake(page);
    await page.keyboard.press('e');
    t.equal(await page.locator('[data-panel][open]').count(), 0);
    t.same(faults, []);
    await context.close();
  });

  await t.test('keys open episodes and help, Escape closes them', async (t) => {
    const { page, faults, context } = await openReader(site, first, wide);
    await page.keyboard.press('e');
    await panel(page, 'episodes').locator('h2').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const help = page.locator('#reader-help');
    await help.getByText('Next page').first().waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    t.same(faults, []);
    await context.close();
  });

  await t.test(
    'ERR-68 a like is kept and said; who is not signed in is led to sign in and back',
    async (t) => {
      const { page, faults, context, goto } = await openReader(site, first, { ...phone, as: reader });
      const heart = page.locator('[data-tool=like]');
      const answered = page.waitForResponse((reply) => reply.url().endsWith('/like') && reply.ok());
      await heart.click();
      await answered;
      await page.locator('[data-told]', { hasText: /^Liked$/ }).waitFor();
      t.equal(await heart.getAttribute('aria-pressed'), 'true');
      await goto(first);
      await awake(page);
      await page.waitForSelector('[data-tool=like][aria-pressed=true]');
      const liked = await site.call(`GET /stories/${story.id}/mine`, {
        as: reader,
      });
      t.same(liked.json<{ liked_episode_ids: string[] }>().liked_episode_ids, [episodes[0].id]);
      t.same(faults, []);
      await context.close();
      const visitor = await openReader(site, first, phone);
      await visitor.page.locator('[data-tool=like]').click();
      await visitor.page.waitForURL(`**/sign_in?back=${encodeURIComponent(first)}`);
      await visitor.context.close();
    },
  );

  await t.test('right to left is told once, and the keys follow', async (t) => {
    const turned = await publishSerial(site, creator, { pages: 3, isPaged: true });
    await site.deps.db.update(stories).set({ format: 'page_rtl' }).where(eq(stories.id, turned.story.id));
    const { page, faults, context, goto } = await openReader(site, `${turned.path}/1`, wide);
    const hint = page.getByText('Right to left: the next page is on the left.');
    await hint.waitFor();
    await page.getByRole('button', { name: 'Got it' }).click();
    await hint.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    const line = page.locator('#reader-help p', { hasText: 'Next page' }).first();
    await line.getByText('←').waitFor();
    t.notOk(await line.getByText('→').isVisible());
    await goto(`${turned.path}/2`);
    await awake(page);
    t.notOk(await hint.isVisible());
    t.same(faults, []);
    await context.close();
    const german = await openReader(site, `/de${turned.path}/1`, phone);
    const button = german.page.getByRole('button', { name: 'Verstanden' });
    await button.waitFor();
    const overhang = await button.evaluate(
      (each) =>
        each.getBoundingClientRect().right - (each.parentElement as Element).getBoundingClientRect().right,
    );
    t.ok(overhang <= 0, 'long words stay inside');
    await german.context.close();
  });
});
