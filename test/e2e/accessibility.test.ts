/** Checks each kind of reader page with axe, and that none is too wide for a narrow phone. */
import t from 'tap';
import { geofilterStrategies, pricingStrategies, storyDays } from '../../db/schema/index.ts';
import { rankWeek } from '../../server/domains/reading/counts/rankings.ts';
import { utcDay } from '../../server/lib/days.ts';
import { inspectPages, violations } from '../support/axe.ts';
import { giveCoins } from '../support/coins.ts';
import { publishStory } from '../support/console.ts';
import { click, expect, press, settled } from '../support/hand.ts';
import { openPanel, openReader } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { startSite, wide } from '../support/site.ts';
import { runSweeps } from '../support/sweeps.ts';

const RUNNING = '"><img src=x onerror=alert(1)>';

t.test('accessibility of what readers see', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const free = await publishStory(site, creator, { title: 'Night Train', tags: ['noir', 'rail'] });
  const paid = await publishStory(site, creator, { title: 'Day Train', description: 'A line.\n\nAnother.' });
  const away = await publishStory(site, creator, { title: 'Only There' });
  await db.insert(pricingStrategies).values({ storyId: paid.story.id, type: 'all_premium', priceCoins: 30 });
  await db.insert(geofilterStrategies).values({ storyId: away.story.id, type: 'allow', countries: ['JP'] });
  const { addAuthor, addStory } = openShelf(site.deps);
  const otto = await addAuthor('Otto Kranz', { slug: 'otto', founder: true });
  for (let n = 1; n <= 30; n += 1) {
    const values = { title: `Lamp ${n}`, viewsCount: n, coverMediaId: null, genre: 'crime' as const };
    const { id: storyId } = await addStory(otto, { ...values, slug: `lamp-${n}` });
    await db.insert(storyDays).values({ storyId, day: utcDay(site.deps.clock.now()), views: n });
  }
  await rankWeek(site.deps);
  await runSweeps(site.deps, 'browse.count_kinds');
  site.caches.purge(['all']);
  const reader = await site.signUp('Jule Winter');
  await giveCoins(site, reader, 100);
  await site.call(`POST /episodes/${paid.episode.id}/unlock`, { as: reader, body: { price: 30 } });
  await site.call(`PUT /stories/${free.story.id}/subscription`, { as: reader });
  await site.call(`PUT /episodes/${free.episode.id}/progress`, {
    as: reader,
    body: { item: 1, furthest_item: 1 },
  });
  const made = await site.call('POST /collections', { as: reader, body: { title: 'Rain', shared: true } });
  const { id } = made.json().collection;
  await site.call(`PUT /collections/${id}/stories/${free.story.id}`, { as: reader });
  const collection = `/collections/${id}`;
  const STORY = `/stories/${free.story.slug}`;

  await t.test('what a visitor finds stories by', async (t) => {
    const tab = await site.open();
    await inspectPages(t, tab, [
      '/',
      STORY,
      '/search/lamp?page=2',
      '/search/otto?resource=creators',
      `/search/${encodeURIComponent(RUNNING)}?genre=crime`,
      '/genres',
      '/genres/crime',
      '/languages/en?type=comics',
      '/ranking',
      '/calendar',
      '/profile/mirko-haas',
      '/profile/jule-winter',
      collection,
    ]);
    t.same(tab.faults, [], 'no dialog, no script');
    await tab.context.close();
  });

  await t.test('what a visitor reads, or may not', async (t) => {
    const tab = await site.open();
    await inspectPages(t, tab, [
      `${STORY}/1`,
      `/stories/${paid.story.slug}/1`,
      `/stories/${away.story.slug}`,
      '/nothing',
      '/about',
      '/app',
      '/creators',
      '/readers',
      '/creator_payment_program',
      '/privacy_policy',
      '/faq',
      '/faq?q=zeppelin',
      '/blog',
      '/blog/ask-first',
    ]);
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test('what a reader has of their own', async (t) => {
    const tab = await site.open({ as: reader });
    await inspectPages(t, tab, ['/wallet', '/library', STORY]);
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test('nothing is wider than the narrowest phone, with German words, which are long', async (t) => {
    const tab = await site.open({ viewport: { width: 320, height: 640 }, as: reader });
    for (const path of [
      '',
      STORY,
      '/search/lamp',
      `/search/${'x'.repeat(60)}`,
      '/genres/crime',
      '/ranking',
      '/calendar',
      '/profile/mirko-haas',
      '/profile/otto',
      '/faq',
      '/blog',
      '/blog/ask-first',
      '/library',
      collection,
      `${collection}?edit=1`,
      ...['/about', '/app', '/creators', '/readers', '/creator_payment_program'],
      ...['/community_guidelines', '/privacy_policy', '/terms_of_service'],
    ]) {
      await tab.goto(`/de${path}`);
      const width = () => tab.page.evaluate(() => document.documentElement.scrollWidth);
      t.equal(await settled(tab.page, width), 320, path);
    }
    await tab.context.close();
  });

  await t.test('open menus, and a form with everything wrong', async (t) => {
    const { page, context, goto } = await site.open({ ...wide, as: reader });
    await goto('/');
    const menus = page.locator('header details[data-menu]');
    await expect(menus).toHaveCount(2);
    for (const at of [0, 1]) {
      await click(menus.nth(at).locator('summary'));
      await expect(menus.nth(at).getByRole('link').first()).toBeVisible();
      t.same(await violations(page), []);
    }
    await context.close();
    const stranger = await site.open({ viewport: { width: 360, height: 800 } });
    await stranger.goto('/sign_up');
    await click(stranger.page.locator('[name=email]'));
    await stranger.page.locator('[awake] form').waitFor();
    await stranger.page.locator('main form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await click(stranger.page.locator('main form [type=submit]'));
    const wrong = stranger.page.locator('[aria-invalid=true]');
    await expect(wrong.first()).toBeVisible();
    t.same(await violations(stranger.page), []);
    // Each error is tied to its field. The parts of a date are one answer, so the group carries the description.
    const untied = await settled(stranger.page, () =>
      stranger.page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')]
          .filter((field) => {
            const described = field.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '';
            const ids = described.split(' ');
            return !ids.some((id) => /\S/.test(document.getElementById(id)?.textContent ?? ''));
          })
          .map((field) => field.name),
      ),
    );
    t.same(untied, []);
    await stranger.context.close();
  });

  await t.test('RDR-11 an open panel of the reader keeps the focus', async (t) => {
    const { page, faults, context } = await openReader(site, `${STORY}/1`, {
      viewport: { width: 320, height: 225 },
      bypassCSP: true,
    });
    for (const name of ['episodes', 'reading', 'share', 'report']) {
      const opened = await openPanel(page, name);
      t.same(await violations(page), [], name);
      const stops = await settled(page, () =>
        opened.locator('a, button, input, select, textarea, summary, [tabindex]').count(),
      );
      const outside = new Set<string>();
      // After the last stop, focus moves to the browser's own controls. Then no element has focus.
      for (let presses = 0; presses < stops + 3; presses += 1) {
        await press(page, 'Tab');
        const at = await page.evaluate(() => {
          const element = document.activeElement;
          const isOutside = element && element !== document.body && !element.closest('[data-panel][open]');
          return isOutside ? element.outerHTML.slice(0, 100) : null;
        });
        if (at) outside.add(at);
      }
      t.same([...outside], [], `${name}: all else rests`);
      await press(page, 'Escape');
      await expect(opened).toBeHidden();
    }
    await expect(page.locator('[inert]')).toHaveCount(0);
    t.same(faults, []);
    await context.close();
  });

  await t.test(
    'by keyboard: the skip link comes first and works, and the focus is always seen',
    async (t) => {
      for (const [path, account] of [
        ['/', undefined],
        [STORY, undefined],
        [`${STORY}/1`, undefined],
        ['/sign_in', undefined],
        ['/creator/stories', creator],
      ] as const) {
        const { page, context, goto } = await site.open({
          viewport: { width: 1280, height: 800 },
          ...(account && { as: account }),
        });
        const focused = page.locator(':focus');
        await goto(path);
        await press(page, 'Tab');
        // The first stop of a short page is in its header.
        if (path === '/sign_in') await expect(focused).toHaveAttribute('href');
        else await expect(focused).toHaveAttribute('href', '#main');
        const hidden: string[] = [];
        const seen = new Set<string>();
        for (let step = 0; step < 30; step += 1) {
          const at = await settled(page, () =>
            page.evaluate(() => {
              const element = document.activeElement as HTMLElement;
              const signs = [
                element,
                element.closest('label'),
                element.nextElementSibling,
                element.parentElement,
              ];
              const isMarked = signs.some((each) => {
                if (!each) return false;
                // The link of a whole row draws its outline by `::after`.
                return [getComputedStyle(each), getComputedStyle(each, '::after')].some(
                  ({ outlineStyle, outlineWidth }) =>
                    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
                );
              });
              const { width, height, top, bottom } = element.getBoundingClientRect();
              const isThere = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
              const name = element.outerHTML.slice(0, 100);
              return { name, isMarked, isThere, isBody: element === document.body };
            }),
          );
          if (at.isBody) break;
          seen.add(at.name);
          if (!at.isMarked || !at.isThere) hidden.push(at.name);
          await press(page, 'Tab');
        }
        t.ok(seen.size > 3, `${path}: ${seen.size} stops`);
        t.same([...new Set(hidden)], [], `${path}: the focus is seen everywhere`);
        if (path !== '/sign_in') {
          await goto(path);
          await press(page, 'Tab', 'Enter', 'Tab');
          await expect(page.locator('#main :focus')).toHaveCount(1);
        }
        await context.close();
      }
    },
  );
});
