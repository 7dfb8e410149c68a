/** A comic read page by page and scrolling, by touch, mouse and keys, at 360 and 1280 px (RDR-07 to RDR-16). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { stories } from '../../db/schema/index.ts';
import type { Seen } from '../../islands/stage/types.ts';
import { eventually } from '../support/eventually.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 7;

const seenOf = (page: Page): Promise<Seen | undefined> =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen);
const awake = (page: Page) => page.locator('[data-staged]').waitFor();
const reaches = (page: Page, item: number, last = item) =>
  eventually(`the stage shows ${item}–${last}`, async () => {
    const seen = await seenOf(page);
    return seen?.item === item && seen.last === last;
  });
/** Numbers of the pages that the eye sees, as the browser has laid them out. */
const onScreen = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-item]')]
      .filter((item) => {
        const { left, right, top, bottom } = item.getBoundingClientRect();
        return right > 2 && left < innerWidth - 2 && bottom > 2 && top < innerHeight - 2;
      })
      .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
      .map(({ id }) => Number(id.slice(1))),
  );
const clickAt = (page: Page, share: number) => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return page.mouse.click(width * share, height / 2);
};

t.test('the stage', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const ltr = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  const rtl = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  await site.deps.db.update(stories).set({ format: 'page_rtl' }).where(eq(stories.id, rtl.story.id));
  const down = await publishSerial(site, creator, { pages: PAGES });
  const open = async (size: object, path: string) => {
    const tab = await site.open(size);
    await tab.goto(path);
    await awake(tab.page);
    return tab;
  };

  await t.test('RDR-12 RDR-14 RDR-16 an episode that is set to pages opens page by page', async (t) => {
    const moving = { ...phone, reducedMotion: 'no-preference' };
    const { page, context, faults } = await open(moving, `${ltr.path}/1`);
    t.same(await onScreen(page), [1]);
    await clickAt(page, 0.9);
    await reaches(page, 2);
    t.same(await onScreen(page), [2]);
    // The second comes while the page of the first still moves.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await reaches(page, 4);
    await page.keyboard.press('Shift+ ');
    await reaches(page, 3);
    await clickAt(page, 0.1);
    await reaches(page, 2);
    await page.keyboard.press('End');
    await reaches(page, PAGES);
    await page.keyboard.press('ArrowRight');
    await eventually('the end is there', async () => (await seenOf(page))?.isAtEnd);
    t.ok(await page.locator('#end a[rel=next]').isVisible());
    await page.keyboard.press('Home');
    await reaches(page, 1);
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-13 RDR-15 RDR-16 an episode that is set to scrolling scrolls', async (t) => {
    const { page, context, faults } = await open(phone, `${down.path}/1`);
    t.equal(await page.locator('html').getAttribute('data-way'), 'scroll');
    await page.evaluate(() => document.querySelector('#p4')?.scrollIntoView({ block: 'center' }));
    await reaches(page, 4);
    t.ok((await page.evaluate(() => scrollY)) > 0, 'the document scrolls');
    await page.keyboard.press('j');
    await reaches(page, 5);
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-07 RDR-08 manga goes on to the left, with buttons and ticks', async (t) => {
    const { page, context } = await open(phone, `${rtl.path}/1`);
    await clickAt(page, 0.1);
    await reaches(page, 2);
    await page.keyboard.press('ArrowLeft');
    await reaches(page, 3);
    await page.keyboard.press('ArrowRight');
    await reaches(page, 2);
    await clickAt(page, 0.5);
    const next = page.locator('[data-reader-bar] [data-turn="1"]');
    const back = page.locator('[data-reader-bar] [data-turn="-1"]');
    const leftOf = async (of: typeof next) => (await of.boundingBox())?.x ?? 0;
    t.ok((await leftOf(next)) < (await leftOf(back)), 'the next page is on the left');
    await next.click();
    await reaches(page, 3);
    await context.close();
  });

  await t.test('RDR-07 a page is turned before any script and without one', async (t) => {
    const { page, context } = await site.open({ ...phone, javaScriptEnabled: false });
    await page.goto(`${site.origin}${ltr.path}/1`);
    t.same(await onScreen(page), [1]);
    await page.locator('[data-reader-bar] [data-turn="1"]').click();
    await page.waitForURL(/#p2$/);
    t.same(await onScreen(page), [2]);
    await clickAt(page, 0.9);
    await page.waitForURL(/#p3$/);
    t.same(await onScreen(page), [3]);
    await context.close();
  });

  await t.test('RDR-12 two pages stand side by side on a wide screen, the cover alone', async (t) => {
    const { page, context } = await open(wide, `${ltr.path}/1`);
    t.same(await onScreen(page), [1]);
    await page.keyboard.press('ArrowRight');
    await reaches(page, 2, 3);
    t.same(await onScreen(page), [2, 3]);
    await page.keyboard.press('o');
    await reaches(page, 1, 2);
    t.same(await onScreen(page), [1, 2], 'one key moves the pairs by one');
    await page.keyboard.press('ArrowRight');
    await reaches(page, 3, 4);
    await context.close();
    const manga = await open(wide, `${rtl.path}/1`);
    await manga.page.keyboard.press('ArrowLeft');
    await reaches(manga.page, 2, 3);
    t.same(await onScreen(manga.page), [3, 2], 'the first of a pair is on the right');
    await manga.context.close();
  });

  await t.test('RDR-09 RDR-10 a page grows, is moved, and is whole again when it is turned', async (t) => {
    const { page, context } = await open(phone, `${ltr.path}/1`);
    const widthOf = () =>
      page.evaluate(() => document.querySelector('#p2 img')?.getBoundingClientRect().width ?? 0);
    await page.keyboard.press('ArrowRight');
    await reaches(page, 2);
    const whole = await widthOf();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    t.ok((await widthOf()) > whole * 1.5);
    await page.keyboard.press('-');
    t.ok((await widthOf()) < whole * 1.3);
    await page.mouse.dblclick(180, 370);
    t.equal(Math.round(await widthOf()), Math.round(whole));
    await page.mouse.dblclick(180, 370);
    t.equal(Math.round((await widthOf()) / whole), 2);
    await page.keyboard.press('ArrowRight');
    await reaches(page, 3);
    t.equal(Math.round(await widthOf()), Math.round(whole), 'turning makes it whole');
    await context.close();
  });

  await t.test(
    'ADS-02 ADS-05 a slot stands after the fourth page, in both ways, and is passed at once',
    async (t) => {
      for (const { path } of [ltr, down]) {
        const { page, context } = await open(phone, `${path}/1`);
        t.same(
          await page
            .locator('[data-slot]')
            .evaluateAll((all) => all.map((each) => each.getAttribute('data-slot'))),
          ['4'],
        );
        await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(4));
        await reaches(page, 4);
        if (path === ltr.path) {
          await page.keyboard.press('ArrowRight');
          t.ok(await page.locator('[data-slot]').isVisible());
          t.same(await onScreen(page), [], 'it is a stop of its own');
          await page.keyboard.press('ArrowRight');
        } else await page.locator('[data-slot] a[href="#p5"]').click();
        await reaches(page, 5);
        await context.close();
      }
    },
  );

  await t.test('RDR-12 the wheel turns a page at a time', async (t) => {
    const { page, context } = await open(wide, `${ltr.path}/1`);
    await page.mouse.move(640, 450);
    await page.mouse.wheel(0, 120);
    await reaches(page, 2, 3);
    await page.mouse.wheel(0, 20);
    t.same(await onScreen(page), [2, 3], 'the tail of a movement turns nothing');
    await context.close();
  });

  await t.test('SOC-08 RDR-18 the place is kept, also by a turned phone', async (t) => {
    const { page, context } = await open(phone, `${down.path}/1`);
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo({ item: 5, fraction: 0.5 }),
    );
    await reaches(page, 5);
    await page.setViewportSize({ width: 740, height: 360 });
    await reaches(page, 5);
    const { fraction = 0 } = (await seenOf(page)) ?? {};
    t.ok(Math.abs(fraction - 0.5) < 0.1, `within the page, too: ${fraction}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await reaches(page, 5);
    await page.goto(`${site.origin}/about-nothing`);
    await page.goto(`${site.origin}${down.path}/1`);
    await awake(page);
    await reaches(page, 5);
    t.match(page.url(), /#p5$/);
    await context.close();
  });

  await t.test('SOC-08 the account knows the place, and an old one undoes nothing', async (t) => {
    const reader = await site.signUp('Ada Reader');
    const tab = await site.open({ ...phone, as: reader });
    await tab.goto(`${ltr.path}/1`);
    await awake(tab.page);
    for (let press = 0; press < 5; press += 1) await tab.page.keyboard.press('ArrowRight');
    await reaches(tab.page, 5);
    const mine = () =>
      site.call(`GET /stories/${ltr.story.id}/mine`, { as: reader }).then((reply) => reply.json());
    await eventually('the account has the place', async () => (await mine()).continue?.item === 5);
    await tab.page.keyboard.press('Home');
    await eventually('it follows', async () => (await mine()).continue?.item === 1);
    const [episode] = (await mine()).episodes;
    t.equal(episode.furthest_item, 5);
    const kept = () => tab.page.evaluate(() => localStorage.getItem('places') ?? '');
    t.match(await kept(), ltr.path.split('/').at(-1));
    await tab.context.clearCookies();
    await tab.page.goto(site.origin);
    await eventually('places of an account go with its session', async () => (await kept()) === '{}');
    await tab.context.close();
  });

  await t.test('SOC-08 what a visitor has read comes along when they sign in', async (t) => {
    const { page, context } = await open(phone, `${ltr.path}/1`);
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowRight');
    await reaches(page, 3);
    await page.goto(`${site.origin}${rtl.path}`);
    const reader = await site.signUp('Late Reader');
    const cookie = { url: site.origin, sameSite: 'Lax' as const };
    await context.addCookies([
      { ...cookie, name: 'auth_token', value: reader.token, httpOnly: true },
      { ...cookie, name: 'signed_in', value: '1' },
    ]);
    await page.goto(site.origin);
    const place = async () => {
      const reply = await site.call(`GET /stories/${ltr.story.id}/mine`, { as: reader });
      return reply.json().continue;
    };
    await eventually('the account has the place', async () => (await place())?.item === 3);
    await eventually('it is noted', () =>
      page.evaluate(() => (localStorage.getItem('places') ?? '').includes('"isSent":true')),
    );
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/library/progress')) sent += 1;
    });
    await page.goto(site.origin, { waitUntil: 'networkidle' });
    t.equal(sent, 0, 'once');
    await context.close();
  });

  await t.test('RDR-16 what a reader chooses holds for this story, from the first paint on', async (t) => {
    const { page, context } = await open(phone, `${ltr.path}/1`);
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: 'strip' }),
    );
    await page.goto(`${site.origin}${ltr.path}/2`, { waitUntil: 'commit' });
    await page.locator('[data-item]').first().waitFor();
    t.equal(await page.locator('html').getAttribute('data-direction'), 'strip');
    t.equal(await page.locator('html').getAttribute('data-way'), 'scroll');
    await page.goto(`${site.origin}${rtl.path}/1`);
    t.equal(await page.locator('html').getAttribute('data-direction'), 'rtl', 'and for no other');
    await context.close();
  });

  await t.test('RDR-01 pictures come in time: near ones, and none that is far away', async (t) => {
    const { page, context } = await open(phone, `${ltr.path}/1`);
    const shown = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-item]')]
          .filter((item) => item.querySelector('img')?.checkVisibility())
          .map(({ id }) => id),
      );
    t.same(await shown(), ['p1', 'p2', 'p3', 'p4', 'p5']);
    await page.keyboard.press('End');
    await reaches(page, PAGES);
    t.same(await shown(), ['p5', 'p6', 'p7']);
    const box = () =>
      page.evaluate(() => document.querySelector('#p1 [data-sheet]')?.getBoundingClientRect().height);
    t.ok(((await box()) ?? 0) > 300, 'a box stays where its picture is gone');
    await context.close();
  });

  for (const direction of ['ltr_along', 'ltr_down'] as const)
    await t.test(
      `RDR-01 RDR-09 RDR-10 ${direction}: pages come ahead, and one grows and is whole`,
      async (t) => {
        const { page, context, faults } = await open(phone, `${ltr.path}/1`);
        await page.evaluate((way) => {
          document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: way });
        }, direction);
        await reaches(page, 1);
        const near = () =>
          page
            .locator('[data-item][data-near]')
            .evaluateAll((all) => all.map(({ id }) => id.slice(1)).join());
        await eventually('four pages ahead', async () => (await near()) === '1,2,3,4,5');
        await eventually('they have come', () =>
          page
            .locator('#p5 img')
            .evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0),
        );
        t.equal(await page.locator('#p6 img').isVisible(), false);
        const widthOf = () =>
          page.locator('#p2 img').evaluate((each) => Math.round(each.getBoundingClientRect().width));
        await page.keyboard.press('j');
        await reaches(page, 2);
        const whole = await widthOf();
        await page.keyboard.press('+');
        await page.keyboard.press('+');
        t.ok((await widthOf()) > whole * 1.5);
        await page.keyboard.press('0');
        t.equal(await widthOf(), whole);
        await page.keyboard.press('+');
        await page.keyboard.press('j');
        await reaches(page, 3);
        t.equal(await widthOf(), whole, 'turning makes it whole');
        await page.keyboard.press('j');
        await page.keyboard.press('j');
        await eventually('the slot has the screen', async () => (await onScreen(page)).length === 0);
        t.equal((await seenOf(page))?.item, 4, 'the page behind it is not read yet');
        t.same(faults, []);
        await context.close();
      },
    );
});
