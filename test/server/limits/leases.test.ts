/** Costly work needs a lease: never more than the maximum, across processes, and none outlives its process. */
import { like } from 'drizzle-orm';
import t from 'tap';
import { usedAmounts } from '../../../db/schema/index.ts';
import { mediaPlaces } from '../../../server/domains/media/limits.ts';
import type { Places } from '../../../server/limits/attempts.ts';
import { acquireLease, type Lease, withLease } from '../../../server/limits/leases.ts';
import { createDeps } from '../../../server/process/create-deps.ts';
import { startTestApp } from '../../support/app.ts';
import { createEpisode, createStory, upload } from '../../support/console.ts';
import { makeZip } from '../../support/make-zip.ts';
import { samplePage } from '../../support/sample-page.ts';

const app = await startTestApp();
const { deps } = app;
let nowMs = Date.now();
deps.clock.now = () => new Date(nowMs);

const few: Places = { name: 'few', most: 2, mostPerAddress: 3, leaseMs: 60_000, retryMs: 10_000 };
const at = (userId: string, address = '192.0.2.1') => ({ userId, address });
const heldOf = (name: string): Promise<number> =>
  deps.db.$count(usedAmounts, like(usedAmounts.bucket, `${name}/%`));
const outcome = (work: Promise<Lease>): Promise<Lease | { status: number; options: object }> =>
  work.catch((error) => error);
const isPlace = (one: object): one is Lease => 'renew' in one;

await t.test('many at once, from two processes, get no more places than there are', async (t) => {
  const other = await createDeps(deps.config, { log: deps.log, name: 'other' });
  other.deps.clock = deps.clock;
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      outcome(acquireLease(index % 2 === 0 ? deps : other.deps, at('one'), few)),
    ),
  );
  const places = asked.filter(isPlace);
  t.equal(places.length, 2);
  for (const refused of asked.filter((one) => !isPlace(one)))
    t.match(refused, { status: 429, options: { retryAfterSeconds: 10 } });
  for (const place of places) await place.giveBack();
  t.equal(await heldOf('few'), 0, 'who was refused holds nothing, and what is given back is gone');
  await other.close();
});

await t.test('accounts at one address share its places', async (t) => {
  const places = [await acquireLease(deps, at('two'), few), await acquireLease(deps, at('two'), few)];
  places.push(await acquireLease(deps, at('three'), few));
  t.match(await outcome(acquireLease(deps, at('four'), few)), { status: 429 });
  places.push(await acquireLease(deps, at('four', '192.0.2.2'), few));
  for (const place of places) await place.giveBack();
  t.equal(await heldOf('few'), 0);
});

await t.test('a process that is killed frees its place in a minute; who lives keeps it', async (t) => {
  const killed = await acquireLease(deps, at('five'), few);
  const alive = await acquireLease(deps, at('five'), few);
  t.match(await outcome(acquireLease(deps, at('five'), few)), { status: 429 });
  nowMs += 40_000;
  t.ok(await alive.renew());
  nowMs += 20_000;
  const next = await acquireLease(deps, at('five'), few);
  t.match(await outcome(acquireLease(deps, at('five'), few)), { status: 429 }, 'the renewed one is held');
  t.notOk(await killed.renew(), 'what another took over is not ours again');
  await killed.giveBack();
  t.match(await outcome(acquireLease(deps, at('five'), few)), { status: 429 }, 'nor ours to give back');
  for (const place of [alive, next]) await place.giveBack();
  t.equal(await heldOf('few'), 0);
});

await t.test(
  'the place is renewed while the work goes on, and given back whatever comes of it',
  async (t) => {
    const short = { ...few, leaseMs: 30 };
    const ends = async () => (await deps.db.select().from(usedAmounts))[0]?.endsAt.getTime() ?? 0;
    await withLease(deps, at('six'), short, async () => {
      const first = await ends();
      nowMs += 20;
      while ((await ends()) === first) await new Promise((resolve) => setImmediate(resolve));
      t.pass('it ends later now');
    });
    t.equal(await heldOf('few'), 0);
    await t.rejects(
      withLease(deps, at('six'), few, async () => {
        throw new Error('broken');
      }),
      /broken/,
    );
    t.equal(await heldOf('few'), 0);
  },
);

await t.test('work that is done stays done when its place cannot be given back', async (t) => {
  const refusing = () => {
    throw new Error('the database is gone');
  };
  const db = Object.create(deps.db, { delete: { value: refusing } });
  t.equal(await withLease({ ...deps, db }, at('seven'), few, async () => 'done'), 'done');
  nowMs += few.leaseMs;
  const place = await acquireLease(deps, at('seven'), few);
  t.pass('it is free when its lease has ended');
  await place.giveBack();
});

await t.test('API-42 two archives at a time, and the place is free again when one is read', async (t) => {
  const creator = await app.signUp('Archivist');
  const story = await createStory(app, creator);
  const { id } = await createEpisode(app, creator, story.id);
  const jpeg = await samplePage(60, 80);
  const send = (data: Buffer) =>
    upload(app, creator, 'POST /creator/pages/import', [
      { name: 'episode_id', value: id },
      { name: 'file', filename: 'a.cbz', data },
    ]);
  const archive = makeZip([{ name: '1.jpg', data: jpeg }]);
  for (const data of [archive, Buffer.from('no zip'), makeZip([{ name: 'a', data: Buffer.from('a') }])]) {
    await send(data);
    t.equal(await heldOf('archives'), 0);
  }
  const places = [1, 2].map(() => acquireLease(deps, at(creator.id), mediaPlaces.archives));
  await Promise.all(places);
  const reply = await send(archive);
  t.equal(reply.statusCode, 429);
  t.equal(reply.headers['retry-after'], '10', 'soon');
  nowMs += mediaPlaces.archives.leaseMs;
  t.equal((await send(archive)).statusCode, 202, 'those who held them are dead');
});

await app.close();
