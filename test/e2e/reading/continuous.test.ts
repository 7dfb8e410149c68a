/** Continuous scrolling into the next episode: address, panels and position follow (RDR-07, RDR-13, RDR-18). */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../../support/eventually.ts';
import { choose, click, expect, press, reach, settled } from '../../support/hand.ts';
import { openPanel, panel } from '../../support/panels.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { goTo, nowOf, toEnd } from '../../support/stages.ts';

const EPISODES = 8;
const PAGES = 3;
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="144" height="204"><path d="M0 0h144v204"/></svg>';

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
const short = await add({ title: 'The Short One' }, {}, 2);
const premium = await add({}, { pricing: { type: 'first_free', freeCount: 1, priceCoins: 30 } }, 2);

const open = async (size: object, address: string, before = address) => {
  const tab = await site.open(size);
  const asked: string[] = [];
  await tab.context.route('**/media/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
  });
  await tab.goto(before);
  if (before !== address) await tab.goto(address);
  return { ...tab, asked };
};
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Loaded episodes, by the anchors of their first pages. */
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
/** Scrolls near the end of the visible episode and waits for the next one. */
async function nearEnd(page: Page, next: string) {
  await page.evaluate(() => {
    const bottom = document.querySelector('[data-stage]')?.getBoundingClientRect().bottom ?? 0;
    scrollBy(0, bottom - 2.2 * innerHeight);
  });
  await eventually(`${next} follows`, async () => (await there(page)).includes(next));
}
/** Scrolls like a finger. Returns by how many pixels the content moved beyond that. */
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
const readInto = async (page: Page, to: string) => {
  let moved = 0;
  await eventually(`${to} is in sight`, async () => {
    if (pathOf(page) === to) return true;
    moved = Math.max(moved, await scrollOn(page, 150));
    return false;
  });
  return moved;
};
const isScrolling = async (page: Page) => {
  const place = () => page.evaluate(() => scrollY);
  const before = await place();
  await expect.poll(place, 'it scrolls').toBeGreaterThan(before + 20);
};

