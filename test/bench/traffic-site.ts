import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  type Creator,
  confirmMail,
  pageParts,
  signUp,
  startStory,
  type Work,
  whenReady,
} from '../support/creator.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { addManyStories, numberedId } from '../support/many-stories.ts';
import { draw } from '../support/pictures.ts';
import { ASKABLE } from './memory-watch.ts';

const STORIES = 2_000;
const READERS = 200;
const PAGES = 12;

export type TrafficSite = Installation & {
  stories: number;
  readers: { token: string }[];
  creator: Creator;
  work: Work;
  addDraft(): Promise<Work>;
  /** A published episode that nobody reads. */
  passing: Work;
  page: Buffer;
  pictures: string[];
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
};

/** Half of the memory limits in `compose.yaml`, as Node takes it. The limit decides how much Node collects. */
const OPTIONS = {
  server: `--max-old-space-size=768 ${ASKABLE}`,
  worker: `--max-old-space-size=1024 ${ASKABLE}`,
};

export async function openTrafficSite(): Promise<TrafficSite> {
  const installation = await startInstallation({
    workers: 0,
    environment: { LOG_LEVEL: 'warn', NODE_OPTIONS: OPTIONS.server },
  });
  try {
    for (const name of ['worker-1', 'worker-2'])
      await installation.addWorker(name, {
        environment: { LOG_LEVEL: 'info', NODE_OPTIONS: OPTIONS.worker },
      });
    return await fill(installation);
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function fill(installation: Installation): Promise<TrafficSite> {
  const databaseUrl = installation.postgres.url;
  const [place] = installation.servers;
  if (place === undefined) throw new Error('there is no server');
  await addManyStories(databaseUrl, { to: STORIES });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await pool.query(text, values)).rows as T[];
  const page = await drawPage();
  const creator = await signUp(place);
  await confirmMail(databaseUrl);
  const work = await startStory(creator, place, page);
  const names = Array.from({ length: PAGES }, (_, at) => `${at + 1}.jpg`);
  for (const name of names) await creator.upload(place, 'POST /creator/pages', pageParts(work, [name], page));
  await whenReady(creator, place, work);
  await creator.call(place, `POST /creator/episodes/${work.episodeId}/publish`, {});
  // Read now: once a next episode exists, unpublishing it would remove its picture from this page.
  const html = await (await fetch(`${place.url}/stories/${work.slug}/1`)).text();
  const pictures = [
    ...new Set([...html.matchAll(/\/media\/[\w./-]+\.(?:webp|avif|jpg)/g)].map(([path]) => path)),
  ];
  if (pictures.length === 0) throw new Error('the page of an episode names no picture');
  const addEpisode = async (title: string): Promise<Work> => {
    const body = { story_id: work.storyId, title };
    const { episode } = await creator.call<{ episode: { id: string } }>(
      place,
      'POST /creator/episodes',
      body,
    );
    return { ...work, episodeId: episode.id };
  };
  // Published and unpublished while readers read the other one.
  const passing = await addEpisode('Platform Two');
  await creator.upload(place, 'POST /creator/pages', pageParts(passing, ['1.jpg'], page));
  await whenReady(creator, place, passing);
  await creator.call(place, `POST /creator/episodes/${passing.episodeId}/publish`, {});
  return {
    ...installation,
    stories: STORIES,
    readers: await addReaders(query),
    query,
    creator,
    work,
    page,
    pictures,
    passing,
    addDraft: () => addEpisode('Platform Three'),
    async close() {
      await pool.end();
      await installation.close();
    },
  };
}

/** Readers with sessions, added without hashing passwords. */
async function addReaders(query: TrafficSite['query']): Promise<{ token: string }[]> {
  const readers = Array.from({ length: READERS }, (_, at) => ({ token: `token-of-the-reader-number-${at}` }));
  const hashes = readers.map(({ token }) => createHash('sha256').update(token).digest());
  await query(
    `with u as (
       insert into users (id, email, email_confirmed_at, slug, display_name, date_of_birth, created_at)
       select gen_random_uuid(), 'reader' || n || '@many.example', now(), 'reader-' || n, 'Reader ' || n, '1990-01-01',
         now() - interval '90 days' from generate_series(1, $1::int) n returning id, slug)
     insert into sessions (id, user_id, token_hash, expires_at, proven_at)
     select gen_random_uuid(), u.id, h.hash, now() + interval '7 days', now()
     from u join unnest($2::bytea[]) with ordinality as h (hash, n) on u.slug = 'reader-' || h.n`,
    [READERS, hashes],
  );
  return readers;
}

/** With the grain of a scan, so that it weighs 1 MB. */
function drawPage(): Promise<Buffer> {
  let noise = 1;
  return draw({ width: 1440, height: 2036, format: 'jpeg', quality: 80 }, (x, y) => {
    if (x % 720 < 24 || y % 509 < 24) return [255, 255, 255];
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    const grain = (noise >> 8) % 60;
    return [100 + grain, 80 + grain, 60 + grain + ((x + y) % 32)];
  });
}

export const firstEpisodeId = (story: number): string => numberedId('episode', (story - 1) * 10 + 1);
