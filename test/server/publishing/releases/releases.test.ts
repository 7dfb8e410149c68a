import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, outbox, storyMembers, type TeamRole } from '#db/schema/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { jpegPart, upload } from '../../../support/console.ts';
import {
  deed,
  episodeIn,
  inAnHour,
  mustDo,
  type People,
  readyEpisode,
  receiptsOf,
  type Status,
  startRelease,
  viewOf,
} from '../../../support/releases.ts';

const BLOCKED_TEXT = 'This episode has been blocked, please contact site administrator';

let app: TestApp;
let people: People;
let storyId: string;

t.before(async () => {
  app = await startTestApp();
  people = { owner: await app.signUp('Noor'), administrator: await app.signUp('Ada Mina') };
  await app.makeAdministrator(people.administrator);
  storyId = await startRelease(app, people.owner);
});

const make = (status: Status) => episodeIn(app, people, { storyId, status });
const readersGet = (episodeId: string) => app.call(`GET /episodes/${episodeId}`);

type Attempt = { to: Partial<Record<Status, Status | 'deleted'>>; run(id: string): ReturnType<typeof deed> };

/** decisions.md §5, written out by hand as calls. States missing in `to` must refuse. */
const ATTEMPTS: Record<string, Attempt> = {
  publish: {
    to: { in_progress: 'published', scheduled: 'published' },
    run: (id) => deed(app, people.owner, id, 'publish', {}),
  },
  unpublish: { to: { published: 'in_progress' }, run: (id) => deed(app, people.owner, id, 'unpublish') },
  schedule: {
    to: { in_progress: 'scheduled', scheduled: 'scheduled' },
    run: (id) => deed(app, people.owner, id, 'schedule', inAnHour(app)),
  },
  unschedule: { to: { scheduled: 'in_progress' }, run: (id) => deed(app, people.owner, id, 'unschedule') },
  edit: {
    to: { in_progress: 'in_progress', scheduled: 'scheduled' },
    run: (id) => app.call(`PATCH /creator/episodes/${id}`, { as: people.owner, body: { title: 'Other' } }),
  },
  'turn the pages round': {
    to: { in_progress: 'in_progress', scheduled: 'scheduled' },
    run: (id) => app.call('POST /creator/pages/reverse', { as: people.owner, body: { episode_id: id } }),
  },
  'add a page': {
    to: { in_progress: 'in_progress', scheduled: 'scheduled' },
    run: async (id) =>
      upload(app, people.owner, 'POST /creator/pages', [
        { name: 'episode_id', value: id },
        await jpegPart('files[]', '2.jpg'),
      ]),
  },
  delete: {
    to: { in_progress: 'deleted', scheduled: 'deleted' },
    run: (id) => app.call(`DELETE /creator/episodes/${id}`, { as: people.owner }),
  },
  block: {
    to: { in_progress: 'blocked', scheduled: 'blocked', published: 'blocked' },
    run: (id) => deed(app, people.administrator, id, 'block', { reason: 'Stolen' }),
  },
  unblock: { to: { blocked: 'in_progress' }, run: (id) => deed(app, people.administrator, id, 'unblock') },
};

/** Requirements that a refusal proves, besides EPI-41. */
const codesOf = (status: Status, name: string): string => {
  if (status === 'blocked') return 'EPI-37, EPI-39, EPI-41';
  if (status !== 'published') return 'EPI-41';
  return name === 'delete' ? 'EPI-34, EPI-41' : 'EPI-33, EPI-41';
};

for (const [name, { to, run }] of Object.entries(ATTEMPTS)) {
  for (const status of ['in_progress', 'scheduled', 'published', 'blocked'] as const) {
    const next = to[status];
    const title = next === undefined ? 'is refused and changes nothing' : `leads to ${next}`;
    t.test(
      `${next === undefined ? codesOf(status, name) : 'EPI-40'} ${status}: ${name} ${title}`,
      async (t) => {
        const id = await make(status);
        const before = {
          view: await viewOf(app, people.owner, id),
          receipts: await receiptsOf(app, people.owner, id),
        };
        const reply = await run(id);
        if (next === 'deleted') {
          t.equal(reply.statusCode, 204);
          const gone = await app.call(`GET /creator/episodes/${id}`, { as: people.owner });
          t.equal(gone.statusCode, 404);
          return;
        }
        const view = await viewOf(app, people.owner, id);
        if (next !== undefined) {
          t.ok(reply.statusCode < 300, reply.body);
          t.equal(view.status, next);
          return;
        }
        t.equal(reply.statusCode, 409);
        const isBlocked = status === 'blocked' && name !== 'block';
        t.match(
          reply.json(),
          isBlocked
            ? { code: 'episode_blocked', message: BLOCKED_TEXT }
            : { code: 'invalid_state', message: 'Invalid state' },
          isBlocked ? 'ERR-35, EPI-37' : 'ERR-34',
        );
        const after = { view, receipts: await receiptsOf(app, people.owner, id) };
        t.same(after, before);
      },
    );
  }
}

