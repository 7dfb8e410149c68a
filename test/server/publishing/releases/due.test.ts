import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, mails, outbox, stories, users } from '#db/schema/index.ts';
import { publishAllDue, publishDue } from '#server/domains/publishing/releases/due.ts';
import {
  dialogAt,
  HOUR_MS,
  inAnHour,
  MINUTE_MS,
  mustDo,
  openDue,
  readyEpisode,
  receiptsOf,
  setClock,
  startRelease,
  viewOf,
} from '../../../support/releases.ts';

const NOW = new Date('2026-03-20T10:00:00.000Z');
const bench = await openDue(NOW);
const { app, owner, due: DUE, scheduled, statusOf, actionsOf } = bench;
t.beforeEach(bench.begin);
const publishedFacts = async (id: string) =>
  (await app.deps.db.select().from(outbox).where(eq(outbox.name, 'episode.published')))
    .map(({ payload }) => payload)
    .filter(({ episodeId }) => episodeId === id);

t.test('EPI-31, OPS-01 the job and the sweep publish when the moment has come, not before', async (t) => {
  for (const publish of [
    (id: string) => publishDue(app.deps, { episodeId: id, publishAt: DUE }),
    () => publishAllDue(app.deps),
  ]) {
    setClock(app, NOW);
    const id = await scheduled();
    setClock(app, new Date(DUE.getTime() - 1));
    await publish(id);
    t.equal(await statusOf(id), 'scheduled', 'a millisecond too early');
    t.equal((await app.call(`GET /episodes/${id}`)).statusCode, 404);
    setClock(app, DUE);
    await publish(id);
    t.match(await viewOf(app, owner, id), {
      status: 'published',
      published_at: DUE.toISOString(),
      publish_at: null,
    });
    t.equal((await app.call(`GET /episodes/${id}`)).statusCode, 200, 'EPI-43 readers have it at once');
    t.match((await receiptsOf(app, owner, id)).at(-1), {
      event: 'due',
      at: DUE.toISOString(),
      due_at: DUE.toISOString(),
      from_status: 'scheduled',
      to_status: 'published',
      by: 'worker',
      actor: null,
    });
    t.same(await publishedFacts(id), [{ episodeId: id, first: true }]);
    const [story] = await app.deps.db.select().from(stories).where(eq(stories.id, bench.storyId));
    t.match(story, { published: true, lastUpdate: DUE });
  }
});

