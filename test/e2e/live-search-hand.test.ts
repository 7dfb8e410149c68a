/** The search of the header by keyboard and finger, on a bad line, and before its script is there. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { hold, startSearch } from '../support/search.ts';
import { phone } from '../support/site.ts';

t.test('the live search in the hand', async (t) => {
  const site = await startSearch();
  t.teardown(() => site.close());

  await t.test('by keyboard: arrows choose, Escape closes and then empties', async (t) => {
    const { page, field, hits, tabs, context, faults } = await site.openSearch();
    await field.fill('lamp');
    await hits.first().waitFor();
    t.equal(await field.getAttribute('aria-activedescendant'), null, 'Enter still leads to all results');
    const active = () => field.getAttribute('aria-activedescendant');
    for (const [key, at] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', null],
      ['ArrowUp', 2],
      ['ArrowDown', null],
      ['ArrowDown', 0],
    ] as const) {
      await field.press(key);
      t.equal(await active(), at === null ? null : await hits.nth(at).getAttribute('id'), key);
      t.equal(await page.getByRole('option', { selected: true }).count(), at === null ? 0 : 1);
    }
    await field.press('Escape');
    await tabs.waitFor({ state: 'hidden' });
    t.equal(await field.inputValue(), 'lamp');
    await field.press('ArrowDown');
    await tabs.waitFor();
    await field.press('Escape');
    await field.press('Escape');
    t.equal(await field.inputValue(), '');
    await field.fill('lamp');
    await hits.first().waitFor();
    await page.getByRole('tab', { name: 'Comics' }).focus();
    await page.keyboard.press('ArrowLeft');
    t.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Creators');
    await page.keyboard.press('ArrowRight');
    await hits.first().waitFor();
    await page.locator('main').click({ position: { x: 5, y: 5 } });
    await tabs.waitFor({ state: 'hidden' });
    await field.focus();
    await hits.first().waitFor();
    await field.press('ArrowDown');
    const to = await hits.first().getAttribute('href');
    await field.press('Enter');
    await page.waitForURL(`**${to}`);
    t.same(faults, []);
    await context.close();
  });

  await t.test('a word that is still being put together is neither sought nor sent', async (t) => {
    const { page, field, hits, asked, context } = await site.openSearch();
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
    await hits.first().waitFor();
    t.same(asked, ['/api/stories/search?q=lamp&publication_type=comics&per_page=3']);
    t.equal(new URL(page.url()).pathname, '/');
    await context.close();
  });

  await t.test(
    'without a line the words stay, and it goes on by itself; a refusal is said in its words',
    async (t) => {
      const { page, field, hits, panel, context } = await site.openSearch(phone, '/de');
      await context.setOffline(true);
      await field.fill('lamp');
      await panel.getByRole('alert').getByText('Gerade keine Verbindung').waitFor();
      t.equal(await field.inputValue(), 'lamp');
      t.same(await violations(page), []);
      await context.setOffline(false);
      await hits.first().waitFor();
      const message = 'Zu viele Suchen.';
      await page.route(/\/api\/stories\/search/, (route) =>
        route.fulfill({ status: 429, json: { code: 'too_many_requests', message } }),
      );
      await field.fill('lampe');
      await panel.getByRole('alert').getByText(message).waitFor();
      await page.unroute(/\/api\/stories\/search/);
      await panel.getByRole('button', { name: 'Noch einmal suchen' }).click();
      await eventually('an answer', () => hits.count().then((count) => count > 0));
      await context.close();
    },
  );

  await t.test('SRC-12 what was written before the script came is sought when it is there', async (t) => {
    const { page, context, goto } = await site.open();
    const release = await hold(page, /texts-search/);
    await goto('/');
    await page.getByRole('combobox').pressSequentially('lamp');
    release();
    await page.getByRole('option').first().waitFor();
    t.equal(await page.getByRole('combobox').inputValue(), 'lamp');
    await context.close();
  });

  await t.test('nothing of it comes before somebody reaches for it, and nothing of the reader', async (t) => {
    const { page, context, goto } = await site.open();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await goto('/');
    await page.locator('tsuzuki-island[name=UserMenu][awake]').waitFor({ state: 'attached' });
    const chunksOf = async (name: string) =>
      (await page.locator(`tsuzuki-island[name=${name}]`).getAttribute('chunks'))?.split(' ') ?? [];
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

  await t.test('on a phone the sheet closes by its arrow, and a wide screen has none', async (t) => {
    const { page, field, hits, context } = await site.openSearch(phone);
    await field.fill('lamp');
    await hits.first().waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await field.waitFor({ state: 'hidden' });
    await page.locator('search > button').click();
    t.equal(await field.inputValue(), 'lamp');
    t.ok(await field.evaluate((input) => input === document.activeElement));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('search > button').waitFor({ state: 'hidden' });
    t.ok(await field.isVisible());
    await context.close();
  });

  await t.test('SRC-60 the form leads to any phrase, in its language, and around without one', async (t) => {
    for (const [url, to] of [
      ['/search?q=lamp', '/search/lamp'],
      ['/de/search?q=%20a%2Fb%20&resource=novel', '/de/search/a%2Fb?resource=novel'],
      ['/search?q=..', '/search/..%20'],
      ['/search?q=x&resource=evil', '/search/x'],
      ['/search?q=%00&q=b', '/'],
      ['/de/search?q=+', '/de'],
      ['/search', '/'],
      ['/search?q=%2F%2Fevil.example', '/search/%2F%2Fevil.example'],
    ] as const) {
      const reply = await site.app.inject({ url });
      t.equal(reply.statusCode, 302, url);
      t.equal(reply.headers.location, to, url);
    }
  });
});
