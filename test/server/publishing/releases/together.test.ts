import { eq } from 'drizzle-orm';
import t from 'tap';
import { outbox } from '#db/schema/index.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { createEpisode } from '../../../support/console.ts';
import {
  dialogAt,
  HOUR_MS,
  mustDo,
  readyEpisode,
  receiptsOf,
  startRelease,
  viewOf,
} from '../../../support/releases.ts';

type Outcome = {
  episode_id: string;
  number: number | null;
  outcome: string;
  code: string | null;
  message: string | null;
  missing: string[];
  publish_at: string | null;
};

let app: TestApp;
let owner: Account;
let storyId: string;

t.before(async () => {
  app = await startTestApp();
  owner = await app.signUp('Noor');
  storyId = await startRelease(app, owner);
});
t.teardown(() => app.close());

const send = (body: object, as = owner) =>
  app.call(`POST /creator/stories/${storyId}/releases`, { as, body });
const outcomesOf = async (body: object): Promise<Outcome[]> => {
  const reply = await send(body);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<{ outcomes: Outcome[] }>().outcomes;
};

t.test(
  'EPI-23 several are published at once, in order, and one that is refused stops no other',
  async (t) => {
    const first = await readyEpisode(app, owner, storyId);
    const empty = (await createEpisode(app, owner, storyId, 'Empty')).id;
    const last = await readyEpisode(app, owner, storyId);
    const foreign = '00000000-0000-7000-8000-000000000000';
    const ids = [last, foreign, empty, first, first];
    const outcomes = await outcomesOf({ deed: 'publish', episode_ids: ids });
    t.same(
      outcomes.map(({ episode_id: id, outcome, code, missing }) => [id, outcome, code, missing]),
      [
        [first, 'published', null, []],
        [empty, 'refused', 'not_ready', ['pages']],
        [last, 'published', null, []],
        [foreign, 'refused', 'not_found', []],
      ],
    );
    t.match(outcomes[1]?.message, /not ready/);
    const told = await app.deps.db.select().from(outbox).where(eq(outbox.name, 'episode.published'));
    t.same(
      told.map(({ payload }) => (payload as { episodeId: string }).episodeId),
      [first, last],
      'in the order of the story',
    );

    await t.test('sent twice it does nothing twice', async (t) => {
      const before = await receiptsOf(app, owner, first);
      const again = await outcomesOf({ deed: 'publish', episode_ids: ids });
      t.same(again, outcomes);
      t.equal((await receiptsOf(app, owner, first)).length, before.length);
    });
  },
);

t.test('EPI-24 several are scheduled for one moment; the same plan sent twice is one', async (t) => {
  const ids = [await readyEpisode(app, owner, storyId), await readyEpisode(app, owner, storyId)];
  const published = await readyEpisode(app, owner, storyId);
  await mustDo(app, owner, published, 'publish');
  const due = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + HOUR_MS);
  const body = { deed: 'schedule', episode_ids: [...ids, published], ...dialogAt(due, 'America/New_York') };
  for (const time of ['first', 'second'])
    t.match(
      await outcomesOf(body),
      [
        ...ids.map((id) => ({ episode_id: id, outcome: 'scheduled', publish_at: due.toISOString() })),
        { episode_id: published, outcome: 'refused', code: 'invalid_state' },
      ],
      time,
    );
  for (const id of ids)
    t.same((await receiptsOf(app, owner, id)).map(({ event }) => event).slice(0, 1), ['schedule']);
  t.equal(
    (await receiptsOf(app, owner, ids[0] ?? '')).filter(({ event }) => event === 'reschedule').length,
    0,
  );
});

t.test('EPI-44 a plan that is wrong refuses the call and changes nothing', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const plan = { date: '01/01/2030', time: '25:00', zone_name: 'UTC' };
  t.equal((await send({ deed: 'schedule', episode_ids: [id], ...plan })).statusCode, 422);
  t.equal((await send({ deed: 'schedule', episode_ids: [id] })).statusCode, 422);
  t.equal((await send({ deed: 'publish', episode_ids: [] })).statusCode, 422);
  t.equal((await send({ deed: 'publish', episode_ids: Array(51).fill(id) })).statusCode, 422, 'at most 50');
  t.equal((await viewOf(app, owner, id)).status, 'in_progress');
  const stranger = await app.signUp('Stranger');
  t.equal((await send({ deed: 'publish', episode_ids: [id] }, stranger)).statusCode, 404);
});

t.test('EPI-42 without a script the form leads back to the list, which says each outcome', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const empty = (await createEpisode(app, owner, storyId, 'Bare')).id;
  const body = new URLSearchParams([
    ['_locale', 'de'],
    ['deed', 'publish'],
    ['episode_ids', empty],
    ['episode_ids', id],
  ]).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    cookie: `auth_token=${owner.token}`,
  };
  const reply = await app.call(`POST /creator/stories/${storyId}/releases`, { body, headers });
  const { number } = (await viewOf(app, owner, id)) as unknown as { number: number };
  t.equal(reply.statusCode, 303);
  t.equal(
    reply.headers.location,
    `/de/creator/stories/${storyId}?episodes=1&released=${number}-published_${number + 1}-not_ready.pages`,
  );
});
