import { eq } from 'drizzle-orm';
import t from 'tap';
import { geofilterStrategies, rankings, stories } from '#db/schema/index.ts';
import { findBrowsePage } from '#server/domains/discovery/lists/queries.ts';
import { findCalendar } from '#server/domains/discovery/lists/queries-calendar.ts';
import { findLanding } from '#server/domains/discovery/lists/queries-landing.ts';
import { findRanking } from '#server/domains/discovery/lists/queries-ranking.ts';
import { TAGGED_COUNTED_MAX_COUNT } from '#server/domains/discovery/lists/rules.ts';
import { countFound, findStories } from '#server/domains/discovery/search/queries.ts';
import { FOUND_MAX_COUNT } from '#server/domains/discovery/search/rules.ts';
import { listOwnStories } from '#server/domains/publishing/stories/queries.ts';
import { rankWeek } from '#server/domains/reading/counts/rankings.ts';
import { findProfilePage } from '#server/domains/reading/reader/queries-profile.ts';
import { findReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { findStoryPage } from '#server/domains/reading/reader/queries-story.ts';
import { addDays, utcDay } from '#server/lib/days.ts';
import { startTestApp } from '../../../support/app.ts';
import { addManyStories, creatorSlug, numberedId, storySlug } from '../../../support/many-stories.ts';
import { rowsRead } from '../../../support/plans.ts';

const STORIES = 2_000;
const ROWS_MAX_COUNT = 500;
const GROWING = [
  'stories',
  'episodes',
  'media',
  'episode_pages',
  'geofilter_strategies',
  'pricing_strategies',
  'story_counters',
  'episode_counters',
  'story_days',
  'rankings',
];

t.test('pages among many stories', async (t) => {
  const app = await startTestApp({
    environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' },
  });
  t.teardown(() => app.close());
  const { deps } = app;
  await addManyStories(app.databaseUrl, { to: STORIES });
  const country = 'DE';
  const creator = await app.signUp('Somebody');
  await rankWeek(deps);
  const viewer = { ...creator, id: numberedId('user', 3) } as never;

  await t.test('none reads more of a table than it shows, and what is passed over on the way', async (t) => {
    const today = utcDay(deps.clock.now());
    const pages: Record<string, () => Promise<unknown>> = {
      'story page': () => findStoryPage(deps, storySlug(1234), { country }),
      'story page in a rare language': () => findStoryPage(deps, storySlug(1999), { country }),
      landing: () => findLanding(deps, { country }),
      'ranking of the week': () => findRanking(deps, { country, period: 'week', kind: 'all' }),
      'ranking of all time': () => findRanking(deps, { country, period: 'all', kind: 'novel' }),
      calendar: () => findCalendar(deps, { country, from: addDays(today, -3), to: addDays(today, 27) }),
      'landing of a day': () => findLanding(deps, { country, day: '2020-01-01' }),
      reader: () => findReaderPage(deps, storySlug(1234), 1, { country }),
      profile: () => findProfilePage(deps, creatorSlug(3), { country, page: 1 }),
      'console list': () => listOwnStories(deps, viewer, {}),
    };
    for (const [name, load] of Object.entries(pages)) {
      const rows = await rowsRead(deps, load);
      t.ok(Object.keys(rows).length > 0, `${name} asks the database`);
      for (const table of GROWING)
        t.ok((rows[table] ?? 0) <= ROWS_MAX_COUNT, `${name}: ${rows[table]} of ${table}`);
    }
  });

  await t.test(
    'a story asks for its own announcements, and for no more stories than may be shown',
    async (t) => {
      for (const number of [1234, 1999, 3]) {
        const rows = await rowsRead(deps, () => findStoryPage(deps, storySlug(number), { country }));
        t.ok((rows.episodes ?? 0) <= 40, `${rows.episodes} of episodes`);
        t.ok((rows.stories ?? 0) <= 120, `${rows.stories} of stories`);
      }
    },
  );

  await t.test('a tag that thousands have is counted so far and no further', async (t) => {
    const shelf = { by: 'tag', value: 'lamp' } as const;
    const load = () => findBrowsePage(deps, { shelf, order: 'popular', page: 1, country });
    t.match(await load(), { total: TAGGED_COUNTED_MAX_COUNT, isCapped: true });
    const { browse_entries: rows = 0 } = await rowsRead(deps, load);
    t.ok(rows <= 1.1 * TAGGED_COUNTED_MAX_COUNT, `${rows} entries`);
  });

  await t.test(
    'SRC-57 a word of all titles is looked for in the head of its lists, once in each',
    async (t) => {
      const wish = { phrase: 'lamp', country };
      const counts = () => countFound(deps, wish);
      t.match(await counts(), { comics: FOUND_MAX_COUNT, novel: 400, indie: 400, creators: 0 });
      const { search_postings: counted = 0 } = await rowsRead(deps, counts);
      const { search_postings: found = 0 } = await rowsRead(deps, () =>
        findStories(deps, { ...wish, type: 'comics', page: 1, perPage: 3 }),
      );
      t.ok(counted <= FOUND_MAX_COUNT + 4 * 400, `${counted} postings are counted`);
      t.ok(found <= 2.1 * FOUND_MAX_COUNT, `${found} postings are looked through`);
    },
  );

  await t.test(
    'similar stories: first those in the same language and genre, then the most read',
    async (t) => {
      const published = await deps.db.select().from(stories).where(eq(stories.published, true));
      for (const number of [3, 14, 777, 1234, 1999]) {
        const own = published.find(({ slug }) => slug === storySlug(number));
        if (own === undefined) throw new Error(`${number} is not published`);
        const rank = (one: typeof own) => [
          Number(one.language === own.language),
          Number(one.genre === own.genre),
          one.popularity,
          one.id,
        ];
        const expected = published
          .filter(({ id }) => id !== own.id)
          .filter(({ genre, publicationType: type }) => genre === own.genre || type === own.publicationType)
          .toSorted((one, other) => {
            const [a, b] = [rank(one), rank(other)];
            const at = a.findIndex((value, place) => value !== b[place]);
            return (a[at] ?? 0) < (b[at] ?? 0) ? 1 : -1;
          });
        const page = await findStoryPage(deps, own.slug, { country: null });
        if ('movedTo' in page) throw new Error('it has not moved');
        t.same(
          page.similar.map(({ id }) => id),
          expected.slice(0, 6).map(({ id }) => id),
          own.slug,
        );
      }
    },
  );

  await t.test(
    'GEO-08 a country that is shut out of all that stands on top sees what comes after',
    async (t) => {
      const top = await findLanding(deps, { country: null });
      t.equal(top.popular.length, 6);
      t.same(
        top.geofilters.filter(({ type }) => type === 'worldwide'),
        [],
      );
      const places = await deps.db.select().from(rankings).where(eq(rankings.kind, 'all'));
      const byViews = places
        .toSorted((one, other) => one.place - other.place)
        .map(({ storyId }) => ({ id: storyId }));
      for (const { id } of byViews.slice(0, 40)) {
        await deps.db
          .update(geofilterStrategies)
          .set({ type: 'deny', countries: ['DE'] })
          .where(eq(geofilterStrategies.storyId, id));
      }
      const shut = await findLanding(deps, { country });
      t.same(
        shut.popular.map(({ id }) => id),
        byViews.slice(40, 46).map(({ id }) => id),
      );
      t.ok(
        shut.geofilters.some(({ countries }) => countries.includes('DE')),
        'no page is shared with a country that sees the others',
      );
      const elsewhere = await findLanding(deps, { country: 'JP' });
      t.same(
        elsewhere.popular.map(({ id }) => id),
        byViews.slice(0, 6).map(({ id }) => id),
      );
    },
  );
});
