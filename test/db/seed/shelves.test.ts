import { eq } from 'drizzle-orm';
import t from 'tap';
import { ratings, storyCounters, subscriptions, users } from '../../../db/schema/index.ts';
import { demoStories } from '../../../db/seed/content/index.ts';
import { demoCollections, demoPlaces, demoSubscriptions } from '../../../db/seed/content/shelves.ts';
import { seedDemo } from '../../../db/seed/demo.ts';
import { DEMO_READER } from '../../../db/seed/logins.ts';
import { viewerOf } from '../../../server/domains/accounts/sessions/rules.ts';
import { correctTotals } from '../../../server/domains/reading/counts/corrections.ts';
import { listCollections } from '../../../server/domains/reading/library/queries-collections.ts';
import { findLibrary } from '../../../server/domains/reading/library/queries-library.ts';
import { startTestApp } from '../../support/app.ts';
import { samplePage } from '../../support/sample-page.ts';

t.test('every story that is named exists, and every text is short enough', async (t) => {
  const slugs = new Set(demoStories.map(({ slug }) => slug));
  const named = [...demoSubscriptions, ...demoPlaces, ...demoCollections.flatMap(({ stories }) => stories)];
  t.same(
    named.filter(({ slug }) => !slugs.has(slug)),
    [],
  );
  for (const { title, about = '', stories } of demoCollections)
    t.ok(title.length <= 120 && about.length <= 1000 && stories.every(({ why = '' }) => why.length <= 300));
});

t.test(
  'SOC-03 SOC-04 SOC-07 the demo reader has something on every shelf; sown again, it is the same',
  async (t) => {
    const app = await startTestApp({ environment: { DEMO: 'on' } });
    t.teardown(() => app.close());
    const { deps } = app;
    const picture = await samplePage(64, 64);
    const rasterizer = { draw: () => Promise.resolve(picture), close() {} };
    const works = demoStories.map((story) => ({
      ...story,
      episodes: story.episodes
        .filter(({ day }) => day <= 0)
        .slice(-2)
        .map((episode) => (episode.pages ? { ...episode, pages: 1 } : episode)),
    }));
    const seed = () =>
      seedDemo(deps, rasterizer, { onProgress() {}, signal: new AbortController().signal, works });
    const look = async () => {
      const [user] = await deps.db.select().from(users).where(eq(users.email, DEMO_READER));
      if (user === undefined) throw new Error('there is no reader');
      const reader = { viewer: viewerOf(user, { id: '', provenAt: null }, deps.clock.now()), country: null };
      const part = { page: 1, perPage: 24 };
      return {
        library: await findLibrary(deps, reader, { part }),
        collections: await listCollections(deps, reader, { of: 'all', storyId: undefined, part }),
        ratings: await deps.db.$count(ratings),
        followed: await deps.db.$count(subscriptions),
      };
    };
    await seed();
    const { library, collections, ...counts } = await look();
    t.ok(library.subscriptions.length >= 6);
    t.ok(
      library.subscriptions.filter((story) => story.new_episodes > 0).length >= 2,
      'some have something new',
    );
    t.ok(
      library.subscriptions.some((story) => story.new_episodes === 0),
      'and others have not',
    );
    t.ok(library.continue_reading.length >= 3);
    t.ok(library.continue_reading.some(({ continue: place }) => place?.finished));
    t.equal(collections.collections.filter(({ own }) => own).length, 3);
    t.equal(collections.collections.filter(({ own }) => !own).length, 1);
    const rated = await deps.db.select().from(storyCounters);
    t.ok(rated.every(({ ratingsCount }) => ratingsCount >= 4));
    t.ok(rated.some(({ stars3, stars4, stars5 }) => stars3 > 0 && stars4 > 0 && stars5 > 0));
    t.same(await correctTotals(deps), [], 'the totals are right');
    await seed();
    const again = await look();
    t.match(again, counts);
    const titles = ({ collections: all }: typeof collections) =>
      all.map((each) => [each.title, each.stories_count]);
    t.same(titles(again.collections).sort(), titles(collections).sort());
    t.same(await correctTotals(deps), []);
  },
);
