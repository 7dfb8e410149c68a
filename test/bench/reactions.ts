/** How fast one story is liked and rated, compared with many stories, by direct calls. Also CPU per call. */
import { likeEpisode, rateStory } from '../../server/domains/community/likes/service.ts';
import { findTotals } from '../../server/domains/reading/counts/counter-shards.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openShelf } from '../support/shelf.ts';
import { atLeast, figure, type Row } from './row.ts';

const READERS = 4_000;
const WARMING = 1_000;
const AT_ONCE = 32;
const ACTIONS_PER_SECOND = 1_000;
/** Likes of separate episodes contend for no row. */
const EPISODES = 40;
const BESIDE_MANY_MIN = 0.9;

type Measured = { perSecond: number; cpuMs: number };

async function measure<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<Measured> {
  const left = [...items];
  const used = process.cpuUsage();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(used);
  return { perSecond: items.length / (ms / 1000), cpuMs: (user + system) / 1000 / items.length };
}

async function addReaders({ deps }: TestApp) {
  const { rows } = await deps.pool.query<{ id: string }>(
    `insert into users (id, email, slug, display_name, date_of_birth)
     select gen_random_uuid(), 'liker' || n || '@example.org', 'liker-' || n, 'Reader ' || n, '1990-01-01'
     from generate_series(1, $1) n returning id`,
    [READERS],
  );
  return rows.map(({ id }) => ({ viewer: { id } as never, country: null }));
}

export async function benchReactions(): Promise<Row[]> {
  const app = await startTestApp();
  try {
    const { deps } = app;
    const shelf = openShelf(deps);
    const story = await shelf.addStory(await shelf.addAuthor());
    const ids: string[] = [];
    for (let position = 1; position <= EPISODES + 2; position += 1)
      ids.push((await shelf.addEpisode(story, position, {}, { pages: 0 })).id);
    const [first = '', one = '', ...many] = ids;
    const readers = await addReaders(app);
    await measure(readers.slice(0, WARMING), (reader) => likeEpisode(deps, reader, first));
    const spread = await measure([...readers.entries()], ([at, reader]) =>
      likeEpisode(deps, reader, many[at % many.length] ?? ''),
    );
    const liked = await measure(readers, (reader) => likeEpisode(deps, reader, one));
    const rated = await measure(readers, (reader) => rateStory(deps, reader, story.id, 4));
    const ofEpisode = await findTotals(deps, 'episode', one);
    const ofStory = await findTotals(deps, 'story', story.id);
    if (ofEpisode?.likes_count !== READERS || ofStory?.ratings_count !== READERS)
      throw new Error(`counted ${ofEpisode?.likes_count} likes and ${ofStory?.ratings_count} ratings`);
    return [
      atLeast('likes of one episode', liked.perSecond, ACTIONS_PER_SECOND, '/s'),
      figure('the server’s CPU for one', liked.cpuMs, 'ms'),
      atLeast('the same, beside those of many episodes', liked.perSecond / spread.perSecond, BESIDE_MANY_MIN),
      atLeast('ratings of one story', rated.perSecond, ACTIONS_PER_SECOND, '/s'),
      figure('the server’s CPU for one', rated.cpuMs, 'ms'),
    ];
  } finally {
    await app.close();
  }
}