await t.test(
  'RDR-13 SOC-08 the next episode joins on, and what is around the pages goes along',
  async (t) => {
    const { page, context, faults, goto } = await open(phone, `${path}/1`, path);
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    const viewed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/views')) viewed.push(request.url());
    });
    await nearEnd(page, '2-p1');
    const moved = await readInto(page, `${path}/2`);
    t.equal(moved, 0, 'nothing jumps');
    await expect(page).toHaveTitle(/Part 2/);
    await expect(page.locator('h1')).toHaveText(/2 · Part 2/);
    await expect(page.locator('#end')).toHaveCount(1);
    await expect(page.locator(`[data-reader-bar] a[rel=prev][href="${path}/1"]`).first()).toBeAttached();
    await expect(page.locator(`[data-reader-bar] a[rel=next][href="${path}/3"]`).first()).toBeAttached();
    await expect(page.locator('header details a[hreflang=de]')).toHaveAttribute(
      'href',
      new RegExp(`/de${path}/2`),
    );
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}/2`));
    const stage = page.locator('tsuzuki-island[name=stage]');
    await expect
      .poll(async () => {
        const id = await stage.evaluate((each) => each.dataset.episodeId);
        return viewed.some((url) => url.includes(`/${id}/`));
      }, 'it counts as read')
      .toBe(true);
    const places = () => page.evaluate(() => JSON.parse(localStorage.getItem('places') ?? '{}'));
    const slug = path.split('/').at(-1);
    await expect
      .poll(places, 'the place goes along')
      .toMatchObject({ [`${slug}/1`]: { isDone: true }, [`${slug}/2`]: { number: 1 } });
    await goTo(page, 2);
    await expect(page).toHaveURL(new RegExp(`${path}/2#p2$`));
    await expect(page.locator('[role=progressbar]')).toHaveAttribute('aria-valuenow', '2');
    t.equal(await settled(page, entries), before, 'no episode is a step back');
    t.equal(await settled(page, () => shifts(page)), 0);
    await page.reload();
    await reach(page.locator('[data-staged]').first());
    await expect(page).toHaveURL(new RegExp(`${path}/2#p2$`));
    await expect.poll(async () => (await nowOf(page))?.seen.item, 'the place is there again').toBe(2);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${path}$`));

    await page.setViewportSize(wide.viewport);
    await goto(`${path}/4`);
    const link = (await openPanel(page, 'share')).locator('[data-link]');
    await nearEnd(page, '5-p1');
    await readInto(page, `${path}/5`);
    await expect(link, 'RDR-02 RDR-04').toHaveValue(new RegExp(`${path}/5`));
    // The new panel is filled before it replaces the old one.
    await expect(page.locator('header [data-tool=share]')).toHaveAttribute('aria-expanded', 'true');
    await press(page, 'Escape');
    await expect(link).toBeHidden();
    await press(page, 'e');
    await expect(panel(page, 'episodes').locator('[data-episode="5"]')).toContainText('Here');
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
    nodes.push(await settled(page, () => page.evaluate(() => document.querySelectorAll('*').length)));
  }
  t.equal(moved, 0, 'nothing jumps');
  await expect.poll(async () => (await there(page)).length).toBeLessThanOrEqual(3);
  // A sample may be taken before the next episode is attached.
  const first = Math.max(...nodes.slice(0, 3));
  t.ok(Math.max(...nodes) < first * 1.2, `as many elements as at first: ${nodes}`);
  t.equal(await settled(page, () => shifts(page)), 0);
  for (let number = EPISODES - 2; number > EPISODES - 5; number -= 1)
    await eventually(`back to ${number}`, async () => {
      moved = Math.max(moved, await scrollOn(page, -300));
      return pathOf(page) === `${path}/${number}`;
    });
  t.equal(moved, 0, 'nor on the way back');
  await page.evaluate(() => scrollTo(0, 0));
  await eventually('the first is fetched again', () => pathOf(page) === `${path}/1`);
  await expect.poll(async () => (await there(page)).length).toBeLessThanOrEqual(3);
  t.same(faults, []);
  await context.close();
});

await t.test(
  'RDR-13 RDR-17 STP-04 behind the last episode, and before what is locked, stands a card',
  async (t) => {
    const { page, context, faults, goto } = await open(phone, `${short}/1`);
    await nearEnd(page, '2-p1');
    await expect(page.locator('[data-more]')).toHaveCount(0);
    const moved = await readInto(page, `${short}/2`);
    t.equal(moved, 0);
    const end = page.locator('#end');
    await eventually('its end is on the screen', async () => {
      await scrollOn(page, 400);
      return (await nowOf(page))?.seen.isAtEnd;
    });
    await expect(end.getByText('You have read everything there is so far.')).toBeVisible();
    await expect(end.locator('[data-more] a[href*="/stories/"]').first()).toBeAttached();
    await expect(end.getByRole('button', { name: 'Rate' })).toBeAttached();
    await expect(end.locator('a[data-to-rating]')).toHaveAttribute('href', '#rating');
    const below = () =>
      page.evaluate(() => {
        const bottom = document.querySelector('#end')?.getBoundingClientRect().bottom ?? 0;
        return document.documentElement.scrollHeight - scrollY - bottom;
      });
    t.ok((await settled(page, below)) < 5, 'nothing stands below it');
    t.equal(await settled(page, () => shifts(page)), 0);
    const doubled = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, at) => ids.indexOf(id) !== at);
    });
    t.same(doubled, []);

    await goto(`${premium}/1`);
    await toEnd(page);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('#end a[rel=next]')).toBeVisible();
    t.same(await settled(page, () => there(page)), ['p1']);
    t.same(
      faults.filter((fault) => !/402/.test(fault)),
      [],
    );
    await context.close();
  },
);

await t.test(
  'RDR-12 RDR-13 page by page each episode ends with its card, and a choice is kept',
  async (t) => {
    const { page, context, faults, goto } = await open(wide, `${path}/1`);
    const reading = await openPanel(page, 'reading');
    await nearEnd(page, '2-p1');
    const onward = reading.locator('[name=onward]');
    await expect(onward, 'as is usual for a strip').toBeChecked();
    await choose(reading.locator('[name=direction][value=ltr]'));
    await expect(onward).toBeHidden();
    await toEnd(page);
    await expect(page.locator('#end a[rel=next]')).toBeVisible();
    await choose(reading.locator('[name=direction][value=strip]'));
    await choose(onward, false);
    await expect.poll(() => there(page), 'only the present one is left').toHaveLength(1);
    await goto(`${path}/2`);
    await toEnd(page);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('#end a[rel=next]')).toBeVisible();
    t.same(await settled(page, () => there(page)), ['p1']);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('RDR-13 pages scroll by themselves until something is touched', async (t) => {
  const { page, context, faults } = await open(phone, `${short}/1`);
  const bar = page.locator('#reader-glide');
  const speed = bar.getByRole('status');
  await press(page, 's');
  await isScrolling(page);
  await expect(bar).toBeVisible();
  await expect(speed).toHaveText(/3/);
  await press(page, '.', '.', '.', '.', '.', '.');
  await expect(speed).toHaveText(/9/);
  await click(bar.getByRole('button', { name: 'Slower' }));
  await expect(speed, 'its own buttons stop nothing').toHaveText(/8/);
  await isScrolling(page);
  await goTo(page, PAGES);
  await expect.poll(() => pathOf(page)).toBe(`${short}/2`);
  await expect(bar, 'it goes on into the next episode').toBeVisible();
  await page.mouse.move(180, 300);
  await page.mouse.wheel(0, 5);
  await expect(bar).toBeHidden();
  await press(page, 's');
  await expect(speed, 'the speed is kept').toHaveText(/8/);
  await press(page, 's');
  await expect(bar).toBeHidden();
  await page.evaluate(() => scrollTo(0, 0));
  await click((await openPanel(page, 'reading')).locator('[data-tool=glide]'));
  await isScrolling(page);
  await expect(panel(page, 'reading')).not.toHaveAttribute('open');
  await page.touchscreen.tap(180, 300);
  await expect(bar).toBeHidden();
  t.same(faults, []);
  await context.close();
});

await t.test('RDR-13 the screen stays awake meanwhile, and nothing moves in a hidden tab', async (t) => {
  const { page, context, goto } = await site.open(phone);
  await page.addInitScript(() => {
    const locks: string[] = [];
    const release = async () => void locks.push('given back');
    const request = async (type: string) => {
      locks.push(`asked for ${type}`);
      return { release };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(globalThis, { locks });
  });
  const locks = () => page.evaluate(() => (globalThis as unknown as { locks: string[] }).locks);
  const turnTab = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      const define = (name: string, value: unknown) =>
        Object.defineProperty(document, name, { value, configurable: true });
      define('visibilityState', state);
      define('hidden', state === 'hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await goto(`${path}/1`);
  await expect.poll(locks, 'nobody is kept awake by reading').toEqual([]);
  await press(page, 's');
  await isScrolling(page);
  await expect.poll(locks).toEqual(['asked for screen']);
  await turnTab('hidden');
  const moved = await page.evaluate(async () => {
    const before = scrollY;
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
    return scrollY - before;
  });
  t.equal(moved, 0);
  await turnTab('visible');
  await isScrolling(page);
  // Browsers release the wake lock of a hidden tab.
  await expect.poll(locks).toEqual(['asked for screen', 'asked for screen']);
  await press(page, 'Escape');
  await expect(page.locator('#reader-glide')).toBeHidden();
  await expect.poll(async () => (await locks()).at(-1)).toBe('given back');
  await context.close();
});

await t.test('RDR-07 RDR-18 of 200 pages the slider shows the one under the hand', async (t) => {
  const manga = await addStory(author, { format: 'page_rtl' });
  const paged = { readMode: 'page_flip', pageOrientation: 'horizontal' } as const;
  await addEpisode(manga, 1, paged, { pages: 200 });
  const { page, context, faults, asked, goto } = await open(wide, `/stories/${manga.slug}/1`);
  const slider = page.locator('[data-reader-bar] input[type=range]');
  const shown = page.locator('[data-thumb]');
  await expect(slider).toBeVisible();
  await expect(shown, 'nothing is fetched before').toHaveCount(0);
  const { left, top, width, height } = await settled(page, () =>
    slider.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect),
  );
  await page.mouse.move(left + width / 2, top - 200);
  await page.mouse.move(left + 2, top + height / 2);
  await expect(shown, 'right to left the last page is on the left').toHaveText(/200$/);
  await expect(shown.locator('img')).toBeVisible();
  t.match(asked.at(-1), /360/, 'the smallest size');
  t.ok((await settled(page, () => shown.evaluate((each) => each.getBoundingClientRect().left))) >= 0);
  await page.mouse.move(640, 300);
  await expect(shown).toBeHidden();
  await press(page, 'g', 'End');
  await expect.poll(async () => (await nowOf(page))?.seen.last).toBe(200);
  // Paged reading has no auto-scroll: the keys act as usual, and no speed bar appears.
  await press(page, 's', 'Escape', 'Home');
  await expect.poll(async () => (await nowOf(page))?.seen.item).toBe(1);
  await expect(page.locator('#reader-glide')).toBeHidden();
  await goto(`/stories/${manga.slug}/1#p100`);
  await expect.poll(async () => (await nowOf(page))?.seen.last).toBeGreaterThanOrEqual(100);
  const pictures = () =>
    page.evaluate(
      () => [...document.querySelectorAll('picture')].filter((each) => each.checkVisibility()).length,
    );
  await expect.poll(pictures, 'near pictures only').toBeLessThan(12);
  t.same(faults, []);
  await context.close();
});

await t.test(
  'RDR-13 SOC-08 within 30,000 pixels of strip the place is kept, also by a turned phone',
  async (t) => {
    const long = await addStory(author, { format: 'strip' });
    // Several pages, since an episode left at its last page reopens at the start.
    await addEpisode(long, 1, {}, { pages: 3, pieces: 20 });
    const { page, context, faults, goto } = await open(phone, `/stories/${long.slug}/1`);
    const isThere = async (when: string) =>
      eventually(`the same place ${when}`, async () => {
        const { item = 0, fraction = 0 } = (await nowOf(page))?.seen ?? {};
        return item === 2 && Math.abs(fraction - 0.4) < 0.02;
      });
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    t.ok((await settled(page, height)) > 30_000);
    await goTo(page, { item: 2, fraction: 0.4 });
    await isThere('at first');
    await page.setViewportSize({ width: 740, height: 360 });
    await isThere('on a turned phone');
    await page.setViewportSize(phone.viewport);
    await isThere('turned back');
    await goto(`/stories/${long.slug}/1`);
    await isThere('when it is opened again');
    t.same(faults, []);
    await context.close();
  },
);
