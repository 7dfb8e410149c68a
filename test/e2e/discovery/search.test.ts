import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { click, expect, fill, press, settled } from '../../support/hand.ts';
import { openShelf } from '../../support/shelf.ts';
import { type OpenOptions, phone, startSite, wide } from '../../support/site.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

t.test('the search of the header', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const mirko = await addAuthor('Mirko Lampe', { website: 'https://www.lampe.example/', founder: true });
  const ida = await addAuthor('Ida Lamberg');
  const paid = { type: 'first_free', freeCount: 1, priceCoins: 10 } as const;
  for (const [owner, values, pricing] of [
    [mirko, { title: 'The Ninth Lamp', slug: 'ninth-lamp' }, paid],
    [mirko, { title: 'Lamp Oil', slug: 'lamp-oil' }, {}],
    [mirko, { title: 'Lamplight', slug: 'lamplight' }, {}],
    [mirko, { title: 'A Lamp for Nobody', slug: 'nobody' }, {}],
    [mirko, { title: 'Lamp Song', slug: 'lamp-song', publicationType: 'indie' }, {}],
    [ida, { title: 'Balcony', slug: 'balcony' }, {}],
  ] as const)
    await addEpisode(
      await addStory(owner, { coverMediaId: null, description: '', ...values }, { pricing }),
      1,
    );

  /** Serves a placeholder for all pictures, since they have no files. */
  const open = async (options: OpenOptions = wide) => {
    const tab = await site.open(options);
    const picture = { contentType: 'image/svg+xml', body: PICTURE };
    await tab.page.route('**/media/**', (route) => route.fulfill(picture));
    return tab;
  };

  const openSearch = async (options: OpenOptions = wide, path = '/') => {
    const tab = await open(options);
    const asked: string[] = [];
    tab.page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^\/api\/\w+\/search$/.test(url.pathname)) asked.push(url.pathname + url.search);
    });
    await tab.goto(path);
    const field = tab.page.getByRole('combobox');
    if (options === phone) await click(tab.page.locator('search > button'));
    await field.focus();
    await tab.page.locator('tsuzuki-island[name=LiveSearch][awake]').waitFor({ state: 'attached' });
    return {
      ...tab,
      field,
      asked,
      hits: tab.page.getByRole('option'),
      panel: tab.page.getByRole('tabpanel'),
      tabs: tab.page.getByRole('tablist'),
      tab: (name: string) => tab.page.getByRole('tab', { name }),
      chosen: tab.page.getByRole('tab', { selected: true }),
    };
  };

  const hold = async (page: Page, pattern: RegExp): Promise<() => void> => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    // Requests that the page aborted meanwhile need no response.
    await page.route(pattern, (route) => promise.then(() => route.continue()).catch(() => undefined));
    return release;
  };

  await t.test(
    'SRC-02 SRC-03 SRC-04 SRC-05 SRC-06 SRC-07 SRC-08 SRC-35 SRC-36 SRC-38 SRC-44 SRC-47 SRC-48 SRC-56 SRC-59 of four tabs comics come first: three stories, with what they cost',
    async (t) => {
      const { page, field, hits, asked, tabs, chosen, context, faults } = await openSearch(phone);
      await fill(field, ' lamp ');
      await expect(hits).toHaveCount(3);
      t.same(asked, ['/api/stories/search?q=lamp&publication_type=comics&per_page=3'], 'three of four');
      await expect(tabs.getByRole('tab')).toHaveText(['Comics', 'Novels', 'Indie', 'Creators']);
      await expect(chosen).toHaveText('Comics');
      await fill(field, 'oil');
      const free = hits.filter({ hasText: 'Lamp Oil' });
      await expect(free).toContainText('Free');
      await expect(free).not.toContainText('Premium');
      await expect(free.locator('img')).toHaveCount(0);
      await expect(free.locator('svg').first()).toBeVisible();
      t.same(await violations(page), []);
      t.equal(await settled(page, () => page.evaluate(() => document.documentElement.scrollWidth)), 360);
      await fill(field, 'ninth');
      const paidFor = hits.filter({ hasText: 'The Ninth Lamp' });
      await expect(paidFor).toContainText(/Mirko Lampe[\s\S]*Premium/);
      await click(paidFor);
      await expect(page).toHaveURL(/\/stories\/ninth-lamp$/);
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test(
    'SRC-09 SRC-10 SRC-39 SRC-40 SRC-53 SRC-55 SRC-59 creators, with the feather of founders, and the way to all results',
    async (t) => {
      const { page, field, hits, asked, tab, panel, context, faults } = await openSearch(wide, '/de');
      await fill(field, 'lamp');
      const more = panel.getByRole('link', { name: 'Alle 4 Treffer für „lamp“ zeigen' });
      await expect(more).toHaveAttribute('href', '/de/search/lamp?resource=comics');
      await click(tab('Kreative'));
      await page.locator('a[href="/de/search/lamp?resource=creators"]').waitFor();
      await fill(field, 'lam');
      const other = hits.filter({ hasText: 'Ida Lamberg' });
      await expect(other).toBeVisible();
      t.equal(asked.at(-1), '/api/users/search?q=lam&per_page=3');
      await expect(hits.filter({ hasText: 'Mirko Lampe' })).toContainText(
        /lampe\.example[\s\S]*Gründungsmitglied/,
      );
      await expect(other).not.toContainText('Gründungsmitglied');
      await expect(other.locator('img')).toHaveCount(0);
      await expect(other.locator('svg')).toBeVisible();
      await expect(other).toHaveAttribute('href', /^\/de\/profile\//);
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('SRC-13 SRC-14 Enter and the button lead to the results', async () => {
    for (const way of ['Enter', 'button']) {
      const { page, field, tab, context } = await openSearch();
      await fill(field, '50% of/lamps? #1');
      await click(tab('Indie'));
      await field.focus();
      if (way === 'Enter') await press(page, 'Enter');
      else await click(page.getByRole('button', { name: 'Show all results' }));
      await expect(page).toHaveURL(`${site.origin}/search/50%25%20of%2Flamps%3F%20%231?resource=indie`);
      await context.close();
    }
    const { page, context, goto } = await open({ ...phone, javaScriptEnabled: false });
    await goto('/de');
    await click(page.locator('search > button'));
    await fill(page.getByRole('combobox'), 'lamp oil');
    await click(page.locator('search button[type=submit]'));
    await expect(page).toHaveURL(/\/de\/search\/lamp%20oil$/);
    await context.close();
  });

  await t.test(
    'SRC-11 SRC-12 SRC-17 SRC-19 it waits in sight, and shows nothing without a phrase',
    async (t) => {
      const { page, field, hits, panel, tabs, tab, context, faults } = await openSearch();
      await fill(field, '   ');
      await expect(field).toHaveAttribute('aria-expanded', 'false');
      await expect(tabs).toBeHidden();
      let release = await hold(page, /\/api\/stories\/search/);
      await fill(field, 'lamp');
      await expect(panel.getByText('Searching “lamp”')).toBeVisible();
      await expect(field).toHaveAttribute('aria-expanded', 'true');
      release();
      await expect(hits).toHaveCount(3);
      await expect(page.getByText('Searching “lamp”')).toHaveCount(0);
      await page.unroute(/\/api\/stories\/search/);
      release = await hold(page, /\/api\/(?:stories|users)\/search/);
      await fill(field, 'lampl');
      await expect(page.getByRole('status').filter({ hasText: 'Searching “lampl”' })).toBeVisible();
      await expect(hits).toHaveCount(3);
      await click(tab('Creators'));
      await expect(panel.getByText('Searching “lampl”')).toBeVisible();
      await expect(hits).toHaveCount(0);
      release();
      await fill(field, '');
      await expect(tabs).toBeHidden();
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test(
    'SRC-20 SRC-21 ERR-43 ERR-44 it says that nothing was found, and where something is',
    async (t) => {
      const { page, field, hits, panel, tab, context, faults } = await openSearch();
      await fill(field, 'lamplight');
      await expect(hits).toHaveCount(1);
      await click(tab('Novels'));
      await expect(panel.getByText('Stories not found')).toBeVisible();
      await click(panel.getByRole('button', { name: 'See the comic' }));
      await expect(hits.filter({ hasText: 'Lamplight' })).toBeVisible();
      await click(tab('Creators'));
      await expect(panel.getByText('Creators not found')).toBeVisible();
      await fill(field, 'qqqqqqqq');
      await expect(panel.getByText('No match here or under the other tabs.')).toBeVisible();
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('by keyboard: arrows choose, Escape closes and then empties', async (t) => {
    const { page, field, hits, tabs, tab, chosen, context, faults } = await openSearch();
    await fill(field, 'lamp');
    await expect(hits).toHaveCount(3);
    const ids = await settled(page, () => hits.evaluateAll((all) => all.map((each) => each.id)));
    // Nothing is selected yet, so Enter leads to all results.
    await expect(field).not.toHaveAttribute('aria-activedescendant');
    for (const [key, at] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', null],
      ['ArrowUp', 2],
      ['ArrowDown', null],
      ['ArrowDown', 0],
    ] as const) {
      await press(page, key);
      if (at === null) await expect(field).not.toHaveAttribute('aria-activedescendant');
      else await expect(field).toHaveAttribute('aria-activedescendant', ids[at] ?? '');
      await expect(page.getByRole('option', { selected: true })).toHaveCount(at === null ? 0 : 1);
    }
    await press(page, 'Escape');
    await expect(tabs).toBeHidden();
    await expect(field).toHaveValue('lamp');
    await press(page, 'ArrowDown');
    await expect(tabs).toBeVisible();
    await press(page, 'Escape', 'Escape');
    await expect(field).toHaveValue('');
    await fill(field, 'lamp');
    await expect(hits).toHaveCount(3);
    await tab('Comics').focus();
    await press(page, 'ArrowLeft');
    await expect(chosen).toHaveText('Creators');
    await press(page, 'ArrowRight');
    await expect(hits).toHaveCount(3);
    await click(page.locator('main'), { position: { x: 5, y: 5 } });
    await expect(tabs).toBeHidden();
    await field.focus();
    await expect(hits).toHaveCount(3);
    await press(page, 'ArrowDown', 'Enter');
    await expect(page).toHaveURL(/\/stories\/[\w-]+$/);
    t.same(faults, []);
    await context.close();
  });

  await t.test('a word that is still being put together is neither sought nor sent', async (t) => {
    const { page, field, hits, asked, context } = await openSearch();
    const compose = (type: string, text: string) =>
      field.evaluate(
        (input: HTMLInputElement, [name, value]) => {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
          if (name !== 'input') input.dispatchEvent(new CompositionEvent(name as string, { bubbles: true }));
          input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: name === 'input' }));
        },
        [type, text] as const,
      );
    await compose('compositionstart', '');
    await compose('input', 'la');
    await field.evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
    );
    await page.locator('form:has(input[name=q])').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await compose('compositionend', 'lamp');
    await expect(hits).toHaveCount(3);
    t.same(asked, ['/api/stories/search?q=lamp&publication_type=comics&per_page=3']);
    await expect(page).toHaveURL(`${site.origin}/`);
    await context.close();
  });

  await t.test(
    'without a line the words stay, and it goes on by itself; a refusal is said in its words',
    async (t) => {
      const { page, field, hits, panel, tabs, context } = await openSearch(phone, '/de');
      await context.setOffline(true);
      await fill(field, 'lamp');
      await expect(panel.getByRole('alert').getByText('Gerade keine Verbindung')).toBeVisible();
      await expect(field).toHaveValue('lamp');
      await expect(tabs.getByRole('tab')).toHaveText(['Comics', 'Romane', 'Indie', 'Kreative']);
      t.same(await violations(page), []);
      await context.setOffline(false);
      await expect(hits).toHaveCount(3);
      const message = 'Zu viele Suchen.';
      await page.route(/\/api\/stories\/search/, (route) =>
        route.fulfill({ status: 429, json: { code: 'too_many_requests', message } }),
      );
      await fill(field, 'lampe');
      await expect(panel.getByRole('alert').getByText(message)).toBeVisible();
      await page.unroute(/\/api\/stories\/search/);
      await click(panel.getByRole('button', { name: 'Noch einmal suchen' }));
      await expect(hits.first()).toBeVisible();
      await context.close();
    },
  );

  await t.test('SRC-12 what was written before the script came is sought when it is there', async () => {
    const { page, context, goto } = await open();
    const release = await hold(page, /texts-search/);
    await goto('/');
    const field = page.getByRole('combobox');
    await field.pressSequentially('lamp');
    release();
    await expect(page.getByRole('option')).toHaveCount(3);
    await expect(field).toHaveValue('lamp');
    await context.close();
  });

  await t.test('nothing of it comes before somebody reaches for it, and nothing of the reader', async (t) => {
    const { page, context, goto } = await open();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await goto('/');
    const chunksOf = (name: string) =>
      settled(page, () =>
        page.evaluate(
          (island) =>
            document.querySelector(`tsuzuki-island[name=${island}]`)?.getAttribute('chunks')?.split(' ') ??
            [],
          name,
        ),
      );
    const account = await chunksOf('UserMenu');
    const own = (await chunksOf('LiveSearch')).filter((file) => !account.includes(file));
    t.ok(own.length > 0 && own.length <= 5, `${own.length} files`);
    t.same(
      fetched.filter((file) => own.includes(file) || /\/stage\./.test(file)),
      [],
    );
    await page.getByRole('combobox').focus();
    await page.locator('tsuzuki-island[name=LiveSearch][awake]').waitFor({ state: 'attached' });
    t.same(
      own.filter((file) => !fetched.includes(file)),
      [],
    );
    await context.close();
  });

  await t.test('on a phone the sheet closes by its arrow, and a wide screen has none', async () => {
    const { page, field, hits, context } = await openSearch(phone);
    await fill(field, 'lamp');
    await expect(hits).toHaveCount(3);
    await click(page.getByRole('button', { name: 'Back' }));
    await expect(field).toBeHidden();
    await click(page.locator('search > button'));
    await expect(field).toHaveValue('lamp');
    await expect(field).toBeFocused();
    await page.setViewportSize(wide.viewport);
    await expect(page.locator('search > button')).toBeHidden();
    await expect(field).toBeVisible();
    await context.close();
  });
});
