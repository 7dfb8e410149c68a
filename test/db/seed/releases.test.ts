import { and, eq, isNull, ne } from 'drizzle-orm';
import t, { type Test } from 'tap';
import {
  episodeCounters,
  episodeDays,
  episodeEvents,
  episodePages,
  episodes,
  outbox,
  stories,
  storyCounters,
  storyDays,
  violationReports,
} from '../../../db/schema/index.ts';
import { demoCreators, demoStories } from '../../../db/seed/content/index.ts';
import { seedDemo } from '../../../db/seed/demo.ts';
import { isDemoDue } from '../../../db/seed/due.ts';
import { findLanding } from '../../../server/domains/discovery/lists/queries-landing.ts';
import { findRanking } from '../../../server/domains/discovery/lists/queries-ranking.ts';
import { publishAllDue } from '../../../server/domains/publishing/releases/due.ts';
import { addDays, listDays, utcDay } from '../../../server/lib/days.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { resolveWallTime } from '../../../server/lib/wall-time.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { setClock } from '../../support/releases.ts';
import { samplePage } from '../../support/sample-page.ts';

/** Just before midnight, so that anything slow ends on the next day. */
const NOW = new Date('2026-11-20T23:59:30Z');
const TODAY = utcDay(NOW);
const later = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

const allDays = demoStories.flatMap((story) => story.episodes.map(({ day }) => day));
const zoneOf = (key: string): string => demoCreators.find((creator) => creator.key === key)?.timezone ?? '';

/** Stories with a scheduled episode. Their last two episodes with a page each are enough to test days. */
const works = demoStories
  .filter((story) => story.episodes.some(({ day }) => day > 0))
  .map((story) => ({
    ...story,
    episodes: story.episodes.slice(-2).map((episode) => (episode.pages ? { ...episode, pages: 1 } : episode)),
  }));
const worksCount = works.reduce((sum, story) => sum + story.episodes.length, 0);
const comingCount = allDays.filter((day) => day > 0).length;

t.test(
  'the demo came out evenly over half a year, and something does on every day around today',
  async (t) => {
    const weeks = Array.from({ length: 26 }, () => 0);
    for (const day of allDays.filter((each) => each <= 0)) {
      const week = Math.floor(-day / 7);
      weeks[week] = (weeks[week] ?? 0) + 1;
    }
    t.equal(weeks.length, 26, 'nothing is older');
    for (const [week, count] of weeks.entries()) {
      if (week > 0) t.ok(count >= 1 && count <= 3, `${count} in the week ${week} weeks ago`);
    }
    for (let day = -6; day <= 7; day += 1) t.ok(allDays.includes(day), `something on day ${day}`);
    t.notOk(Math.max(...allDays) > 7);
  },
);

t.test('every story has a time of day when people are awake, on the same day as in UTC', async (t) => {
  for (const { slug, creator, time } of demoStories) {
    t.match(time, /^(0[7-9]|1\d|2[01]):[03]0$/, slug);
    for (const day of ['2026-01-15', '2026-07-15']) {
      t.equal(utcDay(resolveWallTime(`${day}T${time}:00`, zoneOf(creator)).instant), day, slug);
    }
  }
});

async function start(t: Test): Promise<{ app: TestApp; seed: Seed }> {
  const app = await startTestApp({ environment: { DEMO: 'on' } });
  t.teardown(() => app.close());
  setClock(app, NOW);
  const picture = await samplePage(64, 64);
  const rasterizer = { draw: () => Promise.resolve(picture), close() {} };
  const seed: Seed = async (onEpisode = () => {}) => {
    const gone = new AbortController();
    const onProgress = ({ done }: { done: number }) => onEpisode(done, () => gone.abort());
    await seedDemo(app.deps, rasterizer, { onProgress, signal: gone.signal, works });
  };
  return { app, seed };
}
type Seed = (onEpisode?: (done: number, stop: () => void) => void) => Promise<void>;

const coming = ({ deps }: TestApp) =>
  deps.db
    .select({ episode: episodes, story: stories })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(eq(episodes.status, 'scheduled'));

t.test('EPI-24, EPI-25 what is to come is stored as its creator would have planned it', async (t) => {
  const { app, seed } = await start(t);
  const { db } = app.deps;
  // Every episode takes time, so midnight passes during the seed.
  await seed((done) => setClock(app, new Date(NOW.getTime() + done * 10_000)));
  const rows = await coming(app);
  t.equal(rows.length, comingCount);
  const days = rows.map(({ episode }) => utcDay(episode.publishAt ?? NOW)).sort();
  t.same(days, listDays(addDays(TODAY, 1), addDays(TODAY, 7)), 'one on each of the seven days');
  t.ok(new Set(rows.map(({ episode }) => episode.publishWallTime?.slice(11))).size >= 6, 'at all hours');
  for (const { episode, story } of rows) {
    const { id, publishAt, publishWallTime, publishZone } = episode;
    const work = works.find(({ slug }) => slug === story.slug);
    t.equal(publishZone, zoneOf(work?.creator ?? ''), story.slug);
    t.match(publishWallTime, `T${work?.time}:00`);
    t.same(publishAt, resolveWallTime(publishWallTime ?? '', publishZone ?? '').instant);
    t.match(episode, { publishedAt: null, firstPublishedAt: null });
    t.equal(await db.$count(episodeCounters, eq(episodeCounters.episodeId, id)), 0);
    const [receipt] = await db.select().from(episodeEvents).where(eq(episodeEvents.episodeId, id));
    t.match(receipt, { event: 'schedule', toStatus: 'scheduled', actorId: story.ownerId, dueAt: publishAt });
    t.same(await db.select().from(episodeDays).where(eq(episodeDays.episodeId, id)), []);
    const pages = await db.select().from(episodePages).where(eq(episodePages.episodeId, id));
    t.equal(pages.length, story.format === null ? 0 : 1);
  }
  const jobs = await db.select().from(outbox).where(eq(outbox.name, 'episode.publish_due'));
  t.same(
    jobs.map(({ runAt }) => runAt?.toISOString()).sort(),
    rows.map(({ episode }) => episode.publishAt?.toISOString()).sort(),
  );
});

