/** How fast many subscribers are notified of a release. Memory must not grow with their number. */
import { sql } from 'drizzle-orm';
import { notifySubscribers } from '../../server/domains/notifications/notifications/fan-out.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openShelf, type Shelf } from '../support/shelf.ts';
import { atLeast, atMost, figure, type Row } from './row.ts';

const [FEW, MANY] = [10_000, 100_000];
const TOLD_PER_SECOND = 5_000;
const DEVICE_EVERY = 10;
const SAMPLE_MS = 50;
const KEPT_MAX_MIB = 5;
const GROWN_MAX_MIB = 5;
const MIB = 2 ** 20;

async function addReaders({ deps: { pool } }: TestApp): Promise<void> {
  await pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at)
     select gen_random_uuid(), 'many' || n || '@example.org', 'many-' || n, 'Reader ' || n, '1990-01-01', now()
     from generate_series(1, $1) n`,
    [MANY],
  );
  await pool.query(
    `with s as (insert into sessions (id, user_id, token_hash, expires_at)
       select gen_random_uuid(), id, decode(md5(id::text), 'hex'), now() + interval '1 day'
       from users where slug like 'many-%' and substr(slug, 6)::int % $1 = 0 returning id, user_id)
     insert into push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth)
     select gen_random_uuid(), user_id, id, 'https://push.example.org/' || id, decode(md5(id::text), 'hex'), '', ''
     from s`,
    [DEVICE_EVERY],
  );
}

async function addRelease({ deps: { pool } }: TestApp, shelf: Shelf, count: number): Promise<string> {
  const story = await shelf.addStory(await shelf.addAuthor());
  const { id } = await shelf.addEpisode(story, 1);
  await pool.query(
    `insert into subscriptions (story_id, reader_id)
     select $1, id from users where slug like 'many-%' order by id limit $2`,
    [story.id, count],
  );
  return id;
}

const heapMib = (): number => process.memoryUsage().heapUsed / MIB;

async function tellAll(app: TestApp, shelf: Shelf, count: number): Promise<number> {
  const episodeId = await addRelease(app, shelf, count);
  await app.deps.db.execute(sql`analyze`);
  const begun = performance.now();
  await notifySubscribers(app.deps, episodeId);
  return count / ((performance.now() - begun) / 1000);
}

type Held = { atMost: number; afterwards: number };

/** Heap in use during the fan-out. Separate from the speed test, since garbage collection takes time. */
async function measureHeap(app: TestApp, shelf: Shelf, count: number): Promise<Held> {
  const held = (): number => {
    globalThis.gc?.();
    return heapMib();
  };
  const before = held();
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, held());
  }, SAMPLE_MS);
  await tellAll(app, shelf, count);
  clearInterval(sampling);
  return { atMost: highest - before, afterwards: held() - before };
}

export async function benchFanOut(): Promise<Row[]> {
  const app = await startTestApp();
  const shelf = openShelf(app.deps);
  try {
    await addReaders(app);
    const speeds = [await tellAll(app, shelf, FEW), await tellAll(app, shelf, MANY)] as const;
    const [few, many] = [await measureHeap(app, shelf, FEW), await measureHeap(app, shelf, MANY)];
    return [
      atLeast('subscribers told of a release, of 10,000', speeds[0], TOLD_PER_SECOND, '/s'),
      atLeast('the same, of 100,000', speeds[1], TOLD_PER_SECOND, '/s'),
      figure('heap held for 10,000 of them', few.atMost, 'MiB'),
      figure('heap held for 100,000', many.atMost, 'MiB'),
      atMost('the difference', many.atMost - few.atMost, GROWN_MAX_MIB, 'MiB'),
      atMost('heap kept of them', many.afterwards, KEPT_MAX_MIB, 'MiB'),
    ];
  } finally {
    await app.close();
  }
}