t.test(
  'OPS-01 a release waits for nobody who likes: their table may be held as long as it takes',
  async (t) => {
    const id = await scheduled();
    setClock(app, DUE);
    const client = await app.deps.pool.connect();
    try {
      await client.query('begin; lock table likes in access exclusive mode');
      await publishDue(app.deps, { episodeId: id, publishAt: DUE });
      const { rows } = await client.query('select status from episodes where id = $1', [id]);
      t.same(rows, [{ status: 'published' }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

t.test('OPS-02 a second delivery, a second sweep and both at once do nothing more', async (t) => {
  const id = await scheduled();
  setClock(app, DUE);
  const job = () => publishDue(app.deps, { episodeId: id, publishAt: DUE });
  await Promise.all([job(), publishAllDue(app.deps), job(), publishAllDue(app.deps), job()]);
  await job();
  await publishAllDue(app.deps);
  t.equal(await statusOf(id), 'published');
  t.same(await actionsOf(id), ['schedule', 'due']);
  t.equal((await publishedFacts(id)).length, 1);
});

t.test(
  'EPI-32 an old job finds nothing: unscheduled, rescheduled, deleted, blocked, published, deleted story',
  async (t) => {
    const administrator = await app.signUp('Ada Mina');
    await app.makeAdministrator(administrator);
    const changes: Record<string, (id: string) => Promise<unknown>> = {
      unscheduled: (id) => mustDo(app, owner, id, 'unschedule'),
      rescheduled: (id) => mustDo(app, owner, id, 'schedule', dialogAt(new Date(DUE.getTime() + HOUR_MS))),
      deleted: (id) => app.call(`DELETE /creator/episodes/${id}`, { as: owner }),
      blocked: (id) => mustDo(app, administrator, id, 'block', { reason: 'x' }),
      published: (id) => mustDo(app, owner, id, 'publish', {}),
      'deleted with its story': (id) =>
        app.call(`DELETE /creator/stories/${bench.storyId}`, {
          as: owner,
          body: { title: 'Night Train', id },
        }),
    };
    for (const [name, change] of Object.entries(changes)) {
      setClock(app, NOW);
      const id = await scheduled();
      await change(id);
      const [before] = await app.deps.db.select().from(episodes).where(eq(episodes.id, id));
      setClock(app, DUE);
      await publishDue(app.deps, { episodeId: id, publishAt: DUE });
      await publishAllDue(app.deps);
      const [after] = await app.deps.db.select().from(episodes).where(eq(episodes.id, id));
      t.same(after, before, name);
      if (name === 'published') await mustDo(app, owner, id, 'unpublish');
      // A story with a blocked episode cannot be deleted.
      if (name === 'blocked') await mustDo(app, administrator, id, 'unblock');
    }
  },
);

t.test('EPI-32 unscheduled and scheduled again for the same moment is published once', async (t) => {
  const id = await scheduled();
  await mustDo(app, owner, id, 'unschedule');
  await mustDo(app, owner, id, 'schedule', dialogAt(DUE));
  setClock(app, DUE);
  await app.runJobs();
  await publishAllDue(app.deps);
  t.same(await actionsOf(id), ['schedule', 'unschedule', 'schedule', 'due']);
});

t.test('EPI-40 due but not ready: in progress again, and its owner is told why by mail', async (t) => {
  const id = await scheduled();
  const { pages } = (await app.call(`GET /creator/pages?episode_id=${id}`, { as: owner })).json<{
    pages: { id: string }[];
  }>();
  for (const page of pages) await app.call(`DELETE /creator/pages/${page.id}`, { as: owner });
  setClock(app, DUE);
  await publishAllDue(app.deps);
  await publishAllDue(app.deps);
  t.match(await viewOf(app, owner, id), { status: 'in_progress', publish_at: null, published_at: null });
  t.match((await receiptsOf(app, owner, id)).slice(1), [
    { event: 'due_not_ready', by: 'worker', missing: ['pages'], due_at: DUE.toISOString() },
  ]);
  t.same(await publishedFacts(id), []);
  const told = and(eq(mails.userId, owner.id), eq(mails.kind, 'episode_not_published'));
  t.match(await app.deps.db.select().from(mails).where(told), [
    { toAddress: owner.email, data: { episodeId: id, missing: 'pages' }, sentAt: null },
  ]);
  await app.runJobs();
  const [sent] = await app.deps.db.select().from(mails).where(told);
  t.same(sent?.sentAt, DUE, 'and the mail can be written and sent');
});

t.test('nobody is written to at an address that is not confirmed', async (t) => {
  const other = await app.signUp('Other');
  const story = await startRelease(app, other);
  const id = await readyEpisode(app, other, story);
  await mustDo(app, other, id, 'schedule', inAnHour(app));
  await app.deps.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, other.id));
  await app.deps.db.update(stories).set({ coverMediaId: null }).where(eq(stories.id, story));
  setClock(app, DUE);
  await publishAllDue(app.deps);
  t.equal((await viewOf(app, other, id)).status, 'in_progress');
  const written = await app.deps.db.select().from(mails).where(eq(mails.userId, other.id));
  t.notOk(written.some(({ kind }) => kind === 'episode_not_published'));
});

t.test('EPI-31 what a release was allowed for is not asked again when it is due', async (t) => {
  const id = await scheduled();
  const confirm = (at: Date | null) =>
    app.deps.db.update(users).set({ emailConfirmedAt: at }).where(eq(users.id, owner.id));
  await confirm(null);
  setClock(app, DUE);
  await publishAllDue(app.deps);
  t.equal(await statusOf(id), 'published');
  await confirm(NOW);
});

t.test('the first publication is noted once: later ones are not told as first', async (t) => {
  const id = await scheduled();
  setClock(app, DUE);
  await publishAllDue(app.deps);
  await mustDo(app, owner, id, 'unpublish');
  const again = new Date(DUE.getTime() + HOUR_MS);
  await mustDo(app, owner, id, 'schedule', dialogAt(again));
  setClock(app, new Date(again.getTime() + MINUTE_MS));
  await publishAllDue(app.deps);
  t.same(await publishedFacts(id), [
    { episodeId: id, first: true },
    { episodeId: id, first: false },
  ]);
  const [row] = await app.deps.db.select().from(episodes).where(eq(episodes.id, id));
  t.same([row?.firstPublishedAt, row?.publishedAt], [DUE, new Date(again.getTime() + MINUTE_MS)]);
});

t.test('everything is closed', () => app.close());
