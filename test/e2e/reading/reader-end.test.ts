import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { likes, ratings, subscriptions, violationReports } from '../../../db/schema/index.ts';
import { violations } from '../../support/axe.ts';
import { choose, click, expect, press, settled } from '../../support/hand.ts';
import { bringBars, openReader } from '../../support/panels.ts';
import { dialogAt, mustDo, readyEpisode } from '../../support/releases.ts';
import { publishSerial } from '../../support/serial.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { toEnd } from '../../support/stages.ts';

const site = await startSite();
t.teardown(() => site.close());
const { db } = site.deps;
const creator = await site.signUp('Mirko Haas');
const reader = await site.signUp('Jule Winter');
const { path, episodes, story } = await publishSerial(site, creator, { pages: 1 });
const last = `${path}/3`;
const other = await publishSerial(site, await site.signUp('Ada Berg'), { pages: 1 });

const likesOf = () =>
  db.$count(likes, and(eq(likes.episodeId, episodes[2].id), eq(likes.readerId, reader.id)));
const isSubscribed = async () =>
  (await db.$count(subscriptions, eq(subscriptions.readerId, reader.id))) === 1;
const starsOf = async () =>
  (await db.select().from(ratings).where(eq(ratings.readerId, reader.id))).map(({ stars }) => stars);
const isAtSignIn = (page: Page, back: string) =>
  expect(page).toHaveURL((url) => url.pathname === '/sign_in' && url.searchParams.get('back') === back);

