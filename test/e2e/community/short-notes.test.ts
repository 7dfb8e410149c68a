import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { episodePages, episodePlaces, storyPlaces, tsukkomiComments, users } from '#db/schema/index.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, PASSWORD } from '../../support/app.ts';
import { violations } from '../../support/axe.ts';
import { joinTeam } from '../../support/figures.ts';
import { choose, click, expect, fill, press, settled, type } from '../../support/hand.ts';
import { openPanel, overflowOf, panel } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { openShelf } from '../../support/shelf.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { type OpenOptions, phone, startSite, wide } from '../../support/site.ts';

const PAGES = 4;
const MANY_PAGES = 24;
/** Served for every page, since missing pictures would be retried. Another test covers that. */
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="12"/>';

const note = (page: Page, text: string) => page.locator('[data-note]', { hasText: text });
const draft = (page: Page) => page.locator('[data-note-draft]');
const notes = (page: Page) => panel(page, 'notes');
const field = (page: Page) => notes(page).getByLabel('Short note');
const button = (page: Page, name: string | RegExp) => notes(page).getByRole('button', { name });
const seenItem = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen.item);
const goTo = (page: Page, item: number) =>
  page.evaluate((to) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to), item);

t.test('short notes over pages', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const creator = await site.signUp('Mirko Haas');
  const [mika, noor] = [await site.signUp('Mika'), await site.signUp('Noor')];
  // New accounts may leave only few notes per minute.
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  const paged = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  const episodeId = paged.episodes[0].id;
  const pagesOf = async (episode: string) => {
    const rows = await deps.db
      .select({ id: episodePages.id })
      .from(episodePages)
      .where(eq(episodePages.episodeId, episode))
      .orderBy(asc(episodePages.position));
    return rows.map(({ id }) => id);
  };
  const pages = await pagesOf(episodeId);
  const first = `${paged.path}/1`;

  const leave = async (as: Account, page: number, body: string, { x = 0.5, y = 0.5 } = {}) => {
    const place = { episode_id: episodeId, page_id: pages[page - 1], x, y };
    const reply = await site.call('POST /tsukkomi_comments', { as, body: { ...place, body } });
    if (reply.statusCode !== 201) throw new Error(reply.body);
  };
  const kept = () => deps.db.select().from(tsukkomiComments);
  const clear = async () => {
    await deps.db.delete(tsukkomiComments);
    await deps.db.delete(episodePlaces);
    await deps.db.delete(storyPlaces);
  };
  const open = async (path: string, options: OpenOptions) => {
    const tab = await site.open(options);
    await watchShifts(tab.page);
    await tab.goto(path);
    return tab;
  };

  await t.test(
    'SOC-13 SOC-19 a note appears at the other’s when they have reached its page, and never before',
    async (t) => {
      const { page, faults, context } = await open(`${first}#p3`, { as: mika, ...wide });
      await openPanel(page, 'notes');
      await fill(field(page), 'count the stairs');
      const box = await settled(page, () => page.locator('#p3 [data-sheet]').boundingBox());
      if (!box) throw new Error('no page');
      await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.75);
      await expect(notes(page)).toContainText('Page 3, bottom left');
      await expect(draft(page)).toHaveText('count the stairs');
      await expect(notes(page)).toContainText('16 / 80');
      await click(button(page, 'Pin'));
      await expect(page.getByText('Note added')).toBeVisible();
      await expect(note(page, 'count the stairs')).toBeVisible();
      const [one] = await kept();
      t.ok(Math.abs((one?.x ?? 0) - 0.25) < 0.01 && Math.abs((one?.y ?? 0) - 0.75) < 0.01);
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
      for (const as of [noor, undefined]) {
        const other = await site.open({ ...(as && { as }), ...phone });
        const asked: string[] = [];
        other.page.on('request', (request) => {
          if (request.url().includes('/tsukkomi_comments')) asked.push(request.url());
        });
        await other.goto(first);
        await openPanel(other.page, 'notes');
        await expect(other.page.getByText('No notes here yet')).toBeVisible();
        t.same(asked, [], 'a page without notes is not asked for them');
        await expect(note(other.page, 'count the stairs')).toHaveCount(0);
        await press(other.page, 'Escape', 'ArrowRight', 'ArrowRight');
        await expect(note(other.page, 'count the stairs')).toBeVisible();
        t.ok(
          asked.every((url) => url.includes(pages[2] ?? '-')),
          asked.join(' '),
        );
        t.same(other.faults, []);
        await other.context.close();
      }
      await clear();
    },
  );

  await t.test('SOC-13 nothing moves, the page keeps its presses, and a crowd is one', async (t) => {
    for (const [index, text] of ['one', 'two', 'three', 'four'].entries())
      await leave(noor, 1, `note ${text}`, { x: 0.5, y: 0.5 + index / 1000 });
    await leave(noor, 1, 'alone', { x: 1, y: 0 });
    const { page, faults, context } = await open(first, wide);
    const many = page.getByText('4 notes here');
    await expect(many).toBeVisible();
    t.same(await settled(page, () => shiftsOf(page)), []);
    const isInside = () =>
      note(page, 'alone').evaluate((each) => {
        const own = each.getBoundingClientRect();
        const sheet = each.closest('[data-sheet]')?.getBoundingClientRect();
        return sheet !== undefined && own.right <= sheet.right + 1 && own.top >= sheet.top - 1;
      });
    await expect.poll(isInside, 'at the corner it stays on the page').toBe(true);
    await click(many);
    await expect(note(page, 'note three')).toBeVisible();
    await click(page.locator('#p1 label'), { position: { x: 30, y: 30 } });
    await expect(note(page, 'note three')).toBeHidden();
    await expect(page.locator('#bars')).toBeChecked();
    await press(page, 'ArrowRight');
    await expect(page).toHaveURL(/#p2$/);
    t.same(faults, []);
    await context.close();
    await clear();
  });

  await t.test(
    'RDR-04 the list has the same notes, and density, strength and the switch are kept',
    async (t) => {
      for (let number = 1; number <= 7; number += 1)
        await leave(noor, 1, `line ${number}`, { x: 0.5, y: number / 8 });
      // A reader who turned notes off must stay without them.
      const sora = await site.signUp('Sora');
      const { page, faults, context } = await open(first, { as: sora, ...wide });
      await openPanel(page, 'notes');
      const lines = notes(page).getByRole('listitem').filter({ hasText: 'line' });
      await expect(notes(page)).toContainText('7 notes');
      await expect(lines).toHaveCount(5);
      await click(button(page, '2 more on Page 1'));
      await expect(lines).toHaveCount(7);
      await expect(notes(page)).toContainText('Notes on pages 2 to 4 appear when you get there.');
      await expect(page.locator('[data-note]')).toHaveCount(7);
      await choose(notes(page).getByRole('radio', { name: 'Few' }));
      await expect(page.locator('[data-note]')).toHaveCount(4);
      const stored = page.waitForRequest((request) => request.url().endsWith('/library/settings'));
      await fill(notes(page).getByRole('slider', { name: 'Opacity' }), '3');
      t.match((await stored).postDataJSON(), { notes: { shown: true, density: 'few', strength: 3 } });
      await choose(notes(page).getByRole('switch', { name: 'Show on the page' }), false);
      await expect(page.locator('[data-note]')).toHaveCount(0);
      await expect(lines, 'the list stays').toHaveCount(7);
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
      await clear();
    },
  );

  await t.test('SOC-19 SOC-23 who is signed out comes back to what they were writing', async (t) => {
    const { page, faults, context } = await open(first, phone);
    await openPanel(page, 'notes');
    await fill(field(page), 'who lit it?');
    await expect(draft(page)).toBeVisible();
    t.equal(await settled(page, () => overflowOf(page)), 0);
    await click(button(page, 'Pin'));
    await click(notes(page).getByRole('link', { name: 'Sign in' }));
    await fill(page.getByLabel('E-mail'), mika.email);
    await fill(page.getByLabel('Password'), PASSWORD);
    await click(page.getByRole('button', { name: 'Sign in' }));
    await expect(draft(page)).toBeVisible();
    t.equal(new URL(page.url()).pathname, first);
    await expect(field(page)).toHaveValue('who lit it?');
    await click(button(page, 'Pin'));
    await expect(page.getByText('Note added')).toBeVisible();
    t.same(faults, []);
    await context.close();
    await clear();
  });

  await t.test('SOC-19 what a cut line held back goes by itself, once', async (t) => {
    const { page, faults, context } = await open(`${first}#p1`, { as: mika, ...wide });
    await openPanel(page, 'notes');
    await fill(field(page), 'held back');
    await expect(draft(page)).toBeVisible();
    await context.setOffline(true);
    await click(button(page, 'Pin'));
    const waits = notes(page).getByText('Not sent yet. We’ll post it when you’re back online.');
    await expect(waits).toBeVisible();
    await expect(note(page, 'held back')).toBeVisible();
    await context.setOffline(false);
    await expect(waits).toHaveCount(0);
    await expect(notes(page).getByRole('listitem').filter({ hasText: 'held back' })).toBeVisible();
    t.equal((await kept()).length, 1);
    t.same(
      faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    );
    await context.close();
    await clear();
  });

  await t.test('SOC-05 SOC-14 SOC-20 a reader feels at a page, and takes it back', async () => {
    const { page, context, goto } = await open(`${first}#p1`, { as: mika, ...wide });
    await openPanel(page, 'notes');
    const wow = button(page, /^Wow/);
    await click(wow);
    await expect(wow).toHaveAttribute('aria-label', 'Wow, 1 reader');
    await expect(wow).toHaveAttribute('aria-pressed', 'true');
    await page.route('**/pop_reaction', (route) => route.abort());
    await click(button(page, /^Sad/));
    await expect(notes(page)).toContainText('That did not work');
    await expect(wow, 'what was refused is taken back').toHaveAttribute('aria-pressed', 'true');
    await page.unroute('**/pop_reaction');
    await wow.focus();
    await press(page, 'Enter');
    await expect(wow).toHaveAttribute('aria-label', 'Wow, 0 readers');
    await expect(wow).toHaveAttribute('aria-pressed', 'false');
    await context.clearCookies();
    await goto(first);
    await openPanel(page, 'notes');
    await click(wow);
    await expect(notes(page)).toContainText('Sign in to say what you feel');
    await context.close();
  });

  await t.test('the team hides a note and shows it again; a reader mutes its author', async (t) => {
    const editor = await site.signUp('Editor');
    await joinTeam(site, paged.story.id, editor, 'editor');
    await leave(noor, 1, 'over the line');
    const more = (page: Page) => notes(page).locator('summary[aria-label="More on note 1"]');
    const team = await open(`${first}#p1`, { as: editor, ...wide });
    await openPanel(team.page, 'notes');
    for (const [deed, told] of [
      ['Hide', 'Note hidden'],
      ['Show again', 'Note shown again'],
    ] as const) {
      await click(more(team.page));
      await click(notes(team.page).getByRole('button', { name: deed, exact: true }));
      await expect(team.page.getByText(told)).toBeVisible();
    }
    await team.context.close();
    const { page, faults, context } = await open(`${first}#p1`, { as: mika, ...wide });
    await openPanel(page, 'notes');
    await click(more(page));
    const report = notes(page).getByRole('link', { name: 'Report' });
    await expect(report).toHaveAttribute('href', /\/report\?.*tsukkomi/);
    await expect(note(page, 'over the line')).toBeVisible();
    await click(button(page, 'Mute Noor'));
    await expect(note(page, 'over the line')).toHaveCount(0);
    t.same(faults, []);
    await context.close();
    await clear();
  });

  await t.test('SOC-19 by keys alone, and its author deletes it', async (t) => {
    const { page, faults, context } = await open(`${first}#p1`, { as: mika, ...wide });
    await press(page, 'n');
    await expect(draft(page)).toBeFocused();
    const across = () => draft(page).evaluate((each) => Number(each.style.getPropertyValue('--x')));
    const before = await settled(page, across);
    await press(page, ...Array(5).fill('ArrowLeft'));
    await expect.poll(across).toBe(before - 0.1);
    await press(page, 'Enter');
    await expect(notes(page).locator('[data-note-form] input').first()).toBeFocused();
    await type(page, 'by keys');
    await press(page, 'Enter');
    await expect(page.getByText('Note added')).toBeVisible();
    await notes(page).locator('summary[aria-label="More on note 1"]').focus();
    await press(page, 'Enter');
    await button(page, 'Delete').focus();
    await press(page, 'Enter');
    await expect(page.getByText('Note deleted')).toBeVisible();
    await expect(note(page, 'by keys')).toHaveCount(0);
    t.same(await kept(), []);
    t.same(faults, []);
    await context.close();
  });

  await t.test(
    'SOC-19 over a slow line no key is lost: words go to the note, then to its field',
    async (t) => {
      const { page, faults, context } = await open(`${first}#p1`, { as: mika, ...wide });
      const held = Promise.withResolvers<void>();
      await page.route('**/*panels=1*', async (route) => {
        await held.promise;
        await route.continue();
      });
      await press(page, 'n');
      await expect(draft(page)).toBeFocused();
      await press(page, 'Enter');
      await type(page, 'no fear');
      await expect(draft(page)).toHaveText('no fear');
      t.equal(await settled(page, () => seenItem(page)), 1, 'no letter has turned the page');
      held.resolve();
      await expect(notes(page).locator('[data-note-form] input').first()).toBeFocused();
      await type(page, '!');
      await press(page, 'Enter');
      await expect(note(page, 'no fear!')).toBeVisible();
      t.same(faults, []);
      await context.close();
      await clear();
    },
  );

  await t.test('SOC-13 turning many pages leaves no nodes and no listeners behind', async (t) => {
    const { addAuthor, addEpisode, addStory } = openShelf(deps);
    const author = await addAuthor();
    const story = await addStory(author, { format: 'page_ltr' });
    const sideways = { pageOrientation: 'horizontal', readMode: 'page_flip' } as const;
    const { id } = await addEpisode(story, 1, sideways, { pages: MANY_PAGES });
    const stand = { episodeId: id, authorId: author, x: 0.25, y: 0.75 };
    await deps.db.insert(tsukkomiComments).values(
      (await pagesOf(id)).map((pageId, index) => ({
        ...stand,
        id: newId(),
        pageId,
        body: `note on ${index + 1}.`,
      })),
    );
    const { page, context, goto } = await site.open(phone);
    await page.route('**/media/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
    );
    await goto(`/stories/${story.slug}/1`);
    const session = await context.newCDPSession(page);
    const held = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    /** Turns, zooms, resizes and writes without waiting. Then visits several pages and waits for their notes. */
    const round = async () => {
      for (let block = 0; block < 3; block += 1) {
        await page.evaluate(
          async ({ block, turns, pages }) => {
            const stage = document.querySelector<HTMLElement>('[data-stage]')?.stage;
            for (let turn = 0; turn < turns; turn += 1) {
              stage?.goTo(((block * turns + turn) * 7) % pages || 1);
              if (turn % 5 === 0) await new Promise(requestAnimationFrame);
            }
          },
          { block, turns: 20, pages: MANY_PAGES },
        );
        await page.setViewportSize(block % 2 === 0 ? { width: 740, height: 360 } : phone.viewport);
        await press(page, block % 3 === 0 ? '+' : '0', 'n', 'Escape', 'Escape');
      }
      await press(page, '0');
      for (const number of [4, 12, 20, MANY_PAGES, 1]) {
        await goTo(page, number);
        await expect(note(page, `note on ${number}.`)).toBeAttached();
      }
      await expect.poll(() => page.locator('[data-notes-layer]').count()).toBeLessThanOrEqual(5);
    };
    // The first round creates one-time objects, such as the panels.
    await round();
    const before = await held();
    await round();
    const after = await held();
    t.ok(after.nodes <= before.nodes * 1.05, `${before.nodes} nodes, then ${after.nodes}`);
    t.ok(
      after.jsEventListeners <= before.jsEventListeners + 2,
      `${before.jsEventListeners} listeners, then ${after.jsEventListeners}`,
    );
    await context.close();
  });
});
