import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { episodePlaces, episodes, storyPlaces } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { addLongStory } from '../../../support/long-story.ts';
import { rowsRead } from '../../../support/plans.ts';

const EPISODES = 1200;
const OTHERS = 300;

const app = await startTestApp();
const { deps } = app;
const author = await app.signUp('Idris Amari');
const [reader, stranger] = [await app.signUp('Mika'), await app.signUp('Noor')];
const story = await addLongStory(deps, author.id, { slug: 'salt-road', episodes: EPISODES });
const other = await addLongStory(deps, author.id, { slug: 'other-road', episodes: OTHERS });
const idsOf = async (storyId: string): Promise<string[]> => {
  const rows = await deps.db
    .select({ id: episodes.id })
    .from(episodes)
    .where(eq(episodes.storyId, storyId))
    .orderBy(asc(episodes.position));
  return rows.map(({ id }) => id);
};
const ids = await idsOf(story.id);
const now = deps.clock.now();
const placeOf = (readerId: string, episodeId: string) => ({
  readerId,
  episodeId,
  itemId: episodeId,
  item: 1,
  furthestItemId: episodeId,
  furthestItem: 1,
  finished: true,
  lockVersion: 0,
  readAt: now,
});
const elsewhere = (await idsOf(other.id)).flatMap((id) => [placeOf(reader.id, id), placeOf(stranger.id, id)]);
await deps.db
  .insert(episodePlaces)
  .values([...elsewhere, ...ids.slice(0, 700).map((id) => placeOf(reader.id, id))]);
await deps.db
  .insert(storyPlaces)
  .values({ readerId: reader.id, storyId: story.id, episodeId: ids[699] ?? '', readAt: now });

const mineOf = (as: typeof reader) => app.call(`GET /stories/${story.id}/mine`, { as });

t.test('SOC-08 who has read much of it is told how much, for the rows of this one story', async (t) => {
  let count = 0;
  const rows = await rowsRead(deps, async () => {
    count = (await mineOf(reader)).json().read_count;
  });
  t.equal(count, 700);
  t.ok((rows.episode_places ?? 0) < EPISODES, `${rows.episode_places} places`);
  t.ok((rows.episodes ?? 0) < 3 * EPISODES, `${rows.episodes} episodes`);
});

t.test('SOC-08 who has read nothing of it costs a hundred rows', async (t) => {
  let count = -1;
  const rows = await rowsRead(deps, async () => {
    count = (await mineOf(stranger)).json().read_count;
  });
  t.equal(count, 0);
  t.ok((rows.episodes ?? 0) <= 110, `${rows.episodes} episodes`);
  t.equal(rows.episode_places ?? 0, 0);
});

t.teardown(() => app.close());
