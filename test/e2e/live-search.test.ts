/** The search of the header in a browser: what it sends, and what it shows of the answers. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { hold, startSearch } from '../support/search.ts';
import { phone, wide } from '../support/site.ts';

t.test('the live search', async (t) => {
  const site = await startSearch();
  t.teardown(() => site.close());

  await t.test('HDR-03 SRC-01 the header of every page has a search, empty at first', async (t) => {
    const mira = await site.signUp('Mira');
    for (const view of [wide, phone]) {
      const { page, context, goto, faults } = await site.open({ ...view, as: mira });
      for (const path of ['/', '/de', '/notifications', '/creator/stories', '/de/settings', '/wallet']) {
        await goto(path);
        const search = page.getByRole('banner').locator('search');
        if (view === phone) {
          const opener = search.locator('> button');
          const box = await opener.boundingBox();
          t.ok((box?.width ?? 0) >= 44 && (box?.height ?? 0) >= 44, path);
          await opener.click();
        }
        const field = search.getByRole('combobox');
        t.ok(await field.isVisible(), path);
        t.equal(await field.inputValue(), '', path);
      }
      t.same(faults, []);
      await context.close();
    }
  });

  await t.test('SRC-02 SRC-03 SRC-04 SRC-05 SRC-06 SRC-07 four tabs, comics first and chosen', async (t) => {
    for (const [path, names] of [
      ['/', ['Comics', 'Novels', 'Indie', 'Creators']],
      ['/de', ['Comics', 'Romane', 'Indie', 'Kreative']],
    ] as const) {
      const { page, field, tabs: row, context, faults } = await site.openSearch(wide, path);
      await field.fill('lamp');
      const tabs = row.getByRole('tab');
      t.same(await tabs.allInnerTexts(), names);
      t.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Comics');
      t.same(faults, []);
      await context.close();
    }
  });

  await t.test(
    'SRC-08 SRC-35 SRC-36 SRC-38 SRC-44 SRC-47 SRC-48 SRC-56 SRC-59 three stories, with what they cost',
    async (t) => {
      for (const view of [wide, phone]) {
        const { page, field, hits, asked, context, faults } = await site.openSearch(view);
        await field.fill(' lamp ');
        await hits.first().waitFor();
        t.same(asked, ['/api/stories/search?q=lamp&publication_type=comics&per_page=3']);
        t.equal(await hits.count(), 3, 'of four');
        await field.fill('oil');
        const free = hits.filter({ hasText: 'Lamp Oil' });
        t.match(await free.innerText(), /Free/);
        t.notMatch(await free.innerText(), /Premium/);
        t.equal(await free.locator('img').count(), 0);
        t.ok(await free.locator('svg').first().isVisible(), 'the brush stroke in place of a cover');
        t.same(await violations(page), []);
        t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await field.fill('ninth');
        const paidFor = hits.filter({ hasText: 'The Ninth Lamp' });
        t.match(await paidFor.innerText(), /Mirko Lampe[\s\S]*Premium/);
        t.equal(await paidFor.getAttribute('href'), '/stories/ninth-lamp');
        await paidFor.click();
        await page.waitForURL('**/stories/ninth-lamp');
        t.same(faults, []);
        await context.close();
      }
    },
  );

  await t.test('SRC-39 SRC-40 SRC-53 SRC-55 SRC-59 creators, with the feather of founders', async (t) => {
    const { page, field, hits, asked, context, faults } = await site.openSearch();
    await field.fill('lam');
    await page.getByRole('tab', { name: 'Creators' }).click();
    await hits.filter({ hasText: 'Ida Lamberg' }).waitFor();
    t.equal(asked.at(-1), '/api/users/search?q=lam&per_page=3');
    const founder = hits.filter({ hasText: 'Mirko Lampe' });
    t.match(await founder.innerText(), /lampe\.example[\s\S]*Founder/);
    const other = hits.filter({ hasText: 'Ida Lamberg' });
    t.notMatch(await other.innerText(), /Founder/);
    t.equal(await other.locator('img').count(), 0);
    t.ok(await other.locator('svg').isVisible(), 'the outline of a head in place of a face');
    t.match(await other.getAttribute('href'), /^\/profile\//);
    t.same(await violations(page), []);
    t.same(faults, []);
    await context.close();
  });

  await t.test('SRC-09 SRC-10 the way to all results keeps phrase and tab', async (t) => {
    const { page, field, hits, context, faults } = await site.openSearch(wide, '/de');
    await field.fill('lamp');
    await hits.first().waitFor();
    const more = page.getByRole('tabpanel').getByRole('link', { name: 'Alle 4 Treffer für „lamp“ zeigen' });
    t.equal(await more.getAttribute('href'), '/de/search/lamp?resource=comics');
    await page.getByRole('tab', { name: 'Kreative' }).click();
    await page.locator('a[href="/de/search/lamp?resource=creators"]').waitFor();
    t.same(faults, []);
    await context.close();
  });

  await t.test('SRC-13 SRC-14 Enter and the button lead to the results', async (t) => {
    for (const way of ['Enter', 'button']) {
      const { page, field, context } = await site.openSearch();
      await field.fill('50% of/lamps? #1');
      await page.getByRole('tab', { name: 'Indie' }).click();
      if (way === 'Enter') await field.press('Enter');
      else await page.getByRole('button', { name: 'Show all results' }).click();
      await page.waitForURL('**/search/50%25*');
      t.equal(page.url().slice(site.origin.length), '/search/50%25%20of%2Flamps%3F%20%231?resource=indie');
      await context.close();
    }
    for (const [view, path] of [
      [wide, '/'],
      [phone, '/de'],
    ] as const) {
      const { page, context, goto } = await site.open({ ...view, javaScriptEnabled: false });
      await goto(path);
      if (view === phone) await page.locator('search > button').click();
      await page.getByRole('combobox').fill('lamp oil');
      if (view === phone) await page.locator('search button[type=submit]').click();
      else await page.getByRole('combobox').press('Enter');
      await page.waitForURL(`**${path === '/' ? '' : path}/search/lamp%20oil`);
      await context.close();
    }
  });

  await t.test(
    'SRC-11 SRC-12 SRC-17 SRC-19 it waits in sight, and shows nothing without a phrase',
    async (t) => {
      const { page, field, hits, panel, tabs, context, faults } = await site.openSearch();
      t.notOk(await tabs.isVisible());
      await field.fill('   ');
      t.notOk(await tabs.isVisible(), 'spaces say nothing');
      t.equal(await field.getAttribute('aria-expanded'), 'false');
      let release = await hold(page, /\/api\/stories\/search/);
      await field.fill('lamp');
      await panel.getByText('Searching “lamp”').waitFor();
      t.equal(await field.getAttribute('aria-expanded'), 'true');
      release();
      await hits.first().waitFor();
      t.equal(await page.getByText('Searching “lamp”').count(), 0);
      await page.unroute(/\/api\/stories\/search/);
      release = await hold(page, /\/api\/(?:stories|users)\/search/);
      await field.fill('lampl');
      await page.getByRole('status').filter({ hasText: 'Searching “lampl”' }).waitFor();
      t.ok((await hits.count()) > 0, 'of the same tab what was found stays meanwhile');
      await page.getByRole('tab', { name: 'Creators' }).click();
      t.equal(await hits.count(), 0, 'another tab begins with nothing');
      t.ok(await panel.getByText('Searching “lampl”').isVisible());
      release();
      await field.fill('');
      await tabs.waitFor({ state: 'hidden' });
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test(
    'SRC-20 SRC-21 ERR-43 ERR-44 it says that nothing was found, and where something is',
    async (t) => {
      const { page, field, hits, panel, context, faults } = await site.openSearch();
      await field.fill('lamplight');
      await hits.first().waitFor();
      await page.getByRole('tab', { name: 'Novels' }).click();
      await panel.getByText('Stories not found').waitFor();
      await panel.getByRole('button', { name: 'See the comic' }).click();
      await hits.filter({ hasText: 'Lamplight' }).waitFor();
      await page.getByRole('tab', { name: 'Creators' }).click();
      await panel.getByText('Creators not found').waitFor();
      await field.fill('qqqqqqqq');
      await panel.getByText('Nothing carries this name').waitFor();
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
    },
  );
});
