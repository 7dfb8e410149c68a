/** Documents for machines cost the same with any number of stories. */
import t from 'tap';
import { findCatalogue, findStoryCatalogue } from '#server/domains/discovery/lists/queries-catalogue.ts';
import { findProfileFeed, findStoryFeed } from '#server/domains/discovery/lists/queries-feed.ts';
import { findShelves, listPeople, listStories } from '#server/domains/discovery/lists/queries-sitemap.ts';
import { startTestApp } from '../../support/app.ts';
import { addManyStories, creatorSlug, numberedId, storySlug } from '../../support/many-stories.ts';
import { rowsRead } from '../../support/plans.ts';

const STORIES = 2_000;
/** A creator has twenty stories of ten episodes, and a page of a list contains 48 stories. */
const ROWS_MAX_COUNT = 700;

t.test('a document reads no more of a table than it holds', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  await addManyStories(app.databaseUrl, { to: STORIES });
  const country = 'DE';
  const after = numberedId('story', 1001);
  const from = numberedId('story', 1);
  const owner = numberedId('user', 1);
  const documents: Record<string, () => Promise<unknown>> = {
    'feed of a story': () => findStoryFeed(deps, storySlug(1234), { country }),
    'feed of a creator': () => findProfileFeed(deps, creatorSlug(3), { country }),
    newest: () => findCatalogue(deps, { order: 'newest', country }),
    'newest, further on': () => findCatalogue(deps, { order: 'newest', country, after }),
    'newest novels': () => findCatalogue(deps, { order: 'newest', country, type: 'novel', after }),
    popular: () => findCatalogue(deps, { order: 'popular', country }),
    'popular, further on': () => findCatalogue(deps, { order: 'popular', country, after }),
    'popular of a genre': () => findCatalogue(deps, { order: 'popular', country, genre: 'crime', after }),
    'popular of a genre in a language': () =>
      findCatalogue(deps, { order: 'popular', country, genre: 'crime', language: 'de' }),
    'a story in the catalogue': () => findStoryCatalogue(deps, storySlug(1234), { country, from: 1 }),
    'stories of the sitemap, first part': () => listStories(deps, { from, country }).next(),
    'creators of the sitemap, first part': () => listPeople(deps, { from: owner, country }).next(),
    'genres and languages of the sitemap': () => findShelves(deps, country),
  };
  for (const [name, load] of Object.entries(documents)) {
    const rows = await rowsRead(deps, load);
    t.ok(Object.keys(rows).length > 0, `${name} asks the database`);
    for (const [table, count] of Object.entries(rows)) {
      // The two hundred creators own all stories.
      const most = name.startsWith('creators') && table !== 'users' ? STORIES * 2 : ROWS_MAX_COUNT;
      t.ok(count <= most, `${name}: ${count} of ${table}`);
    }
  }
});
