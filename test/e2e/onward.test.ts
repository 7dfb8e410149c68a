/** The next episode follows by itself where pages scroll (RDR-13), and everything goes along with the one in sight. */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const EPISODES = 22;
const PAGES = 3;
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="144" height="204"><path d="M0 0h144v204"/></svg>';

const awake = (page: Page) => page.locator('[data-staged]').first().waitFor();
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Episodes that are there, by the anchors of their first pages. */
const there = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-staged]')].map((each) => each.querySelector('[data-item]')?.id),
  );
const shifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => undefined);
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => {
          const moved = observer.takeRecords() as unknown as { value: number }[];
          resolve(moved.reduce((sum, { value }) => sum + value, 0));
        });
      }),
  );
/** Brings the end of the episode in sight near, and answers once its successor is there. */
async function nearEnd(page: Page, next: string) {
  await page.evaluate(() => {
    const bottom = document.querySelector('[data-stage]')?.getBoundingClientRect().bottom ?? 0;
    scrollBy(0, bottom - 2.2 * innerHeight);
  });
  await eventually(`${next} follows`, async () => (await there(page)).includes(next));
}
/** Scrolls on as a finger would; answers by how much what was on the screen has moved otherwise. */
const scrollOn = (page: Page, by: number): Promise<number> =>
  page.evaluate(async (by) => {
    const seen = [...document.querySelectorAll('[data-item]')].find((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    const before = seen?.getBoundingClientRect().top ?? 0;
    scrollBy(0, by);
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    return seen?.isConnected ? Math.abs(seen.getBoundingClientRect().top - before + by) : 0;
  }, by);
const readInto = async (page: Page, path: string) => {
  let moved = 0;
  await eventually(`${path} is in sight`, async () => {
    if (pathOf(page) === path) return true;
    moved = Math.max(moved, await scrollOn(page, 150));
    return false;
  });
  return moved;
};

t.test('reading on', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const author = await addAuthor();
  const add = async (values: object, options: object, episodes: number) => {
    const story = await addStory(author, { format: 'strip', ...values }, options);
    for (let number = 1; number <= episodes; number += 1)
      await addEpisode(story, number, {}, { pages: PAGES, pieces: 2 });
    return `/stories/${story.slug}`;
  };
  const path = await add({}, {}, EPISODES);
  const premium = await add({}, { pricing: { type: 'first_free', freeCount: 1, priceCoins: 30 } }, 2);
  const open = async (size: object, address: string, before = address) => {
    const tab = await site.open(size);
    await tab.context.route('**/media/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
    );
    await tab.goto(before);
    if (before !== address) await tab.goto(address);
    await awake(tab.page);
    return tab;
  };

  await t.test(
    'RDR-13 SOC-08 the next episode joins on, and what is around the pages goes along',
    async (t) => {
      const { page, context, faults } = await open(phone, `${path}/1`, path);
      const entries = await page.evaluate(() => history.length);
      const viewed: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/views')) viewed.push(request.url());
      });
      await nearEnd(page, '2-p1');
      t.equal(await readInto(page, `${path}/2`), 0, 'nothing jumps');
      t.match(await page.title(), /Part 2/);
      t.match(await page.locator('h1').textContent(), /2 · Part 2/);
      t.equal(await page.locator('#end').count(), 1);
      t.ok(await page.locator(`[data-reader-bar] a[rel=prev][href="${path}/1"]`).count());
      t.ok(await page.locator(`[data-reader-bar] a[rel=next][href="${path}/3"]`).count());
      t.match(await page.locator('header details a[hreflang=de]').getAttribute('href'), `/de${path}/2`);
      t.match(await page.locator('link[rel=canonical]').getAttribute('href'), `${path}/2`);
      const id = await page.locator('tsuzuki-island[name=stage]').getAttribute('data-episode-id');
      await eventually('it counts as read', () => viewed.some((url) => url.includes(`/${id}/`)));
      const places = () => page.evaluate(() => JSON.parse(localStorage.getItem('places') ?? '{}'));
      const slug = path.split('/').at(-1);
      await eventually('the place goes along', async () => (await places())[`${slug}/2`]?.number === 1);
      t.equal((await places())[`${slug}/1`].isDone, true);
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(2));
      await page.waitForURL(`**${path}/2#p2`);
      t.equal(await page.locator('[role=progressbar]').getAttribute('aria-valuenow'), '2');
      t.equal(await page.evaluate(() => history.length), entries, 'no episode is a step back');
      t.equal(await shifts(page), 0);
      await page.reload();
      await awake(page);
      t.match(page.url(), `${path}/2#p2`);
      await eventually('the place is there again', () =>
        page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen.item === 2),
      );
      await page.goBack();
      await page.waitForURL(`**${path}`);
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('RDR-13 many episodes in a row keep few of them, forth and back', async (t) => {
    const { page, context, faults } = await open(phone, `${path}/1`);
    const nodes: number[] = [];
    let moved = 0;
    for (let number = 2; number < EPISODES; number += 1) {
      await nearEnd(page, `${number}-p1`);
      moved = Math.max(moved, await readInto(page, `${path}/${number}`));
      nodes.push(await page.evaluate(() => document.querySelectorAll('*').length));
    }
    t.equal(moved, 0, 'nothing jumps');
    t.ok((await there(page)).length <= 3);
    // One of them may be looked at before what comes next has joined on.
    const first = Math.max(...nodes.slice(0, 3));
    t.ok(Math.max(...nodes) < first * 1.2, `as many elements as at first: ${nodes}`);
    t.equal(await shifts(page), 0);
    for (let number = EPISODES - 2; number > EPISODES - 6; number -= 1)
      await eventually(`back to ${number}`, async () => {
        moved = Math.max(moved, await scrollOn(page, -300));
        return pathOf(page) === `${path}/${number}`;
      });
    t.equal(moved, 0, 'nor on the way back');
    await page.evaluate(() => scrollTo(0, 0));
    await eventually('the first is fetched again', () => pathOf(page) === `${path}/1`);
    t.ok((await there(page)).length <= 3);
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-13 STP-04 behind the last episode stands its card, with what comes next', async (t) => {
    const short = await add({ title: 'The Short One' }, {}, 2);
    const { page, context, faults } = await open(phone, `${short}/1`);
    await nearEnd(page, '2-p1');
    t.equal(await page.locator('[data-more]').count(), 0);
    t.equal(await readInto(page, `${short}/2`), 0);
    const end = page.locator('#end');
    await eventually('its end is on the screen', async () => {
      await scrollOn(page, 400);
      return page.evaluate(
        () => document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen.isAtEnd === true,
      );
    });
    await end.getByText('You have read everything there is so far.').waitFor();
    await end.locator('[data-more] a[href*="/stories/"]').first().waitFor();
    await end.getByRole('button', { name: 'Rate' }).waitFor();
    t.equal(await end.locator('a[data-to-rating]').getAttribute('href'), '#rating');
    const below = await page.evaluate(() => {
      const bottom = document.querySelector('#end')?.getBoundingClientRect().bottom ?? 0;
      return document.documentElement.scrollHeight - scrollY - bottom;
    });
    t.ok(below < 5, `nothing stands below it: ${below}`);
    t.equal(await shifts(page), 0);
    const doubled = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, at) => ids.indexOf(id) !== at);
    });
    t.same(doubled, []);
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-17 before what is locked stands the card', async (t) => {
    const { page, context } = await open(wide, `${premium}/1`);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.toEnd());
    await page.waitForLoadState('networkidle');
    t.ok(await page.locator('#end a[rel=next]').isVisible());
    t.same(await there(page), ['p1']);
    await context.close();
  });

  await t.test(
    'RDR-12 RDR-13 page by page each episode ends with its card, and a choice is kept',
    async (t) => {
      const { page, context, faults } = await open(wide, `${path}/1`);
      await page.locator('header [data-tool=reading]').click();
      const panel = page.locator('[data-panel=reading]');
      await panel.waitFor();
      await nearEnd(page, '2-p1');
      t.ok(await panel.locator('[name=onward]').isChecked(), 'as is usual for a strip');
      await panel.locator('[name=direction][value=ltr]').check({ force: true });
      t.notOk(await panel.locator('[name=onward]').isVisible());
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.toEnd());
      t.ok(await page.locator('#end a[rel=next]').isVisible());
      await panel.locator('[name=direction][value=strip]').check({ force: true });
      await panel.locator('[name=onward]').uncheck();
      await eventually('only the present one is left', async () => (await there(page)).length === 1);
      await page.goto(`${path}/2`);
      await awake(page);
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.toEnd());
      await page.waitForLoadState('networkidle');
      t.same(await there(page), ['p1']);
      t.ok(await page.locator('#end a[rel=next]').isVisible());
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('RDR-02 RDR-04 an open panel goes along', async (t) => {
    const { page, context, faults } = await open(wide, `${path}/1`);
    await page.locator('header [data-tool=share]').click();
    const link = page.locator('[data-panel=share] [data-link]');
    await link.waitFor();
    await nearEnd(page, '2-p1');
    await readInto(page, `${path}/2`);
    await eventually('the link is that of the episode in sight', async () =>
      (await link.inputValue()).includes(`${path}/2`),
    );
    // The new panel is filled before it opens in the place of the old one.
    await page.locator('header [data-tool=share][aria-expanded=true]').waitFor();
    await page.keyboard.press('Escape');
    t.notOk(await link.isVisible());
    await page.keyboard.press('e');
    await page.locator('[data-panel=episodes] [data-episode="2"]', { hasText: 'Here' }).waitFor();
    t.same(faults, []);
    await context.close();
  });
});
