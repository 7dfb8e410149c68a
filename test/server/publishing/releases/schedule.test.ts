import { eq } from 'drizzle-orm';
import t from 'tap';
import { outbox, storyMembers, users } from '#db/schema/index.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import {
  deed,
  dialogAt,
  type EpisodeView,
  HOUR_MS,
  inAnHour,
  MINUTE_MS,
  mustDo,
  readyEpisode,
  receiptsOf,
  setClock,
  startRelease,
  viewOf,
} from '../../../support/releases.ts';

const NOW = new Date('2026-03-20T10:00:30.000Z');

let app: TestApp;
let owner: Account;
let storyId: string;

t.before(async () => {
  app = await startTestApp();
  owner = await app.signUp('Noor');
  storyId = await startRelease(app, owner);
  setClock(app, NOW);
});

const schedule = (episodeId: string, body: object, headers?: Record<string, string>) =>
  app.call(`POST /creator/episodes/${episodeId}/schedule`, {
    as: owner,
    body,
    ...(headers ? { headers } : {}),
  });

t.test('EPI-24, EPI-25, EPI-26, EPI-42 date, time and zone are kept with the moment they mean', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const reply = await schedule(id, { date: '06/15/2026', time: '18:30', zone_name: 'America/New_York' });
  t.equal(reply.statusCode, 200);
  const { episode, adjusted } = reply.json<{ episode: EpisodeView; adjusted: string | null }>();
  t.match(episode, {
    status: 'scheduled',
    publish_at: '2026-06-15T22:30:00.000Z',
    publish_wall_time: '2026-06-15T18:30:00',
    publish_zone: 'America/New_York',
    published_at: null,
  });
  t.equal(adjusted, null);
  t.match(await receiptsOf(app, owner, id), [
    {
      event: 'schedule',
      at: NOW.toISOString(),
      from_status: 'in_progress',
      to_status: 'scheduled',
      due_at: '2026-06-15T22:30:00.000Z',
      by: 'team',
      actor: { display_name: 'Noor' },
    },
  ]);
  const rows = await app.deps.db.select().from(outbox).where(eq(outbox.name, 'episode.publish_due'));
  t.match(rows.at(-1), {
    payload: { episodeId: id, publishAt: '2026-06-15T22:30:00.000Z' },
    runAt: new Date('2026-06-15T22:30:00.000Z'),
  });
});

t.test(
  'EPI-26 clocks that jump: a gap moves forward, an overlap takes the earlier, and the reply says so',
  async (t) => {
    const id = await readyEpisode(app, owner, storyId);
    const gap = await schedule(id, { date: '03/29/2026', time: '02:30', zone_name: 'Europe/Berlin' });
    t.match(gap.json(), { adjusted: 'gap', episode: { publish_at: '2026-03-29T01:30:00.000Z' } });
    t.equal((await viewOf(app, owner, id)).publish_wall_time, '2026-03-29T02:30:00', 'as it was asked for');
    const overlap = await schedule(id, { date: '10/25/2026', time: '02:30:15', zone_name: 'Europe/Berlin' });
    t.match(overlap.json(), { adjusted: 'overlap', episode: { publish_at: '2026-10-25T00:30:15.000Z' } });
  },
);

