/**
 * How fast readers like and rate one story over HTTP. The server runs with its limits, on a database with fsync.
 * Server, database and readers share this machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { newId } from '../../server/lib/ids.ts';
import { dataFolder, query, start } from '../support/embedded.ts';
import { startServer } from '../support/processes.ts';
import { atLeast, figure, type Row } from './row.ts';

const READERS = 6_000;
/** Readers who warm up the server before measuring. */
const WARMING = 1_500;
const AT_ONCE = 48;
const ACTIONS_PER_SECOND = 1_000;

const [OWNER, STORY] = [newId(), newId()];
const [WARM, EPISODE] = [newId(), newId()];

const WORLD = `
  insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at, created_at)
    select case when n = 0 then '${OWNER}' else gen_random_uuid() end, 'r' || n || '@example.org', 'r-' || n, 'R', '1990-01-01',
      now(), now() - interval '30 days'
    from generate_series(0, ${READERS}) n;
  insert into sessions (id, user_id, token_hash, expires_at, last_used_at)
    select gen_random_uuid(), id, sha256(('token-of-the-reader-' || slug)::bytea), now() + interval '7 days', now()
    from users where id <> '${OWNER}';
  insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published)
    values ('${STORY}', 'a', '${OWNER}', 'A', 'comics', 'page_ltr', 'drama', 'en', true);
  insert into episodes (id, story_id, position, title, status) values
    ('${WARM}', '${STORY}', 1, 'One', 'published'), ('${EPISODE}', '${STORY}', 2, 'Two', 'published');
  analyze`;

type Crowd = { route: string; body?: string; first: number; last: number };

async function perSecond(port: string, { route, body = '', first, last }: Crowd): Promise<number> {
  const file = join(import.meta.dirname, 'action-clients.ts');
  const child = fork(file, [port, route, body, ...[first, last, AT_ONCE].map(String)]);
  const [answer] = (await once(child, 'message')) as [{ ms: number } | { error: string }];
  if ('error' in answer) throw new Error(answer.error);
  return (last - first + 1) / (answer.ms / 1000);
}

export async function benchActions(): Promise<Row[]> {
  const folder = await dataFolder();
  const database = await start(folder.dataDir, { durable: true });
  try {
    const server = await startServer({
      DATABASE_URL: database.url,
      DATA_DIR: folder.dataDir,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
    });
    try {
      await query(database.url, WORLD);
      const { port } = new URL(server.url);
      const like = (episodeId: string) => `/api/episodes/${episodeId}/like`;
      const rating = { route: `/api/stories/${STORY}/rating`, body: '{"stars":4}' };
      await perSecond(port, { route: like(WARM), first: 1, last: WARMING });
      const likes = await perSecond(port, { route: like(EPISODE), first: 1, last: READERS });
      await perSecond(port, { ...rating, first: 1, last: WARMING });
      const ratings = await perSecond(port, { ...rating, first: WARMING + 1, last: READERS });
      const again = await perSecond(port, { route: like(EPISODE), first: 1, last: READERS });
      const [counted] = await query<{ likes: number; ratings: number }>(
        database.url,
        `select (select count(*)::int from likes where episode_id = '${EPISODE}') as likes,
          (select count(*)::int from ratings) as ratings`,
      );
      if (counted?.likes !== READERS || counted.ratings !== READERS)
        throw new Error(`kept ${counted?.likes} likes and ${counted?.ratings} ratings`);
      return [
        atLeast('likes of one episode over HTTP, kept for good', likes, ACTIONS_PER_SECOND, '/s'),
        atLeast('ratings of one story, the same', ratings, ACTIONS_PER_SECOND, '/s'),
        figure('likes that change nothing', again, '/s'),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
    await folder.end();
  }
}