t.test('EPI-31, OPS-01 it comes out in its time, and what was counted still adds up', async (t) => {
  const { app, seed } = await start(t);
  const { db } = app.deps;
  await seed();
  const countersOf = () => db.select().from(storyCounters).orderBy(storyCounters.storyId);
  const before = await countersOf();
  setClock(app, later(3));
  await publishAllDue(app.deps);
  t.equal((await coming(app)).length, comingCount - 3, 'what is due by then');
  setClock(app, later(8));
  await publishAllDue(app.deps);
  t.same(await coming(app), []);
  const open = and(eq(episodes.status, 'published'), isNull(episodes.deletedAt));
  t.equal(await db.$count(episodes, open), worksCount);
  const after = await countersOf();
  t.same(
    after.map(({ viewsCount, likesCount, subscribersCount }) => [viewsCount, likesCount, subscribersCount]),
    before.map(({ viewsCount, likesCount, subscribersCount }) => [viewsCount, likesCount, subscribersCount]),
  );
  t.equal(after.length, works.length);
  for (const { storyId, viewsCount } of after) {
    const own = await db
      .select({ views: episodeCounters.viewsCount })
      .from(episodeCounters)
      .innerJoin(episodes, eq(episodes.id, episodeCounters.episodeId))
      .where(eq(episodes.storyId, storyId));
    const days = await db.select().from(storyDays).where(eq(storyDays.storyId, storyId));
    const views = [own, days].map((rows) => rows.map((row) => row.views));
    for (const each of views)
      t.equal(
        each.reduce((sum, one) => sum + one, 0),
        viewsCount,
        storyId,
      );
  }
});

t.test(
  'from the beginning it is known who is read most and who has risen, and what comes next',
  async (t) => {
    const { app, seed } = await start(t);
    await seed();
    const { stories: ranked } = await findRanking(app.deps, { country: null, period: 'week', kind: 'all' });
    t.equal(ranked.length, works.length);
    t.ok(ranked.some(({ move }) => move !== 0) && ranked.every(({ move }) => move !== null));
    const { calendar, creators } = await findLanding(app.deps, { country: null });
    t.ok(calendar.next);
    t.ok(creators.length >= 3);
  },
);

t.test('an interrupted seed goes on, whatever came out meanwhile, and makes nothing twice', async (t) => {
  const { app, seed } = await start(t);
  const { db } = app.deps;
  await seed((done, stop) => done === works.length + 3 && stop());
  const [first, made] = [await coming(app), await db.$count(episodes)];
  t.ok(first.length > 0 && made < worksCount);
  t.equal(await isDemoDue(app.deps), true);
  setClock(app, later(10));
  await publishAllDue(app.deps);
  t.same(await coming(app), []);
  await seed();
  const rows = await coming(app);
  t.equal(rows.length, comingCount - first.length);
  t.ok(rows.every(({ episode }) => episode.publishAt && episode.publishAt > later(10)));
  t.equal(await isDemoDue(app.deps), false);
  const reports = () =>
    db.select({ number: violationReports.number, state: violationReports.state }).from(violationReports);
  const reported = await reports();
  for (const state of ['open', 'rejected', 'actioned'])
    t.ok(
      reported.some((report) => report.state === state),
      `some are ${state}`,
    );
  await seed();
  t.equal(await db.$count(episodes, ne(episodes.status, 'blocked')), worksCount);
  t.same(await reports(), reported);
});

t.test(
  'a machine that slept for days plans anew what has passed, and leaves out what was given up',
  async (t) => {
    const { app, seed } = await start(t);
    const { db } = app.deps;
    await seed((done, stop) => {
      if (done === works.length) stop();
    });
    await db.update(stories).set({ published: false, deletedAt: NOW }).where(eq(stories.slug, 'ash-street'));
    await seed((done) => {
      if (done === works.length) setClock(app, later(20));
    });
    const rows = await coming(app);
    t.equal(rows.length, comingCount - 1);
    t.ok(rows.every(({ episode }) => episode.publishAt && episode.publishAt > later(20)));
    t.equal(await isDemoDue(app.deps), false);
  },
);