t.test('ERR-34, ERR-35 refusals speak German too', async (t) => {
  const german = { 'accept-language': 'de' };
  const published = await make('published');
  const call = (id: string) =>
    app.call(`POST /creator/episodes/${id}/publish`, { as: people.owner, body: {}, headers: german });
  const { message } = (await call(published)).json<{ message: string }>();
  t.not(message, 'Invalid state');
  t.not((await call(await make('blocked'))).json<{ message: string }>().message, BLOCKED_TEXT);
});

t.test(
  'EPI-23, EPI-29, EPI-30, EPI-35, EPI-36 publish, unpublish, edit, delete leave their receipts',
  async (t) => {
    const id = await make('in_progress');
    await mustDo(app, people.owner, id, 'publish', {});
    t.equal((await readersGet(id)).statusCode, 200);
    await mustDo(app, people.owner, id, 'unpublish');
    t.equal((await readersGet(id)).statusCode, 404);
    const edited = await app.call(`PATCH /creator/episodes/${id}`, {
      as: people.owner,
      body: { title: 'Two' },
    });
    t.equal(edited.statusCode, 200);
    await mustDo(app, people.owner, id, 'publish', {});
    await mustDo(app, people.owner, id, 'unpublish');
    const receipts = await receiptsOf(app, people.owner, id);
    t.same(
      receipts.map(({ event, by, actor }) => [event, by, actor?.display_name]),
      ['publish', 'unpublish', 'publish', 'unpublish'].map((event) => [event, 'team', 'Noor']),
    );
    const told = app.deps.db.select().from(outbox).where(eq(outbox.name, 'episode.published'));
    const facts = (await told.orderBy(asc(outbox.id)))
      .map(({ payload }) => payload)
      .filter(({ episodeId }) => episodeId === id);
    t.same(facts, [
      { episodeId: id, first: true },
      { episodeId: id, first: false },
    ]);
    t.equal((await app.call(`DELETE /creator/episodes/${id}`, { as: people.owner })).statusCode, 204);
  },
);

t.test('receipts come by pages, for the team only', async (t) => {
  const id = await make('published');
  await mustDo(app, people.owner, id, 'unpublish');
  const page = await app.call(`GET /creator/episodes/${id}/events?per_page=1`, { as: people.owner });
  t.match(page.json(), { events: [{ event: 'unpublish' }], page: 1, per_page: 1, total: 2 });
  t.equal(page.json<{ events: unknown[] }>().events.length, 1);
  const stranger = await app.signUp('Stranger');
  t.equal((await app.call(`GET /creator/episodes/${id}/events`, { as: stranger })).statusCode, 404);
});

t.test(
  'EPI-38, EPI-43, REP-07 an administrator sees an episode, blocks it with a reason and unblocks it',
  async (t) => {
    const { owner, administrator } = people;
    const id = await make('published');
    const { published_at } = await viewOf(app, owner, id);
    const see = () => app.call(`GET /admin/episodes/${id}`, { as: administrator });
    t.match((await see()).json(), {
      episode: { id, status: 'published', pages_count: 1, story: { id: storyId } },
    });
    const reply = await deed(app, administrator, id, 'block', { reason: '  Page 3 is stolen ' });
    t.match(reply.json(), { episode: { status: 'blocked', blocked_from: 'published' } });
    t.equal((await readersGet(id)).statusCode, 404, 'readers lose it at once');
    t.match(await viewOf(app, owner, id), { status: 'blocked', blocked_reason: 'Page 3 is stolen' });
    t.match((await receiptsOf(app, owner, id)).at(-1), {
      event: 'block',
      by: 'administrator',
      actor: null,
      reason: 'Page 3 is stolen',
    });
    await mustDo(app, administrator, id, 'unblock');
    t.match(await viewOf(app, owner, id), { status: 'published', blocked_reason: null, published_at });
    t.equal((await readersGet(id)).statusCode, 200, 'and get it back');
    t.match((await see()).json(), { episode: { blocked_at: null, blocked_from: null } });
  },
);

