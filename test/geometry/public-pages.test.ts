import t from 'tap';
import { publishStory } from '../support/console.ts';
import { expect, press, settled } from '../support/hand.ts';
import { openPanel, openReader, overflowOf } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, type Tab } from '../support/site.ts';
import { runSweeps } from '../support/sweeps.ts';

const FINGER = 44;

t.test('public pages', async (t) => {
  const site = await startSite({
    environment: {
      APP_STORE_URL: 'https://apps.apple.com/app/id1',
      PLAY_STORE_URL: 'https://play.google.com/store/apps/details?id=x',
    },
  });
  t.teardown(() => site.close());
  const shelf = openShelf(site.deps);
  const author = await shelf.addAuthor();
  const kinds = ['comics', 'indie', 'novel'] as const;
  for (let index = 0; index < 31; index += 1) {
    const publicationType = kinds[index % 3];
    const values = { title: `Lamp ${index}`, publicationType, viewsCount: index };
    const story = await shelf.addStory(author, values);
    const days = index % 5;
    const publishedAt = new Date(site.deps.clock.now().getTime() - days * 86_400_000);
    const chapters = publicationType === 'novel' ? ['<p>One sentence. And more.</p>'] : [];
    await shelf.addEpisode(story, 1, { publishedAt }, { pages: chapters.length > 0 ? 0 : 1, chapters });
  }
  await runSweeps(site.deps, 'browse.count_kinds');

  const open = async (options: Parameters<typeof site.open>[0]): Promise<Tab> => {
    const tab = await site.open(options);
    // The shelf's pictures have addresses but no files.
    await tab.page.route('**/media/**', (route) => route.fulfill({ body: '', contentType: 'image/png' }));
    return tab;
  };
  const sizesOf = ({ page }: Tab, selector: string) =>
    settled(page, () =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll(wanted)]
            .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0)
            .map(({ text, box: { width, height } }) => ({ text, width, height })),
        selector,
      ),
    );

  await t.test('no row of the landing page ends early', async (t) => {
    const { page, context, goto } = await open(phone);
    for (const path of ['/', '/de']) {
      await goto(path);
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const rows = await settled(page, () =>
          page.evaluate(() =>
            [...document.querySelectorAll('main :is(ul, ol):not(nav *)')].map((list) => {
              const tops = [...list.children]
                .filter((child) => child.checkVisibility())
                .map((child) => Math.round(child.getBoundingClientRect().top));
              return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
            }),
          ),
        );
        t.ok(rows.length >= 4, 'there are lists');
        for (const counts of rows) t.ok(new Set(counts).size <= 1, `${path} at ${width}: ${counts}`);
        t.ok((await settled(page, () => overflowOf(page))) <= 0, `${path} at ${width}`);
      }
    }
    await context.close();
  });

  await t.test('HDR-03, HDR-04, HDR-16, HDR-17 a finger hits what the header of a phone has', async (t) => {
    const tab = await open(phone);
    for (const [path, code] of [
      ['/', 'EN'],
      ['/de', 'DE'],
    ] as const) {
      await tab.goto(path);
      await expect(tab.page.locator('header summary').first()).toContainText(new RegExp(`${code}\\s*$`));
      const boxes = await settled(tab.page, () =>
        tab.page.evaluate(() =>
          ['header a', 'header summary', 'header a[href*="/sign_in"]', 'header search > button'].map(
            (selector) => {
              const box = document.querySelector(selector)?.getBoundingClientRect();
              return { width: box?.width ?? 0, height: box?.height ?? 0, y: box?.y ?? 0 };
            },
          ),
        ),
      );
      const [logo, language, ...others] = boxes;
      for (const box of [language, ...others])
        t.ok(box && box.width >= FINGER && box.height >= FINGER, `${path}: ${JSON.stringify(boxes)}`);
      const middle = (box: typeof logo) => (box ? box.y + box.height / 2 : 0);
      t.ok(Math.abs(middle(language) - middle(logo)) < 4, 'in one line');
      for (const { text, height } of await sizesOf(tab, 'footer a, footer button, nav a, nav button'))
        t.ok(height >= FINGER, `${text} is ${height} px high`);
    }
    await tab.context.close();
  });

  await t.test(
    'SRC-22 a finger hits what stands in lists on the narrowest phone, and the stores',
    async (t) => {
      const tab = await open({ viewport: { width: 320, height: 700 }, hasTouch: true });
      for (const path of ['/search/lamp', `/search/${'x'.repeat(60)}`, '/genres/crime']) {
        await tab.goto(path);
        const sizes = await sizesOf(tab, 'main :is(a, button, select)');
        const small = sizes.filter(({ width, height }) => Math.min(width, height) < 43.5);
        t.same(small, [], path);
      }
      await tab.goto('/app');
      const stores = await sizesOf(tab, 'main a[href^="https://"]');
      t.equal(stores.length, 2);
      for (const { height } of stores) t.ok(height >= FINGER);
      await tab.context.close();
    },
  );

  await t.test('LEG-07 LEG-08 what one agrees to by an account stands beside the button', async (t) => {
    const { page, context, goto } = await open(phone);
    await goto('/de/sign_up');
    const distances = await settled(page, () =>
      page.evaluate(() => {
        const button = document.querySelector('main form button[type=submit]')?.getBoundingClientRect();
        return ['/de/terms_of_service', '/de/privacy_policy'].map((path) => {
          const sentence = document.querySelector(`main a[href="${path}"]`)?.parentElement;
          return (sentence?.getBoundingClientRect().y ?? Number.NaN) - (button?.bottom ?? Number.NaN);
        });
      }),
    );
    for (const distance of distances) t.ok(distance < 64, `${distance} px`);
    await context.close();
  });

  await t.test('RDR-11 at 400 % the reader leaves room for its pages', async (t) => {
    const creator = await site.signUp('Mirko Haas');
    const { story } = await publishStory(site, creator, { title: 'Night Train' });
    const height = 225;
    const { page, faults, context } = await openReader(site, `/stories/${story.slug}/1`, {
      viewport: { width: 320, height },
      bypassCSP: true,
    });
    const boxOf = (selector: string) =>
      settled(page, () =>
        page.evaluate((wanted) => {
          const { x, y, width, height } = document.querySelector(wanted)?.getBoundingClientRect() ?? {
            x: 0,
            y: 0,
            width: 0,
            height: 0,
          };
          return { x, y, width, height };
        }, selector),
      );
    const room = (await boxOf('footer[data-bar]')).y - (await boxOf('header[data-bar]')).height;
    t.ok(room > height / 2, `${room} px between the bars`);
    await page.locator('footer [data-tool=share]').focus();
    const share = await boxOf('footer [data-tool=share]');
    t.ok(share.width > 0 && share.x >= 0 && share.x + share.width <= 320, 'the last tool comes into sight');
    for (const name of ['episodes', 'reading', 'share', 'report']) {
      const opened = await openPanel(page, name);
      const body = await boxOf(`[data-panel=${name}] [data-panel-body]`);
      t.ok(body.height > height * 0.7, `${name}: ${body.height} px to scroll in`);
      t.equal(await settled(page, () => overflowOf(page)), 0, name);
      await press(page, 'Escape');
      await expect(opened).toBeHidden();
    }
    t.same(faults, []);
    await context.close();
  });
});