await t.test('SOC-21 SOC-04 ERR-68 one state and one count of likes, and nothing moves', async (t) => {
  for (const view of [phone, wide]) {
    const { page, faults, context, goto } = await site.open({ ...view, as: reader });
    await watchShifts(page);
    await goto(last);
    const end = page.locator('#end');
    const heart = end.getByRole('button', { name: /^Like, / });
    const bar = page.locator('[data-tool=like]');
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await expect(heart).toHaveAccessibleName('Like, likes so far: 0');
    await heart.focus();
    await press(page, ' ');
    // Asserted first, because the message disappears after a while.
    await expect(page.locator('[data-told]', { hasText: /^Liked$/ })).toBeVisible();
    await expect(heart).toHaveAccessibleName('Like, likes so far: 1');
    await expect(bar).toHaveAttribute('aria-label', 'Like, likes so far: 1');
    await expect(bar).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(likesOf).toBe(1);
    if (view === phone) {
      await goto(last);
      await expect(bar).toHaveAttribute('aria-pressed', 'true');
    }
    await press(page, 'l');
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await expect(bar.locator('b')).toHaveText('0');
    await click(end.getByRole('button', { name: 'Subscribe', exact: true }));
    await expect(end.getByRole('status').getByText('Subscribed')).toBeVisible();
    t.ok(await isSubscribed());
    await click(end.getByRole('button', { name: 'Subscribed Unsubscribe' }));
    await expect(end.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
    t.notOk(await isSubscribed());
    // The bars contain the page's heading, which axe wants.
    await bringBars(page);
    if (view === phone) t.same(await violations(page), []);
    t.same(await settled(page, () => shiftsOf(page)), []);
    t.same(faults, []);
    await context.close();
  }
  await expect.poll(likesOf).toBe(0);
});

await t.test(
  'STP-07 RDR-01 visitors are led to sign in and back; before the last episode the next one leads on',
  async (t) => {
    const { page, faults, context, goto } = await openReader(site, last, wide);
    const end = page.locator('#end');
    for (const name of [/^Like, /, /^Subscribe$/]) {
      await click(end.getByRole('button', { name }));
      await isAtSignIn(page, `${last}#end`);
      await goto(last);
    }
    await click(page.locator('[data-tool=like]'));
    await isAtSignIn(page, last);
    await goto(path);
    await click(page.getByRole('button', { name: 'Report this story' }));
    await choose(page.locator('[data-panel] [value=spam]'));
    await click(page.getByRole('button', { name: 'Send report' }));
    await isAtSignIn(page, path);
    t.equal(await db.$count(violationReports), 0);
    await goto(`${path}/1`);
    await click(end.getByRole('link', { name: 'Next episode: 2' }));
    await expect(page).toHaveURL(new RegExp(`${path}/2`));
    await expect(end.getByRole('link', { name: 'Next episode: 3' })).toBeAttached();
    await expect(end.getByRole('link', { name: 'Your rating' })).toHaveCount(0);
    await toEnd(page);
    await expect(end).toBeInViewport();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[data-more]'), 'the next episode comes first').toHaveCount(0);
    t.same(faults, []);
    await context.close();
  },
);

await t.test(
  'RDR-01 STP-08 EPI-24 EPI-31 the next release is told by the clock of the reader, until it has come',
  async (t) => {
    const plan = { ...dialogAt(new Date('2027-01-31T23:30:00Z')), is_announced: true };
    await mustDo(site, creator, await readyEpisode(site, creator, story.id, 'Kept quiet'), 'schedule', plan);
    // Auckland is 13 hours ahead: another day of another month.
    const { page, faults, context, goto } = await site.open({ ...phone, timezoneId: 'Pacific/Auckland' });
    await watchShifts(page);
    for (const [url, told] of [
      [path, 'Episode 4: Mon 02/01/2027 12:30'],
      [last, 'You have read everything there is so far. Episode 4 comes out on Mon 02/01/2027 12:30.'],
      [`/de${path}/1`, 'Folge 2 ist schon da. Folge 4 erscheint am Mo 02/01/2027 12:30.'],
    ] as const) {
      await goto(url);
      await expect(page.locator('main')).toContainText(told);
      t.same(await settled(page, () => shiftsOf(page)), [], url);
    }
    await page.clock.install({ time: new Date('2027-01-31T23:29:00Z') });
    await goto(path);
    const told = page.getByText('Episode 4:');
    await expect(told).toBeVisible();
    await page.clock.fastForward('01:01');
    await expect(told, 'a moment that has come is told no more').toHaveCount(0);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('SOC-03 STP-04 behind the last episode are the own stars and similar stories', async (t) => {
  for (const [view, stars] of [
    [phone, 4],
    [wide, 2],
  ] as const) {
    const { page, faults, context, goto } = await site.open({ ...view, as: reader });
    await watchShifts(page);
    const asked: string[] = [];
    page.on('request', (request) => /\/mine\b/.test(request.url()) && asked.push(request.url()));
    await goto(last);
    const more = page.locator('#end [data-more]');
    await expect(more.locator('[awake]').first()).toBeAttached();
    t.same(await settled(page, () => shiftsOf(page)), []);
    await press(page, 'End');
    await expect(page.locator('[role=progressbar]')).toHaveAttribute('aria-valuenow', '2');
    await click(page.locator('#end').getByRole('link', { name: 'Your rating' }));
    await expect(page.locator('#rating')).toBeInViewport({ ratio: 1 });
    await choose(more.getByRole('radio', { name: `${stars} stars` }));
    await expect(more.getByText(`You gave ${stars} on`)).toBeVisible();
    t.same(await starsOf(), [stars]);
    t.equal(asked.length, 1, 'what belongs to the reader is asked for once');
    await expect(more.getByRole('link', { name: /Night Train/ })).toHaveAttribute('href', other.path);
    await expect(page.locator('#rating')).toHaveCount(1);
    await bringBars(page);
    if (view === wide) t.same(await violations(page), []);
    t.same(await settled(page, () => shiftsOf(page)), []);
    t.same(faults, []);
    await context.close();
  }
});

await t.test('STP-06, REP-01, REP-03, REP-04, REP-05, ERR-47, ERR-70 reporting the story', async (t) => {
  const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
  await goto(path);
  await click(page.getByRole('button', { name: 'Report this story' }));
  const dialog = page.getByRole('dialog', { name: 'What is wrong here?' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(10);
  t.same(await violations(page), []);
  await click(dialog.getByRole('button', { name: 'Send report' }));
  await expect(dialog.getByText('Choose a reason. Nothing has been sent yet.')).toBeVisible();
  await choose(dialog.locator('[value=violence]'));
  await click(dialog.getByRole('button', { name: 'Send report' }));
  await expect(dialog.getByText('Violation reported.')).toBeVisible();
  const [report] = await db.select().from(violationReports);
  t.match(report, { subjectType: 'story', subjectId: story.id, category: 'violence' });
  await expect(dialog.locator('dl')).toContainText(String(report?.number));
  await goto(`/de${path}`);
  await click(page.getByRole('button', { name: 'Diese Geschichte melden' }));
  await choose(page.locator('[data-panel] [value=spam]'));
  await click(page.getByRole('button', { name: 'Meldung senden' }));
  await expect(page.getByText(/Du hast das schon gemeldet/)).toBeVisible();
  await click(page.getByRole('button', { name: 'Zurück zur Geschichte' }));
  await expect(page.locator('[data-panel=report] h2')).toBeHidden();
  t.equal(await db.$count(violationReports), 1);
  t.same(
    faults.filter((fault) => !/409/.test(fault)),
    [],
  );
  await context.close();
});

await t.test('SOC-06, RDR-22, RDR-23, ERR-25, ERR-72 the story is shared, and nothing moves', async (t) => {
  const { page, faults, context, goto } = await site.open({ ...phone, as: reader });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await watchShifts(page);
  await goto(path);
  const share = page.getByRole('button', { name: 'Share this story' });
  await expect(share).toBeVisible();
  t.same(await settled(page, () => shiftsOf(page)), []);
  await click(share);
  const opened = page.getByRole('dialog', { name: 'Share' });
  await click(opened.getByRole('button', { name: 'Copy' }));
  await expect(opened.getByText('Link copied', { exact: true })).toBeVisible();
  const address = `${site.deps.config.BASE_URL}${path}`;
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await click(opened.getByRole('button', { name: 'Bluesky' }));
  await expect(opened.getByText('Bluesky is coming soon.')).toBeVisible();
  t.same(await violations(page), []);
  await press(page, 'Escape');
  await expect(opened).toBeHidden();
  await expect(share).toBeFocused();
  t.same(faults, []);
  await context.close();
});
