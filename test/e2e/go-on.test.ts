/** Where a reader goes on, at the head of the landing page: with an account, with places that the browser has kept, and for nobody. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { publishSerial } from '../support/serial.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const island = (page: Page) => page.locator('tsuzuki-island[name=goOn]');
const heading = (page: Page) => island(page).getByRole('heading');
const rows = (page: Page) => island(page).getByRole('listitem');
const isAwake = (page: Page) =>
  page.locator('tsuzuki-island[name=goOn][awake]').waitFor({ state: 'attached' });

t.test('going on from the landing page', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { story, episodes } = await publishSerial(site, creator, { pages: 5 });
  const [first] = episodes;
  const last = episodes.at(-1);

  const keep = (page: Page, number: number, place: object) =>
    page.evaluate(([key, kept]) => localStorage.setItem('places', JSON.stringify({ [key]: kept })), [
      `${story.slug}/${number}`,
      { item: 'x', number: 3, furthest: 3, fraction: 0, anchor: 'p3', at: 1, ...place },
    ] as const);

  await t.test(
    'LEG-12 for who has read nothing here there is no row, and nothing is asked for',
    async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled });
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await goto('/');
        if (javaScriptEnabled)
          await page.locator('tsuzuki-island[name=UserMenu][awake]').waitFor({ state: 'attached' });
        t.equal(await heading(page).isVisible(), false);
        t.notMatch(asked.join(' '), /library|goOn/);
        await context.close();
      }
    },
  );

  await t.test(
    'LEG-12 a visitor goes on where the browser has kept the place, and nothing moves',
    async (t) => {
      for (const [path, said] of [
        ['/', 'Ep. 1 · 3 of 5'],
        ['/de', 'Folge 1 · 3 von 5'],
      ] as const) {
        const { page, faults, context, goto } = await site.open(phone);
        await goto('/sign_in');
        await keep(page, 1, { episodeId: first?.id });
        await watchShifts(page);
        await goto(path);
        t.ok(await heading(page).isVisible(), 'its room is there before anything is known');
        await rows(page).waitFor();
        t.match(await rows(page).innerText(), new RegExp(said));
        t.equal(
          await rows(page).getByRole('link').getAttribute('href'),
          `${path === '/' ? '' : path}/stories/${story.slug}/1#p3`,
        );
        t.same(await shiftsOf(page), []);
        t.same(await violations(page), []);
        await rows(page).getByRole('link').click();
        await page.waitForURL(/stories\/.*\/1#p3$/);
        t.same(faults, []);
        await context.close();
      }
    },
  );

  await t.test(
    'LEG-12 after the end of an episode the next one follows, and after the last there is none',
    async (t) => {
      const { page, context, goto } = await site.open(wide);
      await goto('/sign_in');
      await keep(page, 1, { episodeId: first?.id, number: 5, isDone: true });
      await goto('/');
      await rows(page).waitFor();
      t.match(await rows(page).innerText(), /Ep\. 2 is next/);
      t.equal(await rows(page).getByRole('link').getAttribute('href'), `/stories/${story.slug}/2`);
      await keep(page, episodes.length, { episodeId: last?.id, number: 5, isDone: true });
      await watchShifts(page);
      await page.reload();
      await island(page).getByText('You have read all that you began.').waitFor();
      t.same(await shiftsOf(page), []);
      await page.reload();
      await isAwake(page);
      t.equal(await heading(page).isVisible(), false, 'the next time there is no room for nothing');
      await context.close();
    },
  );

  await t.test('LEG-12 an account goes on from the second visit on', async (t) => {
    const payload = { item: 2, furthest_item: 2 };
    const reply = await site.app.inject({
      method: 'PUT',
      url: `/api/episodes/${first?.id}/progress`,
      headers: reader.headers,
      payload,
    });
    t.equal(reply.statusCode, 204);
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await watchShifts(page);
    await goto('/');
    await eventually('the browser knows', () => page.evaluate(() => localStorage.getItem('goOn') === '1'));
    t.equal(await heading(page).isVisible(), false, 'nothing comes in late');
    t.same(await shiftsOf(page), []);
    await page.reload();
    await rows(page).waitFor();
    t.match(await rows(page).innerText(), /Ep\. 1 · 2 of 5/);
    t.same(await shiftsOf(page), []);
    t.same(faults, []);
    await context.close();
  });

  await t.test(
    'a kept place in what is gone leads nowhere, and what is no place is passed over',
    async (t) => {
      const { page, faults, context, goto } = await site.open(phone);
      await goto('/sign_in');
      await keep(page, 1, { episodeId: '01900000-0000-7000-8000-000000000000' });
      await goto('/');
      await island(page).getByText('You have read all that you began.').waitFor();
      await page.evaluate(() => localStorage.setItem('places', '{"a":null,"b":{"episodeId":"<b>"}}'));
      await page.evaluate(() => localStorage.removeItem('goOn'));
      await page.reload();
      await isAwake(page);
      t.equal(await rows(page).count(), 0);
      t.same(faults, []);
      await context.close();
    },
  );
});
