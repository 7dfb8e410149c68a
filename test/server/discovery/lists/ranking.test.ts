import { eq } from 'drizzle-orm';
import t from 'tap';
import { rankings, stories, storyDays } from '#db/schema/index.ts';
import { findCalendar } from '#server/domains/discovery/lists/queries-calendar.ts';
import { findLanding } from '#server/domains/discovery/lists/queries-landing.ts';
import { findRanking } from '#server/domains/discovery/lists/queries-ranking.ts';
import { movesOf } from '#server/domains/discovery/lists/ranked.ts';
import { rankWeek } from '#server/domains/reading/counts/rankings.ts';
import { addDays, utcDay } from '#server/lib/days.ts';
import { startTestApp } from '../../../support/app.ts';
import { countQueries, openShelf } from '../../../support/shelf.ts';

const HOUR_MS = 3_600_000;
const NOON = new Date('2026-11-18T12:00:00Z');

t.test('a place moves by those that a reader sees', async (t) => {
  t.same(movesOf(['a', 'b', 'c'], ['c', 'a', 'b']), [1, 1, -2]);
  t.same(movesOf(['a', 'n', 'b'], ['a', 'b']), [0, 'new', -1]);
  t.same(movesOf(['a', 'b'], []), [null, null], 'of the first week there is nothing to tell');
  t.same(movesOf([], ['a']), []);
});

t.test('the most read of the week', async (t) => {
  const app = await startTestApp({
    environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' },
  });
  t.teardown(() => app.close());
  const { deps } = app;
  const setNow = (now: Date) => {
    deps.clock = { now: () => now };
  };
  setNow(NOON);
  const { addAuthor, addStory, addEpisode } = openShelf(deps);
  const author = await addAuthor();
  const today = utcDay(NOON);

  const add = async (title: string, views: number[], values = {}, geofilter = {}) => {
    const story = await addStory(author, { title, viewsCount: 1, ...values }, { geofilter });
    await addEpisode(story, 1, { publishedAt: NOON });
    const days = views.map((count, ago) => ({ storyId: story.id, day: addDays(today, -ago), views: count }));
    if (days.length > 0) await deps.db.insert(storyDays).values(days);
    return story;
  };
  const ranked = async (kind: 'all' | 'comics' | 'novel' = 'all', country: string | null = null) =>
    (await findRanking(deps, { country, period: 'week', kind })).stories.map(
      ({ title, views, move }) => `${title} ${views} ${move}`,
    );

  const first = await add('First', [1, 0, 9]);
  await add('Second', [8]);
  const third = await add('Third', [0, 0, 0, 0, 0, 0, 7, 1000], { publicationType: 'novel' });
  const closed = await add('Closed', [99], {}, { type: 'deny', countries: ['DE'] });
  await add('Unread', [0]);
  await add('Of last week', [0, 0, 0, 0, 0, 0, 0, 50]);
  await add('Draft', [500], { published: false });

  await t.test(
    'LEG-12 seven days count, each kind has its own places, and what readers may not see has none',
    async (t) => {
      t.same(await ranked(), [], 'nobody has counted yet');
      await rankWeek(deps);
      t.same(await ranked(), ['Closed 99 null', 'First 10 null', 'Second 8 null', 'Third 7 null']);
      t.same(await ranked('comics'), ['Closed 99 null', 'First 10 null', 'Second 8 null']);
      t.same(await ranked('novel'), ['Third 7 null']);
    },
  );

  await t.test(
    'GEO-08 a country that is shut out of a story sees no gap, and shares no page with others',
    async (t) => {
      t.same(await ranked('all', 'DE'), ['First 10 null', 'Second 8 null', 'Third 7 null']);
      const { geofilters } = await findRanking(deps, { country: 'DE', period: 'week', kind: 'all' });
      t.same(geofilters, [{ type: 'deny', countries: ['DE'] }]);
    },
  );

  await t.test('it is counted once an hour, and again for nobody within it', async (t) => {
    await deps.db.update(storyDays).set({ views: 20 }).where(eq(storyDays.storyId, third.id));
    await rankWeek(deps);
    t.match((await ranked())[1], /First/);
    setNow(new Date(NOON.getTime() + HOUR_MS));
    await Promise.all([rankWeek(deps), rankWeek(deps)]);
    t.match((await ranked())[0], /Third 140/);
    const rows = await deps.db.select().from(rankings);
    t.equal(rows.length, 4 + 3 + 1, 'what was counted before is replaced');
  });

  await t.test('what is gone falls out at once, before anybody counts', async (t) => {
    const hide = (published: boolean) =>
      deps.db.update(stories).set({ published }).where(eq(stories.id, first.id));
    await hide(false);
    t.same(
      (await ranked()).map((row) => row.split(' ')[0]),
      ['Third', 'Closed', 'Second'],
    );
    await hide(true);
  });

  await t.test('a week later places have moved, by what a reader of a country sees', async (t) => {
    const later = addDays(today, 7);
    setNow(new Date(`${later}T12:00:00Z`));
    const fresh = await add('Fresh', []);
    await deps.db.insert(storyDays).values([
      { storyId: fresh.id, day: later, views: 30 },
      { storyId: first.id, day: later, views: 20 },
      { storyId: third.id, day: later, views: 10 },
      { storyId: closed.id, day: later, views: 5 },
    ]);
    await rankWeek(deps);
    // A week before, the order was Third, Closed, First, Second.
    t.same(await ranked(), ['Fresh 30 new', 'First 20 1', 'Third 10 -2', 'Closed 5 -2']);
    t.same(await ranked('all', 'DE'), ['Fresh 30 new', 'First 20 0', 'Third 10 -2']);
    const landing = await findLanding(deps, { country: 'DE' });
    t.same(
      landing.popular.map(({ title, move }) => [title, move]),
      [
        ['Fresh', 'new'],
        ['First', 0],
        ['Third', -2],
      ],
    );
  });

  await t.test(
    'when nothing is read any more the places are empty, and the landing page shows those of all time',
    async (t) => {
      setNow(new Date('2027-01-20T12:00:00Z'));
      await rankWeek(deps);
      t.same(await ranked(), []);
      t.equal((await deps.db.select().from(rankings)).length, 0, 'old weeks go');
      const ever = await findRanking(deps, { country: null, period: 'all', kind: 'all' });
      t.ok(ever.stories.length > 4);
      const landing = await findLanding(deps, { country: null });
      t.equal(landing.popular.length, 6);
    },
  );
});

