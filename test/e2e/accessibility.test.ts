import t from 'tap';
import { geofilterStrategies, pricingStrategies } from '../../db/schema/index.ts';
import { inspectPages, violations } from '../support/axe.ts';
import { createEpisode, createStory, publishStory, uploadPages } from '../support/console.ts';
import { openPanel, openReader, overflowOf } from '../support/panels.ts';
import { startSite } from '../support/site.ts';

t.test('accessibility', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const newcomer = await site.signUp('Nobody Yet');
  const free = await publishStory(site, creator, { title: 'Night Train', tags: ['noir', 'rail'] });
  const paid = await publishStory(site, creator, { title: 'Day Train', description: 'A line.\n\nAnother.' });
  const away = await publishStory(site, creator, { title: 'Only There' });
  const work = await createStory(site, creator, { title: 'In the Works' });
  const draft = await createEpisode(site, creator, work.id, 'Draft');
  await uploadPages(site, creator, draft.id, ['1.jpg', '2.jpg']);
  await site.runJobs();
  const { db } = site.deps;
  await db.insert(pricingStrategies).values({ storyId: paid.story.id, type: 'all_premium', priceCoins: 30 });
  await db.insert(geofilterStrategies).values({ storyId: away.story.id, type: 'allow', countries: ['JP'] });

  const visitor = [
    '/',
    '/de',
    `/stories/${free.story.slug}`,
    `/de/stories/${paid.story.slug}`,
    `/stories/${free.story.slug}/1`,
    `/stories/${paid.story.slug}/1`,
    `/stories/${away.story.slug}`,
    '/nothing',
  ];
  const consoleOf = (id: string) => `/creator/stories/${id}`;
  const team = [
    '/creator/stories',
    '/de/creator/stories?filter=published',
    '/creator/stories?view=table',
    '/creator/stories?view=cards&q=zeppelin',
    '/creator/stories/new',
    '/de/creator/stories/new?type=novel',
    consoleOf(work.id),
    `/de${consoleOf(free.story.id)}`,
    `${consoleOf(work.id)}/details`,
    `/de${consoleOf(free.story.id)}/details`,
    `${consoleOf(work.id)}/episodes/${draft.id}`,
    `${consoleOf(work.id)}/episodes/${draft.id}/preview?direction=rtl`,
    `/de${consoleOf(work.id)}/episodes/${draft.id}/preview?direction=down`,
    `${consoleOf(free.story.id)}/episodes/${free.episode.id}`,
    `${consoleOf(free.story.id)}/statistics`,
    `/de${consoleOf(work.id)}/statistics`,
    `${consoleOf(free.story.id)}/statistics?from=x`,
    '/creator/statistics',
    '/de/creator/revenue',
    `${consoleOf(paid.story.id)}/prices`,
    `/de${consoleOf(free.story.id)}/prices`,
    `${consoleOf(away.story.id)}/geofiltering`,
    `/de${consoleOf(free.story.id)}/geofiltering`,
  ];

  for (const [who, account, paths] of [
    ['a visitor', undefined, visitor],
    ['a creator', creator, team],
    ['a newcomer', newcomer, ['/creator/stories', '/creator/statistics', '/creator/revenue']],
  ] as const) {
    await t.test(`what ${who} sees`, async (t) => {
      const tab = await site.open(account && { as: account });
      await inspectPages(t, tab, paths);
      await tab.context.close();
    });
  }

  await t.test('open menus, and a form with everything wrong', async (t) => {
    const { page, context, goto } = await site.open({ viewport: { width: 1280, height: 800 }, as: creator });
    await goto('/');
    for (const menu of await page.locator('header details[data-menu] summary').all()) {
      await menu.click();
      t.same(await violations(page), []);
    }
    await context.close();
    const stranger = await site.open({ viewport: { width: 360, height: 800 } });
    await stranger.goto('/sign_up');
    // The form's island wakes when it is touched.
    await stranger.page.locator('[name=email]').click();
    await stranger.page.locator('[awake] form').waitFor();
    await stranger.page.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await stranger.page.locator('form [type=submit]').click();
    await stranger.page.locator('[aria-invalid=true]').first().waitFor();
    t.same(await violations(stranger.page), []);
    t.same(
      await stranger.page.locator('[aria-invalid=true]').evaluateAll((fields) =>
        fields
          .filter((field) => {
            // The parts of a date are one answer, so their group is what is described.
            const described = field.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '';
            return !described
              .split(' ')
              .some((id) => /\S/.test(document.getElementById(id)?.textContent ?? ''));
          })
          .map((field) => field.getAttribute('name')),
      ),
      [],
      'what is wrong is tied to its field',
    );
    await stranger.context.close();
  });

  await t.test(
    'RDR-11 at 400 % the reader leaves room for its pages, and a panel keeps the focus',
    async (t) => {
      const height = 225;
      const { page, faults, context } = await openReader(site, `/stories/${free.story.slug}/1`, {
        viewport: { width: 320, height },
        bypassCSP: true,
      });
      const [top, bottom] = await Promise.all(
        ['header', 'footer'].map((bar) => page.locator(`${bar}[data-bar]`).boundingBox()),
      );
      const room = (bottom?.y ?? 0) - (top?.height ?? height);
      t.ok(room > height / 2, `${room} px between the bars`);
      const last = page.locator('footer [data-tool=share]');
      await last.focus();
      const share = await last.boundingBox();
      t.ok(share && share.x >= 0 && share.x + share.width <= 320, 'the last tool comes into sight');
      for (const name of ['episodes', 'reading', 'share', 'report']) {
        const opened = await openPanel(page, name);
        const body = await opened.locator('[data-panel-body]').boundingBox();
        t.ok((body?.height ?? 0) > height * 0.7, `${name}: ${body?.height} px to scroll in`);
        t.equal(await overflowOf(page), 0, name);
        t.same(await violations(page), [], name);
        const outside = new Set<string>();
        // The browser's own controls stand behind the last one: then nothing has the focus.
        for (let presses = 0; presses < 40; presses += 1) {
          await page.keyboard.press('Tab');
          const at = await page.evaluate(() => {
            const element = document.activeElement;
            const isOutside = element && element !== document.body && !element.closest('[data-panel][open]');
            return isOutside ? element.outerHTML.slice(0, 100) : null;
          });
          if (at) outside.add(at);
        }
        t.same([...outside], [], `${name}: all else rests`);
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('Escape');
      t.equal(await page.locator('[inert]').count(), 0);
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test(
    'by keyboard: the skip link comes first and works, and the focus is always seen',
    async (t) => {
      for (const [path, account] of [
        ['/', undefined],
        [`/stories/${free.story.slug}`, undefined],
        [`/stories/${free.story.slug}/1`, undefined],
        ['/sign_in', undefined],
        [consoleOf(work.id), creator],
      ] as const) {
        const { page, context, goto } = await site.open({
          viewport: { width: 1280, height: 800 },
          ...(account && { as: account }),
        });
        await goto(path);
        await page.keyboard.press('Tab');
        const first = await page.evaluate(() => document.activeElement?.getAttribute('href'));
        if (path === '/sign_in') t.not(first, null, 'a short page starts with its head');
        else t.equal(first, '#main', `${path}: the skip link is first`);
        const hidden: string[] = [];
        const seen = new Set<string>();
        for (let step = 0; step < 30; step += 1) {
          const at = await page.evaluate(() => {
            const element = document.activeElement as HTMLElement;
            const signs = [
              element,
              element.closest('label'),
              element.nextElementSibling,
              element.parentElement,
            ];
            const isMarked = signs.some((each) => {
              if (!each) return false;
              // The link of a whole row is as large as the row by its `::after`.
              return [getComputedStyle(each), getComputedStyle(each, '::after')].some(
                ({ outlineStyle, outlineWidth }) =>
                  outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
              );
            });
            const { width, height, top, bottom } = element.getBoundingClientRect();
            const isThere = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
            const name = `${element.localName} ${element.getAttribute('href') ?? element.getAttribute('name') ?? element.textContent?.slice(0, 30)}`;
            return { name, isMarked, isThere, isBody: element === document.body };
          });
          if (at.isBody) break;
          seen.add(at.name);
          if (!at.isMarked || !at.isThere) hidden.push(at.name);
          await page.keyboard.press('Tab');
        }
        t.ok(seen.size > 3, `${path}: ${seen.size} stops`);
        t.same([...new Set(hidden)], [], `${path}: the focus is seen everywhere`);
        if (path !== '/sign_in') {
          await goto(path);
          await page.keyboard.press('Tab');
          await page.keyboard.press('Enter');
          await page.keyboard.press('Tab');
          const isInside = await page.evaluate(() => document.activeElement?.closest('#main') !== null);
          t.ok(isInside, `${path}: behind the skip link comes the content`);
        }
        await context.close();
      }
    },
  );
});
