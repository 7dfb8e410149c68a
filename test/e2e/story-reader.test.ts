/** The story page for its readers: rating, subscribing, reading on; signed in or not, with and without scripts. */
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { pricingStrategies, ratings, subscriptions } from '../../db/schema/index.ts';
import { inspectPages, violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { toastSays } from '../support/islands.ts';
import { publishSerial } from '../support/serial.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const awake = (page: Page, name: string) =>
  page.locator(`tsuzuki-island[name=${name}][awake]`).first().waitFor({ state: 'attached' });

t.test('the story page and its reader', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { story, path, episodes } = await publishSerial(site, creator, { pages: 5 });
  const [first, , third] = episodes;
  await db
    .insert(pricingStrategies)
    .values({ storyId: story.id, type: 'first_free', freeCount: 1, priceCoins: 30 });
  const isSignIn = (back: string) => (url: URL) =>
    url.pathname === '/sign_in' && url.searchParams.get('back') === back;
  const isSubscribed = async () =>
    (await db.$count(
      subscriptions,
      and(eq(subscriptions.storyId, story.id), eq(subscriptions.readerId, reader.id)),
    )) === 1;
  const notifyOf = async () => {
    const rows = await db.select().from(subscriptions).where(eq(subscriptions.readerId, reader.id));
    return rows[0]?.notify;
  };
  const starsOf = async () => {
    const rows = await db.select().from(ratings).where(eq(ratings.readerId, reader.id));
    return rows.map(({ stars }) => stars);
  };

  await t.test('STP-02, STP-03 a visitor sees the page, and wakes nothing of a reader', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    t.equal(await goto(path), 200);
    await awake(page, 'UserMenu');
    t.same(
      // What everybody reads is fetched where it comes into sight: the comments.
      asked.filter((each) => /\/api\/(?!comments$)|Story/.test(each)),
      [],
    );
    t.equal(await page.locator('tsuzuki-island[name^=Story][awake]').count(), 0);
    t.same(faults, []);
    await context.close();
  });

  await t.test('STP-05, SOC-04, SOC-22 subscribing and back, and the count follows', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await watchShifts(page);
    await goto(path);
    await awake(page, 'StoryDeeds');
    const head = page.locator('tsuzuki-island[name=StoryDeeds]').first();
    t.match(await page.locator('main dl').innerText(), /subscribers\s+0\b/);
    await head.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await toastSays(page, 'Subscribed');
    await head.getByRole('button', { name: 'Subscribed, change notifications' }).waitFor();
    t.match(await page.locator('main dl').innerText(), /subscriber\s+1\b/);
    t.ok(await isSubscribed());
    await page.reload();
    await head.getByRole('button', { name: 'Subscribed, change notifications' }).waitFor();
    t.same(await shiftsOf(page), [], 'nothing moves when it is known');
    await head.getByRole('button', { name: 'Subscribed, change notifications' }).press('Enter');
    const choice = page.getByRole('dialog', { name: 'When an episode comes out' });
    await choice.waitFor();
    t.ok(await choice.getByRole('radio', { name: /^Here and by mail/ }).isChecked());
    await page.keyboard.press('ArrowDown');
    await eventually('the choice is kept', async () => (await notifyOf()) === 'app');
    t.same(await violations(page), []);
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'hidden' });
    t.ok(
      await head
        .getByRole('button', { name: 'Subscribed, change notifications' })
        .evaluate((button) => button === document.activeElement),
      'the focus is back where it came from',
    );
    await page.reload();
    await head.getByRole('button', { name: 'Subscribed, change notifications' }).click();
    t.ok(await choice.getByRole('radio', { name: /^Here only/ }).isChecked());
    await choice.getByRole('button', { name: 'Unsubscribe' }).click();
    await toastSays(page, 'Unsubscribed');
    await head.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
    t.notOk(await isSubscribed());
    t.same(faults, []);
    await context.close();
  });

  await t.test('STP-05, SOC-04 on a phone by the sign in the dock', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...phone, as: reader });
    await goto(`/de${path}`);
    const dock = page.locator('tsuzuki-island[name=StoryDeeds][awake]').last();
    await dock.getByRole('button', { name: 'Abonnieren' }).tap();
    await dock.getByRole('button', { name: 'Abonniert, Benachrichtigungen ändern' }).tap();
    const choice = page.getByRole('dialog', { name: 'Wenn eine Folge erscheint' });
    await choice.getByRole('radio', { name: /^Nichts sagen/ }).tap();
    await eventually('the choice is kept', async () => (await notifyOf()) === 'none');
    t.same(await violations(page), []);
    await choice.getByRole('button', { name: 'Fertig' }).tap();
    await choice.waitFor({ state: 'hidden' });
    await dock.getByRole('button', { name: 'Abonniert, Benachrichtigungen ändern' }).tap();
    await choice.getByRole('button', { name: 'Nicht mehr abonnieren' }).tap();
    await dock.getByRole('button', { name: 'Abonnieren', exact: true }).waitFor();
    t.notOk(await isSubscribed());
    t.same(faults, []);
    await context.close();
  });

  await t.test('STP-04, SOC-03 rating by mouse and by keyboard; average and count follow', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await watchShifts(page);
    await goto(path);
    await page.getByText('Tap a star.').waitFor();
    t.same(await shiftsOf(page), []);
    await page.getByRole('radio', { name: '3 stars' }).check({ force: true });
    await page.getByText(/^You gave 3 on /).waitFor();
    t.match(await page.locator('main dl').innerText(), /from 1\s+3\b/);
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^You gave 4 on /).waitFor();
    t.same(await starsOf(), [4]);
    await page.reload();
    await page.getByText(/^You gave 4 on /).waitFor();
    t.ok(await page.getByRole('radio', { name: '4 stars' }).isChecked());
    t.ok(await page.getByRole('img', { name: /^5 stars: 0; 4 stars: 1; 3 stars: 0;/ }).isVisible());
    t.same(await violations(page), []);
    await page.getByRole('radio', { name: '4 stars' }).click({ force: true });
    await page.getByText('Nobody has rated this story yet.').waitFor();
    t.same(await starsOf(), [], 'a second press takes it back');
    t.notOk(await page.getByRole('radio', { name: '4 stars' }).isChecked());
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await page.getByText(/^You gave 4 on /).waitFor();
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-03 whoever belongs to the team is told that it may not rate', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, as: creator });
    await goto(path);
    await page.getByText('You belong to the team of this story').waitFor();
    t.ok(await page.getByRole('radio', { name: '1 star', exact: true }).isDisabled());
    t.same(faults, []);
    await context.close();
  });

  await t.test('STP-04, STP-05 without JavaScript forms rate and subscribe, and say so', async (t) => {
    const { page, faults, context, goto } = await site.open({
      ...wide,
      as: reader,
      javaScriptEnabled: false,
    });
    await goto(path);
    await page.locator('main').getByRole('button', { name: 'Subscribe', exact: true }).first().click();
    t.match(await page.locator('noscript').allInnerTexts(), [/^Subscribed$/]);
    t.ok(await isSubscribed());
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    t.notOk(await isSubscribed());
    await page.getByRole('radio', { name: '5 stars' }).press('Space');
    await page.getByRole('button', { name: 'Rate' }).click();
    t.match(page.url(), /#rating$/, 'back to where the stars are');
    t.match(await page.locator('noscript').allInnerTexts(), [/^Rating saved$/]);
    t.same(await starsOf(), [5]);
    await page.getByRole('button', { name: 'Take my rating back' }).click();
    t.same(await starsOf(), []);
    await page.getByRole('radio', { name: '5 stars' }).press('Space');
    await page.getByRole('button', { name: 'Rate' }).click();
    t.same(faults, []);
    await context.close();
  });

  await t.test('STP-07, SOC-23 visitors are led to sign in, and back', async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, context, goto } = await site.open({ ...wide, javaScriptEnabled });
      await goto(path);
      await page.locator('main').getByRole('button', { name: 'Subscribe', exact: true }).first().click();
      await page.waitForURL(isSignIn(path));
      await goto(path);
      await page.getByRole('radio', { name: '2 stars' }).check({ force: true });
      await page.getByRole('button', { name: 'Rate' }).click();
      await page.waitForURL(isSignIn(`${path}#rating`));
      await context.close();
    }
    t.same(await starsOf(), [5], 'nothing was kept in somebody’s name');
  });

  await t.test('SOC-08 reading on, and marks in the list, for who has an account', async (t) => {
    const keep = (episodeId: string, item: number, furthest: number) =>
      site.call(`PUT /episodes/${episodeId}/progress`, {
        as: reader,
        body: { item, furthest_item: furthest },
      });
    t.equal((await keep(first.id, 3, 3)).statusCode, 204);
    for (const view of [wide, phone]) {
      const { page, faults, context, goto } = await site.open({ ...view, as: reader });
      await watchShifts(page);
      await goto(path);
      const onward = page.getByRole('link', {
        name: view === wide ? 'Continue with episode 1, page 3' : 'Continue: 1, page 3',
      });
      t.equal(await onward.getAttribute('href'), `${path}/1#p3`);
      const row = (number: number) => page.locator(`#episode-${number}`);
      await row(1).getByText('Page 3 of 5').waitFor();
      t.match(await row(1).innerText(), /Continue/);
      t.match(await row(3).innerText(), /30/);
      t.same(await shiftsOf(page), []);
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
    }
    t.equal((await keep(first.id, 5, 5)).statusCode, 204);
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await goto(`/de${path}`);
    const next = page.getByRole('link', { name: 'Weiter mit Folge 2', exact: true });
    t.equal(await next.getAttribute('href'), `/de${path}/2`);
    await page.locator('#episode-1').getByText('Gelesen').waitFor();
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-08 a visitor reads on where this browser was', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    await watchShifts(page);
    await page.addInitScript(
      ([slug, one, two]) => {
        const place = (episodeId: string, number: number, at: number) => ({
          episodeId,
          item: 'x',
          number,
          furthest: number,
          fraction: 0.2,
          at,
        });
        const places = {
          'another/9': place('x', 2, 900),
          [`${slug}/1`]: place(one, 4, 800),
          [`${slug}/3`]: place(two, 1, 700),
          broken: null,
        };
        localStorage.setItem('places', JSON.stringify(places));
      },
      [story.slug, first.id, third.id] as const,
    );
    await goto(path);
    const onward = page.getByRole('link', { name: 'Continue with episode 1, page 4' });
    t.equal(await onward.getAttribute('href'), `${path}/1#p4`);
    await page.locator('#episode-1').getByText('Page 4 of 5').waitFor();
    t.same(await shiftsOf(page), []);
    t.same(faults, []);
    await context.close();
  });

  await t.test('the page fits and is accessible for who is signed in', async (t) => {
    await inspectPages(t, await site.open({ as: reader }), [path, `/de${path}`]);
  });
});