t.test(
  'EPI-44, I18-09 I18-10 I18-11 I18-12 I18-13 what is no date, time or zone is refused by field, and nothing changes',
  async (t) => {
    const id = await readyEpisode(app, owner, storyId);
    const before = await viewOf(app, owner, id);
    const good = { date: '06/15/2026', time: '18:30', zone_name: 'UTC' };
    const wrong: [object, string][] = [
      [{ time: '24:00' }, 'time'],
      [{ time: '23:60' }, 'time'],
      [{ time: '23:59:60' }, 'time'],
      [{ time: '9:30' }, 'time'],
      [{ time: '' }, 'time'],
      [{ date: '02/30/2026' }, 'date'],
      [{ date: '2026-06-15' }, 'date'],
      [{ date: '15/06/2026' }, 'date'],
      [{ date: '' }, 'date'],
      [{ zone_name: 'Mars/Olympus' }, 'zone_name'],
      [{ zone_name: '+02:00' }, 'zone_name'],
      [{ zone_name: '' }, 'zone_name'],
      [{ zone_name: '../../etc/localtime' }, 'zone_name'],
    ];
    for (const [change, field] of wrong) {
      const reply = await schedule(id, { ...good, ...change });
      t.equal(reply.statusCode, 422, JSON.stringify(change));
      const { fields } = reply.json<{ fields: Record<string, string[]>[] }>();
      t.same(
        fields.map((one) => Object.keys(one)[0]),
        [field],
        JSON.stringify(change),
      );
    }
    const both = await schedule(id, { date: 'x', time: 'y', zone_name: 'z' });
    t.equal(both.json<{ fields: unknown[] }>().fields.length, 3, 'everything wrong is told at once');
    t.equal((await schedule(id, {})).statusCode, 422);
    t.same(await viewOf(app, owner, id), before);
    t.same(await receiptsOf(app, owner, id), []);
  },
);

t.test('EPI-24 from 2 minutes to 1 year ahead', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const at = (moment: string | Date) => schedule(id, dialogAt(new Date(moment)));
  const refused = async (moment: string | Date, field: string, text: RegExp) => {
    const reply = await at(moment);
    t.equal(reply.statusCode, 422);
    t.match(reply.json<{ fields: unknown[] }>().fields, [{ [field]: [text] }]);
  };
  await refused('2026-03-19T10:00:30Z', 'date', /2 minutes/);
  await refused('2026-03-20T09:00:00Z', 'time', /2 minutes/);
  await refused('2026-03-20T10:02:29Z', 'time', /2 minutes/);
  t.equal((await at('2026-03-20T10:02:30Z')).statusCode, 200);
  t.equal((await at('2027-03-20T10:00:30Z')).statusCode, 200);
  await refused('2027-03-20T10:00:31Z', 'date', /within a year/);
  await refused('9999-12-31T23:59:59Z', 'date', /within a year/);
});

t.test('EPI-24 rescheduling replaces the plan, with a receipt and a job of its own', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const first = await mustDo(app, owner, id, 'schedule', dialogAt(new Date(NOW.getTime() + HOUR_MS)));
  const stale = await deed(app, owner, id, 'schedule', {
    ...inAnHour(app),
    lock_version: first.lock_version - 1,
  });
  t.equal(stale.statusCode, 409);
  const later = new Date(NOW.getTime() + 2 * HOUR_MS);
  const second = await mustDo(app, owner, id, 'schedule', {
    ...dialogAt(later, 'Asia/Kathmandu'),
    lock_version: first.lock_version,
  });
  t.match(second, { status: 'scheduled', publish_at: later.toISOString() });
  t.ok(second.lock_version > first.lock_version);
  t.match(await receiptsOf(app, owner, id), [
    { event: 'schedule', due_at: first.publish_at },
    { event: 'reschedule', from_status: 'scheduled', to_status: 'scheduled', due_at: later.toISOString() },
  ]);
});

t.test('EPI-27, EPI-28 unscheduling brings it back in progress and off the calendar', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const { publish_at } = await mustDo(app, owner, id, 'schedule', inAnHour(app));
  const episode = await mustDo(app, owner, id, 'unschedule');
  t.match(episode, { status: 'in_progress', publish_at: null, publish_wall_time: null, publish_zone: null });
  t.match((await receiptsOf(app, owner, id)).at(-1), { event: 'unschedule', due_at: publish_at, by: 'team' });
});

t.test('EPI-24 what is not ready cannot be scheduled, and the refusal says what is missing', async (t) => {
  const reply = await app.call('POST /creator/episodes', {
    as: owner,
    body: { story_id: storyId, title: 'Empty' },
  });
  const { id } = reply.json<{ episode: EpisodeView }>().episode;
  const refused = await schedule(id, inAnHour(app));
  t.equal(refused.statusCode, 409);
  t.match(refused.json(), { code: 'not_ready', message: /no page/ });
  t.equal((await viewOf(app, owner, id)).status, 'in_progress');
});

