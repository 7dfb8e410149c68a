/** The pages of revenue: their days are told in the zone of whoever reads them. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, users } from '../../../db/schema/index.ts';
import { publishStory } from '../../support/console.ts';
import { setClock } from '../../support/releases.ts';
import { credit, payOut } from '../../support/revenue.ts';
import { startSite } from '../../support/site.ts';

t.test('REV-08 PRO-31 days of money are those of the account’s zone', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  setClock(site, new Date('2026-11-20T12:00:00Z'));
  const { db } = site.deps;
  const creator = await site.signUp('Creator');
  const { story } = await publishStory(site, creator, { title: 'Ash Street' });
  await db.update(stories).set({ firstPublishedAt: new Date('2026-08-10T12:00:00Z') });
  const lines = [{ storyId: story.id, netMicros: 200_000_000, impressions: 900 }];
  await credit(site, { period: '2026-09', at: new Date('2026-10-01T03:00:00Z'), lines });
  await payOut(site, creator, { cents: 10_000, at: new Date('2026-10-05T02:00:00Z') });
  const get = async (path: string) =>
    (await site.app.inject({ url: path, headers: { cookie: `auth_token=${creator.token}; signed_in=1` } }))
      .body;

  await db.update(users).set({ timezone: 'America/New_York' }).where(eq(users.id, creator.id));
  for (const path of ['/creator/revenue', '/creator/revenue/2026-09']) {
    const html = await get(path);
    t.match(html, '09/30/2026', `${path}: credited in the evening before`);
    t.notMatch(html, '10/01/2026', `${path}: one zone for a moment`);
  }
  t.match(await get('/creator/revenue'), '10/04/2026', 'paid in the evening before');
});