t.test(
  'EPI-40 what was scheduled is in progress after block and unblock, and its plan is void',
  async (t) => {
    const id = await make('scheduled');
    await mustDo(app, people.administrator, id, 'block', { reason: 'x' });
    t.match(await viewOf(app, people.owner, id), { status: 'blocked', publish_at: null, publish_zone: null });
    await mustDo(app, people.administrator, id, 'unblock');
    t.match(await viewOf(app, people.owner, id), { status: 'in_progress', publish_at: null });
  },
);

t.test('a block wants a reason, and an episode that exists', async (t) => {
  const id = await make('published');
  for (const body of [{}, { reason: '' }, { reason: ' \u00a0' }, { reason: 'x'.repeat(1001) }]) {
    t.equal((await deed(app, people.administrator, id, 'block', body)).statusCode, 422);
  }
  const none = '01890000-0000-7000-8000-000000000000';
  t.equal((await deed(app, people.administrator, none, 'block', { reason: 'x' })).statusCode, 404);
  t.equal((await viewOf(app, people.owner, id)).status, 'published');
});

t.test(
  'REP-08 nobody but an administrator blocks or unblocks: others get 403, strangers to the house 401',
  async (t) => {
    const published = await make('published');
    const blocked = await make('blocked');
    const stranger = await app.signUp('Stranger');
    for (const account of [people.owner, stranger]) {
      t.equal((await deed(app, account, published, 'block', { reason: 'x' })).statusCode, 403);
      t.equal((await deed(app, account, blocked, 'unblock')).statusCode, 403);
      t.equal((await app.call(`GET /admin/episodes/${published}`, { as: account })).statusCode, 403);
    }
    t.equal((await app.call(`POST /admin/episodes/${blocked}/unblock`)).statusCode, 401);
    t.equal((await viewOf(app, people.owner, published)).status, 'published');
    t.equal((await viewOf(app, people.owner, blocked)).status, 'blocked');
  },
);

t.test(
  'who may move an episode: owner and publisher of the team; editor and viewer 403; others 404',
  async (t) => {
    const may: Record<TeamRole | 'nobody', number> = {
      owner: 200,
      publisher: 200,
      editor: 403,
      viewer: 403,
      nobody: 404,
    };
    for (const [role, status] of Object.entries(may) as [TeamRole | 'nobody', number][]) {
      const person = role === 'owner' ? people.owner : await app.signUp(role);
      if (role !== 'owner' && role !== 'nobody') {
        await app.deps.db.insert(storyMembers).values({ storyId, userId: person.id, role });
      }
      const moves: [Status, string, object | undefined][] = [
        ['in_progress', 'publish', {}],
        ['in_progress', 'schedule', inAnHour(app)],
        ['scheduled', 'unschedule', undefined],
        ['published', 'unpublish', undefined],
      ];
      for (const [from, verb, body] of moves) {
        const id = await make(from);
        t.equal((await deed(app, person, id, verb, body)).statusCode, status, `${role}: ${verb}`);
        if (status !== 200) t.equal((await viewOf(app, people.owner, id)).status, from);
      }
    }
  },
);

t.test('an administrator who is not of the team does not publish for it', async (t) => {
  const id = await make('in_progress');
  t.equal((await deed(app, people.administrator, id, 'publish', {})).statusCode, 404);
});

t.test('of many calls at once to publish one episode, one succeeds', async (t) => {
  const id = await readyEpisode(app, people.owner, storyId);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => deed(app, people.owner, id, 'publish', {})),
  );
  t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409, 409]);
  t.equal((await receiptsOf(app, people.owner, id)).length, 1);
  const [row] = await app.deps.db.select().from(episodes).where(eq(episodes.id, id));
  t.same(row?.firstPublishedAt, row?.publishedAt);
});

t.test('everything is closed', () => app.close());
