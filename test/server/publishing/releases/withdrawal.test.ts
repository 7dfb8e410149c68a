import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, episodes, storyMembers } from '#db/schema/index.ts';
import { type Account, PASSWORD, startTestApp, type TestApp } from '../../../support/app.ts';
import { inAnHour, mustDo, readyEpisode, receiptsOf, startRelease } from '../../../support/releases.ts';

let app: TestApp;
let owner: Account;
let teammate: Account;
let administrator: Account;
let storyId: string;

t.before(async () => {
  app = await startTestApp();
  administrator = await app.signUp('Ada Mina');
  await app.makeAdministrator(administrator);
  teammate = await app.signUp('Teammate');
});
t.beforeEach(async () => {
  owner = await app.signUp('Noor');
  storyId = await startRelease(app, owner);
  await app.deps.db.insert(storyMembers).values({ storyId, userId: teammate.id, role: 'publisher' });
});

const leave = async () => {
  const reply = await app.call('DELETE /user', { as: owner, body: { password: PASSWORD } });
  if (reply.statusCode !== 202) throw new Error(reply.body);
};
const stay = async () => {
  const reply = await app.call('POST /auth/mail', { body: { email: owner.email, password: PASSWORD } });
  owner = {
    ...owner,
    headers: { authorization: `Bearer ${reply.json<{ auth_token: string }>().auth_token}` },
  };
  await app.runJobs();
};
async function published(): Promise<string> {
  const id = await readyEpisode(app, owner, storyId);
  await mustDo(app, owner, id, 'publish', {});
  return id;
}
const rowOf = async (id: string) => {
  const [row] = await app.deps.db.select().from(episodes).where(eq(episodes.id, id));
  if (row === undefined) throw new Error('no episode');
  return row;
};
const actionsOf = async (id: string) => (await receiptsOf(app, teammate, id)).map(({ event }) => event);

t.test('EPI-40 leaving and staying leave receipts on what was shown and what was planned', async (t) => {
  const shown = await published();
  const planned = await readyEpisode(app, owner, storyId, 'Two');
  const { publish_at: dueAt } = await mustDo(app, owner, planned, 'schedule', inAnHour(app));
  const draft = await readyEpisode(app, owner, storyId, 'Three');
  await leave();
  t.match((await receiptsOf(app, teammate, shown)).at(-1), {
    event: 'withdraw',
    from_status: 'published',
    to_status: 'in_progress',
    by: 'team',
    actor: { display_name: 'Noor' },
  });
  t.match((await receiptsOf(app, teammate, planned)).at(-1), {
    event: 'withdraw',
    from_status: 'scheduled',
    due_at: dueAt,
  });
  await stay();
  t.same(await actionsOf(shown), ['publish', 'withdraw', 'restore']);
  t.same(await actionsOf(planned), ['schedule', 'withdraw'], 'a plan does not come back');
  t.same(await actionsOf(draft), []);
});

t.test('EPI-40 blocked while its owner is leaving: published again once it is unblocked', async (t) => {
  const id = await published();
  await leave();
  await mustDo(app, administrator, id, 'block', { reason: 'looked at' });
  t.match(await rowOf(id), { status: 'blocked', blockedFrom: 'published', withdrawnAt: null });
  await stay();
  t.equal((await rowOf(id)).status, 'blocked', 'staying does not lift a block');
  await mustDo(app, administrator, id, 'unblock');
  t.match(await rowOf(id), { status: 'published', withdrawnAt: null });
  t.equal((await app.call(`GET /episodes/${id}`)).statusCode, 200);
});

t.test('EPI-40 blocked and unblocked while its owner is leaving: back with the rest', async (t) => {
  const id = await published();
  await leave();
  await mustDo(app, administrator, id, 'block', { reason: 'looked at' });
  await mustDo(app, administrator, id, 'unblock');
  t.equal((await rowOf(id)).status, 'in_progress');
  t.equal((await app.call(`GET /episodes/${id}`)).statusCode, 404);
  await stay();
  t.equal((await rowOf(id)).status, 'published');
  t.same(await actionsOf(id), ['publish', 'withdraw', 'block', 'unblock', 'restore']);
});

t.test('EPI-40 blocked before its owner leaves, unblocked in between: back with the rest', async (t) => {
  const id = await published();
  await mustDo(app, administrator, id, 'block', { reason: 'looked at' });
  await leave();
  await mustDo(app, administrator, id, 'unblock');
  t.equal((await rowOf(id)).status, 'in_progress');
  await stay();
  t.equal((await rowOf(id)).status, 'published');
});

t.test('EPI-40 what a team has left without a page does not come back, now or later', async (t) => {
  const id = await published();
  await leave();
  const [page] = await app.deps.db.select().from(episodePages).where(eq(episodePages.episodeId, id));
  t.equal((await app.call(`DELETE /creator/pages/${page?.id}`, { as: teammate })).statusCode, 200);
  await stay();
  t.match(await rowOf(id), { status: 'in_progress', withdrawnAt: null });
});

t.test(
  'EPI-40 what is planned after staying and called off again is nothing that was withdrawn',
  async (t) => {
    const id = await published();
    await leave();
    const back = await app.call('POST /auth/mail', { body: { email: owner.email, password: PASSWORD } });
    t.equal(back.statusCode, 200);
    // Runs before the job that would restore the episode.
    await mustDo(app, teammate, id, 'schedule', inAnHour(app));
    await mustDo(app, teammate, id, 'unschedule');
    await app.runJobs();
    t.match(await rowOf(id), { status: 'in_progress', withdrawnAt: null });
  },
);

t.test('everything is closed', () => app.close());
