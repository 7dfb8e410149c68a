/** Short notes over the pages of comics, as people leave and meet them: in two browsers, by keys, without a line, without a script. */
import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { episodePages, tsukkomiComments, users } from '#db/schema/index.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, PASSWORD } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { joinTeam } from '../support/figures.ts';
import { awake, openPanel, openReader, overflowOf, panel, tool } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 4;

t.test('short notes over pages', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const creator = await site.signUp('Mirko Haas');
  const [mika, noor] = [await site.signUp('Mika'), await site.signUp('Noor')];
  // Who has just come leaves few notes a minute.
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  const paged = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  const episodeId = paged.episodes[0].id;
  const pages = (
    await deps.db
      .select({ id: episodePages.id })
      .from(episodePages)
      .where(eq(episodePages.episodeId, episodeId))
      .orderBy(asc(episodePages.position))
  ).map(({ id }) => id);
  const first = `${paged.path}/1`;

  const leave = async (as: Account, page: number, body: string, { x = 0.5, y = 0.5 } = {}) => {
    const place = { episode_id: episodeId, page_id: pages[page - 1], x, y };
    const reply = await site.call('POST /tsukkomi_comments', { as, body: { ...place, body } });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json<{ tsukkomi_comment: { id: string } }>().tsukkomi_comment.id;
  };
  const note = (page: Page, text: string) => page.locator('[data-note]', { hasText: text });
  const draft = (page: Page) => page.locator('[data-note-draft]');
  const openNotes = async (page: Page) => {
    const opened = await openPanel(page, 'notes');
    await page.locator('tsuzuki-island[name=Notes][awake]').waitFor({ state: 'attached' });
    await opened.getByLabel('Short note').waitFor();
    return opened;
  };
  const clear = () => deps.db.delete(tsukkomiComments);

  await t.test(
    'SOC-13 SOC-19 a note appears at the other’s when they have reached its page, and never before',
    async (t) => {
      const writer = await openReader(site, `${first}#p3`, { as: mika, ...wide });
      const opened = await openNotes(writer.page);
      await opened.getByLabel('Short note').fill('count the stairs');
      const sheet = writer.page.locator('#p3 [data-sheet]');
      const box = await sheet.boundingBox();
      if (!box) throw new Error('no page');
      await writer.page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.75);
      await opened.getByText('Page 3, bottom left').waitFor();
      t.equal(await draft(writer.page).textContent(), 'count the stairs');
      await opened.getByText('16 / 80').waitFor();
      await opened.getByRole('button', { name: 'Pin' }).click();
      await writer.page.getByText('Note left').waitFor();
      await note(writer.page, 'count the stairs').waitFor();
      const [kept] = await deps.db.select().from(tsukkomiComments);
      t.ok(Math.abs((kept?.x ?? 0) - 0.25) < 0.01 && Math.abs((kept?.y ?? 0) - 0.75) < 0.01);
      for (const as of [noor, undefined]) {
        const asked: string[] = [];
        const other = await site.open({ ...(as && { as }), ...phone });
        other.page.on('request', (request) => {
          if (request.url().includes('/tsukkomi_comments')) asked.push(request.url());
        });
        await other.goto(first);
        await awake(other.page);
        await openNotes(other.page);
        await other.page.getByText('No notes here yet').waitFor();
        t.same(asked, [], 'a page without notes is not asked for them');
        t.equal(await note(other.page, 'count the stairs').count(), 0);
        await other.page.keyboard.press('Escape');
        for (let turn = 0; turn < 2; turn += 1) await other.page.keyboard.press('ArrowRight');
        await note(other.page, 'count the stairs').waitFor();
        t.ok(
          asked.every((url) => url.includes(pages[2] ?? '-')),
          asked.join(' '),
        );
        t.same(other.faults, []);
        await other.context.close();
      }
      t.same(await violations(writer.page), []);
      t.same(writer.faults, []);
      await writer.context.close();
      await clear();
    },
  );

  await t.test('SOC-13 nothing moves, the page keeps its presses, and a crowd is one', async (t) => {
    for (const [index, text] of ['one', 'two', 'three', 'four'].entries())
      await leave(noor, 1, `note ${text}`, { x: 0.5, y: 0.5 + index / 1000 });
    await leave(noor, 1, 'alone', { x: 1, y: 0 });
    const tab = await site.open({ ...wide });
    await tab.page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await tab.goto(first);
    await awake(tab.page);
    const many = tab.page.getByText('4 notes here');
    await many.waitFor();
    t.equal(await tab.page.evaluate(() => Reflect.get(window, 'shift')), 0);
    const inside = await note(tab.page, 'alone').evaluate((each) => {
      const [own, sheet] = [each, each.closest('[data-sheet]') as Element].map((one) =>
        one.getBoundingClientRect(),
      );
      return own && sheet && own.right <= sheet.right + 1 && own.top >= sheet.top - 1;
    });
    t.ok(inside, 'at the corner it stays on the page');
    await many.click();
    await note(tab.page, 'note three').waitFor();
    await tab.page.locator('#p1 label').click({ position: { x: 30, y: 30 } });
    await note(tab.page, 'note three').waitFor({ state: 'hidden' });
    t.equal(await tab.page.evaluate(() => document.querySelector<HTMLInputElement>('#bars')?.checked), true);
    await tab.page.keyboard.press('ArrowRight');
    await tab.page.waitForFunction(() => location.hash === '#p2');
    t.same(tab.faults, []);
    await tab.context.close();
    await clear();
  });

  await t.test(
    'RDR-04 the list has the same notes, and density, strength and the switch are kept',
    async (t) => {
      for (let number = 1; number <= 7; number += 1)
        await leave(noor, 1, `line ${number}`, { x: 0.5, y: number / 8 });
      const { page, faults, context } = await openReader(site, `${first}#p1`, { as: mika, ...wide });
      const opened = await openNotes(page);
      await opened.getByText('7 notes').waitFor();
      t.equal(await opened.getByRole('listitem').filter({ hasText: 'line' }).count(), 5);
      await opened.getByRole('button', { name: '2 more on Page 1' }).click();
      t.equal(await opened.getByRole('listitem').filter({ hasText: 'line' }).count(), 7);
      await opened.getByText('Notes on pages 2 to 4 appear when you get there.').waitFor();
      await page.locator('[data-note]').nth(6).waitFor();
      await opened.getByRole('radio', { name: 'Few' }).check();
      await page.waitForFunction(() => document.querySelectorAll('[data-note]').length === 4);
      const stored = page.waitForRequest((request) => request.url().endsWith('/library/settings'));
      await opened.getByRole('slider', { name: 'How strong' }).fill('3');
      t.match((await stored).postDataJSON(), { notes: { shown: true, density: 'few', strength: 3 } });
      await opened.getByRole('switch', { name: 'Show on the page' }).uncheck();
      await page.waitForFunction(() => document.querySelectorAll('[data-note]').length === 0);
      t.equal(await opened.getByRole('listitem').filter({ hasText: 'line' }).count(), 7, 'the list stays');
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
      await clear();
    },
  );

  await t.test('SOC-19 SOC-23 who is signed out comes back to what they were writing', async (t) => {
    const { page, faults, context } = await openReader(site, first, phone);
    await openNotes(page);
    await panel(page, 'notes').getByLabel('Short note').fill('who lit it?');
    await draft(page).waitFor();
    t.equal(await overflowOf(page), 0);
    await panel(page, 'notes').getByRole('button', { name: 'Pin' }).click();
    await page.getByRole('link', { name: 'Sign in' }).last().click();
    await page.getByLabel('E-mail').fill(mika.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === first);
    await draft(page).waitFor();
    t.equal(await panel(page, 'notes').getByLabel('Short note').inputValue(), 'who lit it?');
    await panel(page, 'notes').getByRole('button', { name: 'Pin' }).click();
    await page.getByText('Note left').waitFor();
    t.same(faults, []);
    await context.close();
    await clear();
  });

  await t.test('SOC-19 what a cut line held back goes by itself, once', async (t) => {
    const { page, faults, context } = await openReader(site, `${first}#p1`, { as: mika, ...wide });
    const opened = await openNotes(page);
    await opened.getByLabel('Short note').fill('held back');
    await draft(page).waitFor();
    await context.setOffline(true);
    await opened.getByRole('button', { name: 'Pin' }).click();
    await opened.getByText('Not sent yet. It goes by itself when you are online.').waitFor();
    await note(page, 'held back').waitFor();
    await context.setOffline(false);
    await opened
      .getByText('Not sent yet. It goes by itself when you are online.')
      .waitFor({ state: 'detached' });
    await opened.getByRole('listitem').filter({ hasText: 'held back' }).waitFor();
    t.equal((await deps.db.select().from(tsukkomiComments)).length, 1);
    t.same(
      faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    );
    await context.close();
    await clear();
  });

  await t.test('SOC-05 SOC-14 SOC-20 a reader feels at a page, and takes it back', async (t) => {
    const { page, context } = await openReader(site, `${first}#p1`, { as: mika, ...wide });
    const opened = await openNotes(page);
    const wow = opened.getByRole('button', { name: /^Wow/ });
    await wow.click();
    await page.waitForFunction(() =>
      document.querySelector('[aria-label="Wow, 1 reader"][aria-pressed=true]'),
    );
    await page.route('**/pop_reaction', (route) => route.abort());
    await opened.getByRole('button', { name: /^Sad/ }).click();
    await opened.getByText('That did not work').waitFor();
    t.equal(await wow.getAttribute('aria-pressed'), 'true', 'what was refused is taken back');
    await page.unroute('**/pop_reaction');
    await wow.press('Enter');
    await page.waitForFunction(() =>
      document.querySelector('[aria-label="Wow, 0 readers"][aria-pressed=false]'),
    );
    await context.close();
    const visitor = await openReader(site, first, phone);
    const there = await openNotes(visitor.page);
    await there.getByRole('button', { name: /^Wow/ }).click();
    await there.getByText('Sign in to say what you feel').waitFor();
    t.same(visitor.faults, []);
    await visitor.context.close();
  });

  await t.test('the team hides a note and shows it again; a reader mutes its author', async (t) => {
    const editor = await site.signUp('Editor');
    await joinTeam(site, paged.story.id, editor, 'editor');
    await leave(noor, 1, 'over the line');
    const team = await openReader(site, `${first}#p1`, { as: editor, ...wide });
    const opened = await openNotes(team.page);
    for (const deed of ['Hide', 'Show again']) {
      await opened.locator('summary[aria-label="More on note 1"]').click();
      await opened.getByRole('button', { name: deed, exact: true }).click();
      await team.page.getByText(deed === 'Hide' ? 'Note hidden' : 'Note shown again').waitFor();
    }
    await team.context.close();
    const reader = await openReader(site, `${first}#p1`, { as: mika, ...wide });
    const list = await openNotes(reader.page);
    await list.locator('summary[aria-label="More on note 1"]').click();
    t.match(await list.getByRole('link', { name: 'Report' }).getAttribute('href'), /\/report\?.*tsukkomi/);
    await list.getByRole('button', { name: 'Mute Noor' }).click();
    await note(reader.page, 'over the line').waitFor({ state: 'detached' });
    t.same(reader.faults, []);
    await reader.context.close();
    await clear();
  });

  await t.test('RDR-21 without a script a page lists notes and takes one', async (t) => {
    await leave(creator, 2, 'said without a script');
    await site.call(`PUT /episodes/${episodeId}/progress`, { as: mika, body: { item: 2, furthest_item: 2 } });
    const { page, faults, context, goto } = await site.open({ as: mika, javaScriptEnabled: false, ...phone });
    await goto(first);
    await tool(page, 'notes').click();
    await page.getByRole('link', { name: 'Open the notes' }).click();
    await page.locator('a[rel=next]').click();
    await page.getByText('said without a script').waitFor();
    await page.getByLabel('Short note').fill('so am I');
    await page.getByLabel('Down the page').selectOption({ label: 'bottom' });
    await page.getByRole('button', { name: 'Pin' }).click();
    await page.getByText('so am I').waitFor();
    await page.getByRole('button', { name: /^Applause/ }).click();
    await page.locator('button[value=clap][aria-pressed=true]').waitFor();
    t.equal(await overflowOf(page), 0);
    t.same(faults, []);
    await context.close();
    await clear();
  });
});