t.test('publishing and scheduling want a confirmed address', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const confirm = (at: Date | null) =>
    app.deps.db.update(users).set({ emailConfirmedAt: at }).where(eq(users.id, owner.id));
  await confirm(null);
  for (const [verb, body] of [
    ['publish', {}],
    ['schedule', inAnHour(app)],
  ] as const) {
    const reply = await deed(app, owner, id, verb, body);
    t.match([reply.statusCode, reply.json()], [409, { code: 'email_unconfirmed' }], verb);
  }
  await confirm(NOW);
  await mustDo(app, owner, id, 'schedule', inAnHour(app));
});

t.test('ACC-59 who is under 18 publishes and schedules with the consent of a guardian only', async (t) => {
  const id = await readyEpisode(app, owner, storyId);
  const set = (dateOfBirth: string, guardianConsentAt: Date | null) =>
    app.deps.db.update(users).set({ dateOfBirth, guardianConsentAt }).where(eq(users.id, owner.id));
  await set('2008-03-21', null);
  for (const [verb, body] of [
    ['publish', {}],
    ['schedule', inAnHour(app)],
  ] as const) {
    const reply = await deed(app, owner, id, verb, body);
    t.match([reply.statusCode, reply.json()], [409, { code: 'guardian_needed', message: /guardian/ }], verb);
  }
  const publisher = await app.signUp('Publisher');
  await app.deps.db.insert(storyMembers).values({ storyId, userId: publisher.id, role: 'publisher' });
  const forThem = await deed(app, publisher, id, 'publish', {});
  t.match(forThem.json(), { code: 'guardian_needed' }, 'nor does anybody publish it for them');
  await set('2008-03-21', NOW);
  await mustDo(app, owner, id, 'schedule', inAnHour(app));
  await set('2008-03-20', null);
  await mustDo(app, owner, id, 'publish', {});
});

t.test('the calendar shows what is planned and what was published, in a bounded range', async (t) => {
  const reader = await app.signUp('Viewer');
  const own = await startRelease(app, reader);
  const scheduled = await readyEpisode(app, reader, own, 'Planned');
  const published = await readyEpisode(app, reader, own, 'Out');
  await readyEpisode(app, reader, own, 'Draft');
  const later = new Date(NOW.getTime() + 48 * HOUR_MS);
  await mustDo(app, reader, scheduled, 'schedule', dialogAt(later, 'Asia/Tokyo'));
  await mustDo(app, reader, published, 'publish', {});
  const ask = (query = '') => app.call(`GET /creator/schedule${query}`, { as: reader });
  const { entries, more } = (await ask()).json<{ entries: object[]; more: boolean }>();
  t.equal(more, false);
  t.match(entries, [
    { title: 'Out', status: 'published', at: NOW.toISOString(), story: { id: own, title: 'Night Train' } },
    { title: 'Planned', status: 'scheduled', at: later.toISOString(), publish_zone: 'Asia/Tokyo' },
  ]);
  t.equal(entries.length, 2, 'neither drafts nor the stories of others');
  const from = new Date(NOW.getTime() + MINUTE_MS).toISOString();
  const to = new Date(later.getTime() + 1).toISOString();
  const part = await ask(`?from=${from}&to=${to}`);
  t.match(part.json(), { from, to, entries: [{ title: 'Planned' }] });
  const before = await ask(`?from=${from}&to=${later.toISOString()}`);
  t.same(before.json<{ entries: object[] }>().entries, [], 'the end is not included');
  for (const query of ['?from=yesterday', '?to=2026-13-01T00:00:00Z', `?from=${to}&to=${from}`]) {
    t.equal((await ask(query)).statusCode, 422, query);
  }
  t.equal(
    (await ask('?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z')).statusCode,
    422,
    'a year is too much',
  );
  t.equal((await app.call('GET /creator/schedule')).statusCode, 401);
});

t.test('everything is closed', () => app.close());
