import t from 'tap';
import { geofilterStrategies, pricingStrategies } from '../../../db/schema/index.ts';
import { inspectPages } from '../../support/axe.ts';
import { createEpisode, createStory, publishStory, uploadPages } from '../../support/console.ts';
import { expect, settled } from '../../support/hand.ts';
import { startSite } from '../../support/site.ts';

t.test('accessibility of what creators see', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const newcomer = await site.signUp('Nobody Yet');
  const free = await publishStory(site, creator, { title: 'Night Train' });
  const paid = await publishStory(site, creator, { title: 'Day Train' });
  const work = await createStory(site, creator, { title: 'In the Works' });
  const draft = await createEpisode(site, creator, work.id, 'Draft');
  await uploadPages(site, creator, draft.id, ['1.jpg', '2.jpg']);
  await site.runJobs();
  const { db } = site.deps;
  await db.insert(pricingStrategies).values({ storyId: paid.story.id, type: 'all_premium', priceCoins: 30 });
  await db.insert(geofilterStrategies).values({ storyId: paid.story.id, type: 'allow', countries: ['JP'] });

  const ofWork = `/creator/stories/${work.id}`;
  const ofFree = `/creator/stories/${free.story.id}`;
  const ofPaid = `/creator/stories/${paid.story.id}`;
  const lists = [
    '/creator/stories',
    '/creator/stories?view=table',
    '/creator/stories?view=cards&q=zeppelin',
    '/creator/stories/new',
    '/creator/stories/new?type=novel',
    '/creator/statistics',
    '/creator/revenue',
  ];
  const rooms = [
    ofWork,
    ofFree,
    `${ofFree}/details`,
    `${ofFree}/statistics`,
    `${ofFree}/statistics?from=x`,
    `${ofPaid}/prices`,
    `${ofFree}/prices`,
    `${ofPaid}/geofiltering`,
    `${ofFree}/geofiltering`,
  ];
  const episodes = [
    `${ofWork}/episodes/${draft.id}`,
    `${ofWork}/episodes/${draft.id}/preview?direction=rtl`,
    `${ofWork}/episodes/${draft.id}/preview?direction=down`,
    `${ofFree}/episodes/${free.episode.id}`,
  ];

  for (const [what, account, paths] of [
    ['a creator’s lists', creator, lists],
    ['the rooms of a story', creator, rooms],
    ['an episode', creator, episodes],
    ['what a newcomer sees', newcomer, ['/creator/stories', '/creator/statistics', '/creator/revenue']],
  ] as const) {
    await t.test(what, async (t) => {
      const tab = await site.open({ as: account });
      await inspectPages(t, tab, paths);
      t.same(tab.faults, []);
      await tab.context.close();
    });
  }

  await t.test('German words fit as well', async (t) => {
    const { page, context, goto } = await site.open({ as: creator, viewport: { width: 360, height: 800 } });
    for (const path of [...lists, ...rooms, ...episodes]) {
      await goto(`/de${path}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      t.equal(await settled(page, width), 360, path);
    }
    await context.close();
  });
});
