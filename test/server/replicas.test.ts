/** Public content is read from a replica, but never older than what somebody has just done. */
import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { stories } from '#db/schema/index.ts';
import { purge } from '#server/cache/purge.ts';
import { fromReplica, inTransaction } from '#server/deps.ts';
import { notFound } from '#server/lib/errors.ts';
import { startTestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { startReplicated } from '../support/replica.ts';
import { openShelf } from '../support/shelf.ts';

const pair = await startReplicated();
const app = await startTestApp({
  environment: {
    DATABASE_URL: pair.primary.url,
    DATABASE_REPLICA_URL: pair.replica.url,
    DATABASE_REPLICA_MAX_LAG_SECONDS: '300',
  },
});
t.teardown(async () => {
  await app.close();
  await pair.stop();
});
const { deps, caches } = app;
const shelf = openShelf(deps);
const authorId = await shelf.addAuthor('Mirko');
const story = await shelf.addStory(authorId, { title: 'Ash Street', slug: 'ash-street' });
await shelf.addEpisode(story, 1);

const FEED = '/stories/ash-street/feed.xml';
const report = () => deps.replicas.report()[0] ?? { state: 'away', reads: 0, failures: 0 };
const ready = () => eventually('the replica is read from', () => deps.replicas.choose());
const forget = () => caches.purge(['all']);
const forgetFeed = () => caches.purge([`story:${story.id}`]);
const titleIn = (body: string) => /<title>([^<]*)<\/title>/.exec(body)?.[1];
/** The page's content, and whether it came from the replica. */
async function read(url: string, headers: Record<string, string> = {}) {
  const before = report().reads;
  const reply = await app.app.inject({ url, headers });
  return { status: reply.statusCode, title: titleIn(reply.body), replica: report().reads > before, reply };
}
const rename = (title: string) =>
  inTransaction(deps, async (tx) => {
    await tx.db.update(stories).set({ title }).where(eq(stories.id, story.id));
    purge(tx, [`story:${story.id}`]);
  });
const settled = async () => {
  await pair.caughtUp();
  await ready();
};

await t.test('a document is read from the replica, and kept', async (t) => {
  await settled();
  t.match(await read(FEED), { status: 200, title: 'Ash Street', replica: true });
  t.match(await read(FEED), { title: 'Ash Street', replica: false }, 'the second time it is kept');
});

await t.test(
  'what was just written is shown while the replica lags, and what is kept then is new',
  async (t) => {
    await settled();
    await pair.pause();
    await rename('Ash Street, renamed');
    t.match(await read(FEED), { title: 'Ash Street, renamed', replica: false });
    t.match(await read(FEED), { title: 'Ash Street, renamed' });
    await pair.resume();
    await settled();
    t.match(await read(FEED), { title: 'Ash Street, renamed' }, 'it was right to be kept');
    await rename('Ash Street, again');
    await settled();
    t.match(await read(FEED), { title: 'Ash Street, again', replica: true }, 'and it is read from again');
  },
);

await t.test(
  'a purge that another process tells of keeps the replica from being read until it has the change',
  async (t) => {
    await settled();
    await pair.pause();
    // Simulates a change by another process whose notification has not arrived.
    await deps.db.update(stories).set({ title: 'Ash Street, elsewhere' }).where(eq(stories.id, story.id));
    forgetFeed();
    t.match(await read(FEED), { title: 'Ash Street, elsewhere', replica: false });
    await pair.resume();
  },
);

await t.test('what the replica does not find is asked of the primary', async (t) => {
  await settled();
  await pair.pause();
  const late = await shelf.addStory(authorId, { title: 'Nobody was told', slug: 'untold' });
  await shelf.addEpisode(late, 1);
  t.match(await read('/stories/untold/feed.xml'), { status: 200, title: 'Nobody was told', replica: true });
  t.match(await read('/stories/nowhere/feed.xml'), { status: 404 });
  t.equal(report().failures, 0, 'that is no failure');
  await pair.resume();
});

await t.test('visitors search in the replica, who is signed in searches in the primary', async (t) => {
  await settled();
  const reader = await app.signUp();
  await settled();
  const url = '/api/stories/search?q=ash&publication_type=comics';
  for (const path of [url, '/api/users/search?q=mirko', '/api/search/counters?q=ash']) {
    t.match(await read(path), { status: 200, replica: true }, path);
    t.match(await read(path, reader.headers), { status: 200, replica: false }, path);
  }
});

await t.test('calls, private ones and those that write stay on the primary', async (t) => {
  await settled();
  const before = report().reads;
  const reader = await app.signUp();
  await app.call('GET /users/me', { as: reader });
  await app.call(`PUT /subscriptions/${story.id}`, { as: reader });
  t.equal(report().reads, before);
});

await t.test('what a replica cannot do, the primary does: an error, or a write by mistake', async (t) => {
  await settled();
  const attempt = () =>
    fromReplica(deps, async (from) => {
      await from.db.execute(sql`create table if not exists made_by_mistake (id int)`);
      return 'done';
    });
  t.equal(await attempt(), 'done');
  t.equal(report().failures, 1);
  t.equal(report().state, 'ok', 'its answer says nothing of the server');
  await t.rejects(
    fromReplica(deps, () => Promise.reject(notFound('not_found'))),
    { message: 'not_found' },
  );
});

await t.test('while purges cannot be heard, the primary is read', async (t) => {
  await settled();
  caches.disable();
  t.match(await read(FEED), { status: 200, replica: false });
  caches.enable();
  await settled();
});

await t.test('a replica that goes away is missed by nobody, and /readyz says so', async (t) => {
  await settled();
  t.match((await app.app.inject('/readyz')).json(), { status: 'ok', services: { replica_1: 'ok' } });
  await pair.replica.stop();
  forget();
  t.match(await read(FEED), { status: 200 }, 'at once');
  await eventually('it is missed', () => report().state === 'away');
  const reply = await app.app.inject('/readyz');
  t.equal(reply.statusCode, 200, 'the primary does its work');
  t.match(reply.json(), { status: 'ok', services: { replica_1: 'away' } });
  t.notMatch(reply.body, new URL(pair.replica.url).port, 'nobody is told where it stands');
  await pair.replica.start();
  await settled();
  // The primary's log may contain maintenance work that the replica receives first.
  await eventually('it is read from again', async () => {
    forget();
    return (await read(FEED)).replica;
  });
});
