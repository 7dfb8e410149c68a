/** Ids that money and moderation need after a story, an episode or an account is deleted. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  episodeCounters,
  episodeDays,
  episodeEvents,
  erasedStories,
  founderTerms,
  stories,
  storyCounters,
  storyDays,
  users,
} from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { findFounderTerms, setFounder } from '#server/domains/accounts/accounts/founders.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { shareOn } from '#server/domains/income/earnings/rules.ts';
import { purgeDeletedStories } from '#server/domains/publishing/releases/deletion.ts';
import { addUpPending, countEvents } from '#server/domains/reading/counts/service.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { setClock } from '../../../support/releases.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const later = (days: number) => new Date(NOON.getTime() + days * DAY_MS);

t.test('what outlives stories and accounts', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { db } = deps;
  const publish = async (creator: Account) => {
    setClock(app, NOON);
    const { story, episode } = await publishStory(app, creator);
    const work = { storyId: story.id, episodeId: episode.id };
    await inTransaction(deps, (tx) => countEvents(tx, { ...work, impressions: 40, likes: 2 }));
    await addUpPending(deps);
    return work;
  };
  const leftOf = async ({ storyId, episodeId }: { storyId: string; episodeId: string }) => ({
    days: await db.select().from(storyDays).where(eq(storyDays.storyId, storyId)),
    episodeDays: await db.select().from(episodeDays).where(eq(episodeDays.episodeId, episodeId)),
    receipts: await db.select().from(episodeEvents).where(eq(episodeEvents.storyId, storyId)),
    whose: await db.select().from(erasedStories).where(eq(erasedStories.storyId, storyId)),
    rows: await db.select().from(stories).where(eq(stories.id, storyId)),
    totals: [
      ...(await db.select().from(storyCounters).where(eq(storyCounters.storyId, storyId))),
      ...(await db.select().from(episodeCounters).where(eq(episodeCounters.episodeId, episodeId))),
    ],
  });

  await t.test('REV-08 an erased story leaves its days, its receipts and whose it was', async (t) => {
    const creator = await app.signUp('Creator');
    const work = await publish(creator);
    await app.call(`POST /creator/episodes/${work.episodeId}/unpublish`, { as: creator, body: {} });
    await db.update(stories).set({ deletedAt: NOON }).where(eq(stories.id, work.storyId));
    setClock(app, later(31));
    await purgeDeletedStories(deps);
    const left = await leftOf(work);
    t.same([left.rows, left.totals], [[], []]);
    t.match(left.days, [{ impressions: 40, likes: 2 }]);
    t.match(left.episodeDays, [{ impressions: 40 }]);
    t.same(
      left.receipts.map(({ event, episodeId, actorId }) => [event, episodeId, actorId]),
      ['publish', 'unpublish'].map((event) => [event, work.episodeId, creator.id]),
    );
    t.match(left.whose, [{ ownerId: creator.id, firstPublishedAt: NOON, erasedAt: later(31) }]);
    setClock(app, NOON);
    const { rows } = (await app.call('GET /creator/revenue', { as: creator })).json();
    t.match(rows, [{ year: 2026, month: 11, ad_impressions: 40 }]);
  });

  await t.test('REV-04 an erased account leaves the same, and says nothing of anybody', async (t) => {
    const creator = await app.signUp('Creator');
    const work = await publish(creator);
    await inTransaction(deps, (tx) => setFounder(tx, creator.id, true));
    await db.update(users).set({ deletionRequestedAt: NOON }).where(eq(users.id, creator.id));
    setClock(app, later(31));
    await eraseDueAccounts(deps);
    const left = await leftOf(work);
    t.same(left.rows, []);
    t.match(left.days, [{ impressions: 40 }]);
    t.equal(left.receipts.length, 1);
    t.match(left.whose, [{ ownerId: creator.id }]);
    const [person] = await db.select().from(users).where(eq(users.id, creator.id));
    t.match(person, { displayName: '', founder: false, name: null, passwordHash: null });
    t.notMatch(JSON.stringify([person, left]), creator.email);
    const terms = await findFounderTerms(deps, creator.id);
    t.same(terms, [{ since: '2026-11-20', until: '2026-12-21' }]);
    t.equal(shareOn(terms, '2026-11-30'), 7500, 'what was earned then is still shared as it was');
  });

  await t.test('REV-03, REV-04 the share of a period follows from its last day', async (t) => {
    const { id } = await app.signUp('Creator');
    const set = async (day: string, founder: boolean) => {
      setClock(app, new Date(`${day}T09:00:00Z`));
      await inTransaction(deps, (tx) => setFounder(tx, id, founder));
    };
    await set('2026-10-31', true);
    await set('2026-11-02', true);
    await set('2026-11-30', false);
    await set('2027-01-05', true);
    await set('2027-01-05', false);
    await set('2027-02-10', true);
    await set('2027-02-20', false);
    await set('2027-02-20', true);
    const terms = await findFounderTerms(deps, id);
    const shares = { '2026-09-30': 7000, '2026-10-31': 7500, '2026-11-29': 7500, '2026-11-30': 7000 };
    const later = { '2027-01-31': 7000, '2027-02-09': 7000, '2027-02-28': 7500, '2028-01-31': 7500 };
    for (const [day, share] of Object.entries({ ...shares, ...later }))
      t.equal(shareOn(terms, day), share, day);
    t.equal((await db.select().from(founderTerms).where(eq(founderTerms.userId, id))).length, 3);
    t.same(shareOn([], '2026-11-30'), 7000);
  });
});
