/** Views of real readers, and what creators see of them: statistics and revenue, in both languages, with and without scripts. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, storyDays, users } from '../../db/schema/index.ts';
import { addDays, utcDay } from '../../server/lib/days.ts';
import { violations } from '../support/axe.ts';
import { publishStory } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { everywhere, joinTeam, viewsOf } from '../support/figures.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('figures in a browser', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mika Sato');
  const reader = await site.signUp('Reader');
  const { story, episode } = await publishStory(site, creator, { title: 'רכבת הלילה', language: 'he' });
  const work = { storyId: story.id, episodeId: episode.id };
  const today = utcDay(new Date());
  const statistics = `/creator/stories/${story.id}/statistics`;
  await site.deps.db.insert(storyDays).values([
    { storyId: story.id, day: addDays(today, -3), views: 1200, likes: 30, comments: 4, subscribers: 12 },
    { storyId: story.id, day: addDays(today, -40), views: 600 },
  ]);

  await t.test('EPI-08, STO-19 reading in a browser counts, signed in or not, once each', async (t) => {
    for (const as of [undefined, reader, creator]) {
      const { page, faults, goto } = await site.open({ ...phone, ...(as && { as }) });
      for (let turn = 0; turn < 2; turn += 1) {
        const told = page.waitForRequest((request) => request.url().endsWith('/views'));
        t.equal(await goto(`/stories/${story.slug}/1`), 200);
        t.equal((await (await told).response())?.status(), 202);
      }
      t.same(faults, []);
    }
    await site.deps.views.flush();
    t.same(await viewsOf(site, work), { ...everywhere(2), storyDays: 1802 });
  });

  await t.test('EPI-08 an episode opened in the background is not told before it is looked at', async (t) => {
    const { page, goto, context } = await site.open();
    await context.addInitScript(() => {
      let state = 'hidden';
      Object.defineProperty(document, 'visibilityState', { get: () => state });
      addEventListener('look', () => {
        state = 'visible';
        document.dispatchEvent(new Event('visibilitychange'));
      });
    });
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/views') && sent.push(request.url()));
    await goto(`/stories/${story.slug}/1`);
    await page.locator('tsuzuki-island[name=stage][awake]').waitFor();
    t.same(sent, []);
    const told = page.waitForRequest((request) => request.url().endsWith('/views'));
    await page.evaluate(() => void dispatchEvent(new Event('look')));
    await told;
    t.equal(sent.length, 1);
  });

  await t.test(
    'STO-31 a creator follows a story from all stories to its days, without any script',
    async (t) => {
      const { page, faults, goto } = await site.open({ ...wide, as: creator, javaScriptEnabled: false });
      await site.deps.views.flush();
      await goto('/creator/statistics');
      await page.getByRole('link', { name: 'רכבת הלילה' }).click();
      t.match(page.url(), statistics);
      t.equal(await page.locator('h1').textContent(), 'רכבת הלילה');
      t.equal(await page.locator('h1').getAttribute('dir'), 'auto');
      t.match(await page.getByRole('img', { name: /^Reads per day/ }).textContent(), /Most on .*: 1,200\./);
      t.match(await page.locator('dl').first().innerText(), /Reads\s+1,203\s+100% more than before/);
      await page.getByRole('link', { name: '90 days' }).click();
      t.match(await page.locator('dl').first().innerText(), /Reads\s+1,803\s+none before/);
      await page.getByRole('link', { name: 'Likes', exact: true }).click();
      t.match(page.url(), /days=90&figure=likes/);
      await page.getByText('All days as a table').click();
      const days = page.getByRole('table', { name: /^Day by day/ });
      t.equal(await days.locator('tbody tr').count(), 90);
      t.match(await days.locator('tbody tr').nth(3).innerText(), /1,200\s+30\s+4\s+12\s+0/);
      await page.getByText('Choose other days').click();
      await page.getByLabel('First day', { exact: true }).fill(addDays(today, -4));
      await page.getByLabel('Last day', { exact: true }).fill(addDays(today, -2));
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      t.match(page.url(), /figure=likes/, 'what is drawn stays');
      t.equal(await page.locator('main table').first().locator('tbody tr').count(), 3);
      t.same(faults, []);
    },
  );

  await t.test('STO-31 days that make no sense are told, and the usual ones shown', async (t) => {
    const { page, faults, goto } = await site.open({ as: creator });
    t.equal(await goto(`${statistics}?from=2026-02-30`), 200);
    await page.getByText('First day is invalid.').waitFor();
    await goto(`/de${statistics}?from=2026-02-02&to=2026-02-01`);
    await page.getByText('Erster Tag liegt nach dem Ende.').waitFor();
    t.same(faults, []);
  });

  await t.test('STO-31 the table comes as a file', async (t) => {
    const { page, goto } = await site.open({ as: creator });
    await goto(statistics);
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Episodes as CSV' }).click();
    t.match((await coming).suggestedFilename(), /^episodes-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  });

  await t.test('STO-31 ERR-05 the team sees the figures, a stranger does not', async (t) => {
    const viewer = await site.signUp('Viewer');
    await joinTeam(site, story.id, viewer, 'viewer');
    t.equal(await (await site.open({ as: viewer })).goto(statistics), 200);
    const stranger = await site.open({ as: reader });
    await stranger.goto(statistics);
    t.match(stranger.page.url(), /\/creator\/stories(?:\?error_notice=.*)?$/, 'ERR-05');
    const anonymous = await site.open();
    await anonymous.goto(statistics);
    t.match(anonymous.page.url(), '/sign_in');
  });

  await t.test('REV-01, REV-02, REV-12, REV-20, REV-22 revenue, its rules and the wallet', async (t) => {
    await site.deps.db
      .update(stories)
      .set({ firstPublishedAt: new Date(Date.now() - 65 * 86_400_000) })
      .where(eq(stories.id, story.id));
    const { page, faults, goto } = await site.open({ ...wide, as: creator });
    await goto('/creator/stories');
    await page.getByRole('link', { name: 'Revenue' }).click();
    t.match(page.url(), '/creator/revenue');
    const text = await page.locator('main').innerText();
    t.match(text, /Balance\s+\$0\.00\s+payout from \$100\.00/);
    t.match(text, /Your share\s+70%/);
    t.match(text, 'If we ask you for tax forms');
    t.match(text, 'within 30 days');
    t.match(text, 'parent or guardian');
    t.match(text, /Wallet\s+0 coins/);
    t.ok((await page.getByRole('table').locator('tbody tr').count()) >= 3);
    t.equal(await page.getByRole('columnheader').count(), 5);
    t.same(faults, []);
  });

  await t.test('REV-04, REV-05 founding creators read their share and wear the feather', async (t) => {
    await site.deps.db.update(users).set({ founder: true }).where(eq(users.id, reader.id));
    const { page, goto } = await site.open({ as: reader });
    await goto('/de/creator/revenue');
    const text = await page.locator('main').innerText();
    t.match(text, /Dein Anteil\s+75\s%\s+Gründungsmitglied/);
    t.equal(await page.locator('main dl svg').count(), 1);
    t.match(text, 'Noch nichts verdient');
  });

  await t.test('STO-31 what is folded is accessible too, and fits the smallest screen', async (t) => {
    const { page, goto } = await site.open({ ...phone, as: creator });
    await goto(`/de${statistics}?days=7&figure=likes`);
    await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLDetailsElement>('main details')) part.open = true;
    });
    t.same(await violations(page), []);
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  });

  await t.test('EPI-08 the batch goes out by itself within seconds', async () => {
    const other = await publishStory(site, creator, { title: 'Day Train' });
    const { page, goto } = await site.open();
    const told = page.waitForRequest((request) => request.url().endsWith('/views'));
    await goto(`/stories/${other.story.slug}/1`);
    await told;
    await eventually('the view is counted', async () => {
      const { episode: views } = await viewsOf(site, {
        storyId: other.story.id,
        episodeId: other.episode.id,
      });
      return views === 1 ? true : null;
    });
  });
});
