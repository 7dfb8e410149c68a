/** The end of an episode: what a reader may do there; signed in or not, with and without scripts. */
import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { likes, ratings, subscriptions } from '../../db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { awake, openReader } from '../support/panels.ts';
import { dialogAt, mustDo, readyEpisode } from '../support/releases.ts';
import { publishSerial } from '../support/serial.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('the end of an episode', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { path, episodes, story } = await publishSerial(site, creator, { pages: 1 });
  const last = `${path}/3`;
  const other = await publishSerial(site, await site.signUp('Ada Berg'), { pages: 1 });
  const likesOf = (id: string) =>
    db.$count(likes, and(eq(likes.episodeId, id), eq(likes.readerId, reader.id)));
  const isSubscribed = async () =>
    (await db.$count(subscriptions, eq(subscriptions.readerId, reader.id))) === 1;
  const starsOf = async () =>
    (await db.select().from(ratings).where(eq(ratings.readerId, reader.id))).map(({ stars }) => stars);
  const isSignIn = (url: URL) =>
    url.pathname === '/sign_in' && url.searchParams.get('back') === `${last}#end`;

  await t.test('SOC-21 SOC-04 ERR-68 one state and one count of likes, and nothing moves', async (t) => {
    for (const view of [phone, wide]) {
      const { page, faults, context, goto } = await site.open({ ...view, as: reader, bypassCSP: true });
      await watchShifts(page);
      await goto(last);
      await awake(page);
      const end = page.locator('#end');
      const heart = end.getByRole('button', { name: /^Like, / });
      const bar = page.locator('[data-tool=like]');
      await end.locator('[data-likes][aria-pressed=false]').waitFor();
      t.equal(await heart.getAttribute('aria-label'), 'Like, likes so far: 0');
      await heart.press(' ');
      await end.locator('[data-likes][aria-label="Like, likes so far: 1"]').waitFor();
      t.equal(await bar.getAttribute('aria-label'), 'Like, likes so far: 1', 'the bar says the same');
      t.equal(await bar.getAttribute('aria-pressed'), 'true');
      await page.locator('[data-told]', { hasText: /^Liked$/ }).waitFor();
      await page.keyboard.press('l');
      await end.locator('[data-likes][aria-pressed=false]').waitFor();
      t.equal(await bar.locator('b').textContent(), '0');
      await end.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await end.getByRole('status').getByText('Subscribed').waitFor();
      t.ok(await isSubscribed());
      await end.getByRole('button', { name: 'Subscribed Unsubscribe' }).click();
      await end.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
      t.notOk(await isSubscribed());
      // With the bars, which hold the heading of the page.
      await page.evaluate(() => document.querySelector<HTMLInputElement>('#bars')?.click());
      await page.locator('header[data-bar]').waitFor();
      t.same(await violations(page), []);
      t.same(await shiftsOf(page), []);
      t.same(faults, []);
      await context.close();
    }
    t.equal(await likesOf(episodes[2].id), 0);
  });

  await t.test('SOC-21 SOC-04 SOC-06 forms and links do the same without a script', async (t) => {
    const { page, context, goto } = await site.open({ ...phone, as: reader, javaScriptEnabled: false });
    await goto(last);
    const end = page.locator('#end');
    await end.getByRole('button', { name: /^Like, / }).click();
    await page.waitForURL((url) => url.pathname === last);
    t.equal(await likesOf(episodes[2].id), 1);
    await end.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.waitForURL((url) => url.pathname === last);
    t.ok(await isSubscribed());
    await end.getByRole('link', { name: 'Share' }).click();
    await page.getByRole('link', { name: 'Facebook' }).waitFor();
    await context.close();
  });

  await t.test('SOC-21 a like that comes too late says so', async () => {
    const { page, context, goto } = await site.open({ ...phone, as: reader });
    await goto(last);
    await awake(page);
    const [status, code] = [404, 'not_found'];
    await page.route('**/api/episodes/*/like', (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ message: 'x', code }),
      }),
    );
    await page.locator('#end [data-likes]').click();
    await page.getByText('Your like came too late. This episode is no longer available.').waitFor();
    await context.close();
  });

  await t.test(
    'STP-07 RDR-01 visitors are led to sign in and back; before the last episode the next one leads on',
    async (t) => {
      const { page, faults, context, goto } = await openReader(site, last, wide);
      for (const name of [/^Like, /, /^Subscribe$/]) {
        await page.locator('#end').getByRole('button', { name }).click();
        await page.waitForURL(isSignIn);
        await goto(last);
        await awake(page);
      }
      await goto(`${path}/1`);
      t.equal(await page.locator('#end').getByRole('link', { name: 'Your rating' }).count(), 0);
      await page.locator('#end').getByRole('link', { name: 'Next episode: 2' }).click();
      await page.waitForURL(`**${path}/2`);
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('RDR-01 STP-08 EPI-24 the next release is told by the clock of the reader', async (t) => {
    const plan = { ...dialogAt(new Date('2027-01-31T23:30:00Z')), is_announced: true };
    await mustDo(site, creator, await readyEpisode(site, creator, story.id, 'Kept quiet'), 'schedule', plan);
    // 13 hours later than here it is another day of another month.
    const zone = { timezoneId: 'Pacific/Auckland', bypassCSP: true };
    const told = { en: 'Mon 02/01/2027 12:30', de: 'Mo 02/01/2027 12:30' };
    const plain = { en: 'Sun 01/31/2027 23:30 UTC', de: 'So 01/31/2027 23:30 UTC' };
    for (const [view, moments] of [
      [phone, told],
      [wide, told],
      [phone, plain],
    ] as const) {
      const javaScriptEnabled = moments === told;
      const { page, faults, context, goto } = await site.open({ ...view, ...zone, javaScriptEnabled });
      if (javaScriptEnabled) await watchShifts(page);
      for (const [url, text] of [
        [path, `4 comes on ${moments.en}`],
        [last, `You have read everything there is so far. Episode 4 comes on ${moments.en}.`],
        [`/de${path}/1`, `Folge 2 ist schon da. Folge 4 kommt am ${moments.de}.`],
      ] as const) {
        await goto(url);
        const moment = `${moments[url.startsWith('/de') ? 'de' : 'en']}${url === path ? '' : '.'}`;
        await page.getByText(moment, { exact: true }).waitFor();
        t.equal(await page.locator('main time[datetime="2027-01-31T23:30Z"]').count(), 1);
        t.match(await page.locator('main').textContent(), text, url);
        t.equal(await page.getByText('Kept quiet').count(), 0);
        if (!javaScriptEnabled) continue;
        t.same(await shiftsOf(page), [], url);
        t.same(await violations(page), [], url);
      }
      t.same(faults, []);
      await context.close();
    }
  });

  await t.test(
    'RDR-01 EPI-31 on a page that stays open, a moment that has come is told no more',
    async () => {
      const { page, context, goto } = await site.open(wide);
      await page.clock.install({ time: new Date('2027-01-31T23:29:00Z') });
      await goto(path);
      const told = page.getByText('4 comes on');
      await told.waitFor();
      await page.locator('tsuzuki-island[name=when][awake]').waitFor({ state: 'attached' });
      await page.clock.fastForward(61_000);
      await told.waitFor({ state: 'detached' });
      await context.close();
    },
  );

  await t.test('SOC-03 STP-04 behind the last episode are the own stars and similar stories', async (t) => {
    for (const [view, stars] of [
      [phone, 4],
      [wide, 2],
    ] as const) {
      const { page, faults, context, goto } = await site.open({ ...view, as: reader, bypassCSP: true });
      await watchShifts(page);
      const asked: string[] = [];
      page.on('request', (request) => /\/mine\b/.test(request.url()) && asked.push(request.url()));
      await goto(last);
      await awake(page);
      const more = page.locator('#end [data-more]');
      await more.waitFor({ state: 'attached' });
      await more.locator('[awake]').waitFor({ state: 'attached' });
      t.same(await shiftsOf(page), []);
      await page.keyboard.press('End');
      await page.waitForSelector('[role=progressbar][aria-valuenow="2"]', { state: 'attached' });
      await page.locator('#end').getByRole('link', { name: 'Your rating' }).click();
      await page.waitForFunction(() => {
        const { top = -1, bottom = 0 } = document.querySelector('#rating')?.getBoundingClientRect() ?? {};
        return top >= 0 && bottom <= innerHeight;
      });
      await more.getByRole('radio', { name: `${stars} stars` }).check({ force: true });
      await more.getByText(`You gave ${stars} on`).waitFor();
      t.same(await starsOf(), [stars]);
      t.equal(asked.length, 1, 'what belongs to the reader is asked for once');
      const similar = more.getByRole('link', { name: /Night Train/ });
      t.equal(await similar.getAttribute('href'), other.path);
      t.equal(await page.locator('#rating').count(), 1);
      await page.evaluate(() => document.querySelector<HTMLInputElement>('#bars')?.click());
      await page.locator('header[data-bar]').waitFor();
      t.same(await violations(page), []);
      t.same(await shiftsOf(page), []);
      t.same(faults, []);
      await context.close();
    }
    const before = await openReader(site, `${path}/2`, wide);
    await before.page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.toEnd());
    await before.page.waitForLoadState('networkidle');
    t.equal(await before.page.locator('[data-more]').count(), 0, 'the next episode comes first');
    await before.context.close();
  });

  await t.test(
    'SOC-03 STP-07 the stars are a form without a script, and lead visitors to sign in',
    async (t) => {
      for (const as of [reader, undefined]) {
        const { page, context, goto } = await site.open({ ...phone, as, javaScriptEnabled: false });
        await goto(last);
        await page.locator('#end').getByRole('link', { name: 'Your rating' }).click();
        await page.waitForURL(`**${last}?panels=1#rating`);
        await page.getByRole('radio', { name: '5 stars' }).press('Space');
        await page.getByRole('button', { name: 'Rate' }).click();
        if (as) await page.waitForURL(`**${last}?panels=1**#rating`);
        else await page.waitForURL((url) => url.pathname === '/sign_in');
        await context.close();
      }
      t.same(await starsOf(), [5]);
    },
  );
});