t.test('the calendar', async (t) => {
  const app = await startTestApp({
    environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' },
  });
  t.teardown(() => app.close());
  const { deps } = app;
  deps.clock = { now: () => NOON };
  const { addAuthor, addStory, addEpisode } = openShelf(deps);
  const author = await addAuthor('Mirko Haas');
  const add = (values = {}, geofilter = {}) => addStory(author, values, { geofilter });
  const told = (publishAt: string, isAnnounced = true) => ({
    status: 'scheduled' as const,
    publishAt: new Date(publishAt),
    publishedAt: null,
    firstPublishedAt: null,
    isAnnounced,
  });
  const out = (publishedAt: string) => ({ publishedAt: new Date(publishedAt) });
  const shown = async (from: string, to: string, country: string | null = null) => {
    const { days } = await findCalendar(deps, { country, from, to });
    return days.flatMap(({ day, entries }) =>
      entries.map(
        ({ title, number, isAhead }) => `${day.slice(8)} ${title} ${number}${isAhead ? ' ahead' : ''}`,
      ),
    );
  };
  const lamps = await add({ title: 'Lamps' });
  await addEpisode(lamps, 1, out('2026-11-01T00:00:00Z'));
  await addEpisode(lamps, 2, out('2026-11-30T23:59:59.999Z'));
  await addEpisode(lamps, 3, out('2026-12-01T00:00:00Z'));
  await addEpisode(lamps, 4, told('2026-11-18T18:00:00Z'));
  await addEpisode(lamps, 5, told('2026-11-20T18:00:00Z', false));
  await addEpisode(lamps, 6, told('2026-11-18T11:00:00Z'));
  const late = await add({ title: 'Late' });
  await addEpisode(late, 1, out('2026-11-18T09:00:00Z'));
  await addEpisode(late, 2, out('2026-11-18T08:00:00Z'));
  const draft = await add({ title: 'Draft', published: false });
  await addEpisode(draft, 1, told('2026-11-19T18:00:00Z'));
  const closed = await add({ title: 'Closed' }, { type: 'deny', countries: ['DE'] });
  await addEpisode(closed, 1, told('2026-11-18T17:00:00Z'));

  await t.test('LEG-12 a month is what came out and what is announced, day by day in UTC', async (t) => {
    t.same(await shown('2026-11-01', '2026-11-30'), [
      '01 Lamps 1',
      '18 Late 2',
      '18 Late 1',
      '18 Closed 1 ahead',
      '18 Lamps 4 ahead',
      '30 Lamps 2',
    ]);
    t.same(await shown('2026-10-01', '2026-10-31'), []);
  });

  await t.test('GEO-08 a story that is closed to a country stands in none of its days', async (t) => {
    const german = await findCalendar(deps, { country: 'DE', from: '2026-11-01', to: '2026-11-30' });
    t.notMatch(JSON.stringify(german.days), /Closed/);
    t.equal(german.next?.title, 'Lamps');
    t.ok(german.geofilters.some(({ countries }) => countries.includes('DE')));
    const elsewhere = await findCalendar(deps, { country: 'FR', from: '2026-11-01', to: '2026-11-30' });
    t.equal(elsewhere.next?.title, 'Closed');
  });

  await t.test('an empty month knows what comes next, and all holds until then', async (t) => {
    const { days, next, validUntil } = await findCalendar(deps, {
      country: null,
      from: '2027-03-01',
      to: '2027-03-31',
    });
    t.same([days, next?.title, next?.number], [[], 'Closed', 1]);
    t.same(validUntil, new Date('2026-11-18T17:00:00Z'));
    const landing = await findLanding(deps, { country: null });
    t.equal(landing.calendar.next?.title, 'Closed');
    t.same(landing.validUntil, new Date('2026-11-18T17:00:00Z'));
    t.equal(landing.featured?.next?.number ?? null, landing.featured?.title === 'Lamps' ? 4 : null);
  });

  await t.test('a day says when it has more than it shows', async (t) => {
    const busy = await add({ title: 'Busy' });
    for (let number = 1; number <= 13; number += 1)
      await addEpisode(busy, number, out(`2026-11-10T${String(number).padStart(2, '0')}:00:00Z`), {
        pages: 0,
      });
    const { days } = await findCalendar(deps, { country: null, from: '2026-11-10', to: '2026-11-10' });
    t.same(
      days.map(({ entries, hasMore }) => [entries.map(({ number }) => number), hasMore]),
      [[[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], true]],
      'the latest of the day, in their order',
    );
  });

  await t.test('it is one query', async (t) => {
    const ask = () => findCalendar(deps, { country: null, from: '2026-11-01', to: '2026-11-30' });
    t.equal(await countQueries(deps, ask), 1);
  });
});
