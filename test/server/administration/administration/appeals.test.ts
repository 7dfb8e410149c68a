/** Statements of reasons (DSA, article 17) and the one objection to each (article 20). */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, blockStatements, mails, outbox, users } from '#db/schema/index.ts';
import { appealProblem, appealUntil } from '#server/domains/safety/takedowns/rules.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { episodeIn, type People, startRelease } from '../../../support/releases.ts';

let app: TestApp;
let people: People;
let second: Account;
let storyId: string;

const REASON = 'Pages 9 to 12 show open wounds in close-up.';

t.before(async () => {
  app = await startTestApp();
  people = { owner: await app.signUp('Teo Sandoval'), administrator: await app.signUp('Mei Tan') };
  second = await app.signUp('Tomás Reyes');
  await app.makeAdministrator(people.administrator);
  await app.makeAdministrator(second);
  storyId = await startRelease(app, people.owner);
});
t.after(() => app.close());

const block = async (body: object = {}) => {
  const id = await episodeIn(app, people, { storyId, status: 'published' });
  const reply = await app.call(`POST /admin/episodes/${id}/block`, {
    as: people.administrator,
    body: { reason: REASON, ...body },
  });
  return { id, statementId: reply.json<{ episode: { statement_id: string } }>().episode.statement_id };
};
const object = (id: string, as: Account = people.owner, text = 'The wound is paint, as page 13 tells.') =>
  app.call(`POST /creator/statements/${id}/appeal`, { as, body: { text } });
const decide = (id: string, as: Account, decision: string, note = 'It is paint.') =>
  app.call(`PATCH /admin/appeals/${id}`, { as, body: { decision, note } });
const isRead = async (id: string) => (await app.call(`GET /episodes/${id}`)).statusCode === 200;

t.test('REP-07 a block is stated: ground, facts, how it was found, who decides, until when', async (t) => {
  const { id, statementId } = await block({
    category: 'violence',
    ground: 'guidelines',
    rule: '4.2',
    found_automatically: true,
  });
  const reply = await app.call(`GET /creator/statements/${statementId}`, { as: people.owner });
  t.match(reply.json(), {
    statement: {
      subject_type: 'episode',
      subject_id: id,
      category: 'violence',
      ground: 'guidelines',
      rule: '4.2',
      facts: REASON,
      found_automatically: true,
      appeal: null,
      decision: null,
      may_appeal: true,
    },
  });
  const list = await app.call('GET /creator/statements', { as: people.owner });
  t.equal(list.json<{ statements: { id: string }[] }>().statements[0]?.id, statementId);
  t.notMatch(reply.body, /Mei Tan/, 'the name of the administrator is no business of the team');
  const queued = await app.deps.db.select().from(mails).where(eq(mails.kind, 'statement_issued'));
  t.ok(queued.some(({ data, userId }) => data.statementId === statementId && userId === people.owner.id));
  const events = await app.deps.db.select().from(outbox).where(eq(outbox.name, 'statement.issued'));
  t.ok(events.some(({ payload }) => (payload as { statementId: string }).statementId === statementId));
  const [entry] = await app.deps.db.select().from(adminActions).where(eq(adminActions.subjectId, id));
  t.match(entry, { deed: 'episode_blocked', actorId: people.administrator.id, reason: REASON });
});

t.test('REP-08 a statement is for the team of the story alone', async (t) => {
  const { statementId } = await block();
  const stranger = await app.signUp('Stranger');
  t.equal((await app.call(`GET /creator/statements/${statementId}`)).statusCode, 401);
  t.equal((await app.call(`GET /creator/statements/${statementId}`, { as: stranger })).statusCode, 404);
  t.equal((await object(statementId, stranger)).statusCode, 404);
  t.equal((await app.call(`POST /creator/statements/${statementId}/appeal`)).statusCode, 401);
  for (const call of ['GET /admin/appeals', `PATCH /admin/appeals/${statementId}`]) {
    t.equal((await app.call(call, { body: call.startsWith('P') ? {} : undefined })).statusCode, 401, call);
    for (const as of [stranger, people.owner])
      t.match((await app.call(call, { as, body: call.startsWith('P') ? {} : undefined })).json(), {
        code: 'administrators_only',
      });
  }
});

t.test(
  'EPI-40 its creator objects once, another administrator grants it, readers have it again',
  async (t) => {
    const { id, statementId } = await block();
    t.notOk(await isRead(id));
    for (const text of ['', '   ', 'too short', 'x'.repeat(2001)])
      t.equal((await object(statementId, people.owner, text)).statusCode, 422);
    t.equal((await object(statementId)).statusCode, 200);
    t.match((await object(statementId)).json(), { code: 'appeal_made' });
    const open = await app.call('GET /admin/appeals', { as: people.administrator });
    t.match(
      open.json<{ appeals: { id: string }[] }>().appeals.find((each) => each.id === statementId),
      { may_decide: false, is_own: true, blocked_by: { display_name: 'Mei Tan' } },
    );
    const own = await decide(statementId, people.administrator, 'upheld');
    t.equal(own.statusCode, 403);
    t.match(own.json(), { code: 'other_administrator_decides' });
    t.equal((await decide(statementId, second, 'granted', '')).statusCode, 422);
    t.equal((await decide(statementId, second, 'maybe')).statusCode, 422);
    t.equal((await decide(statementId, second, 'granted')).statusCode, 200);
    t.ok(await isRead(id));
    t.match((await decide(statementId, second, 'upheld')).json(), { code: 'appeal_decided' });
    const seen = await app.call(`GET /creator/statements/${statementId}`, { as: people.owner });
    t.match(seen.json(), { statement: { decision: { decision: 'granted', note: 'It is paint.' } } });
    const told = await app.deps.db.select().from(mails).where(eq(mails.kind, 'appeal_decided'));
    t.equal(told.filter(({ data }) => data.statementId === statementId).length, 1);
  },
);

t.test('EPI-40 an objection that is upheld leaves it blocked, and cannot be made again', async (t) => {
  const { id, statementId } = await block();
  await object(statementId);
  t.equal((await decide(statementId, second, 'upheld', 'It stays')).statusCode, 200);
  t.notOk(await isRead(id));
  t.match((await object(statementId)).json(), { code: 'appeal_made' });
});

t.test('EPI-40 two administrators who decide at once decide it once', async (t) => {
  const third = await app.signUp('Third');
  await app.makeAdministrator(third);
  const { id, statementId } = await block();
  await object(statementId);
  const replies = await Promise.all([
    decide(statementId, second, 'granted'),
    decide(statementId, third, 'upheld'),
    app.call(`POST /admin/episodes/${id}/unblock`, { as: people.administrator }),
  ]);
  t.equal(replies.filter(({ statusCode }) => statusCode >= 500).length, 0);
  const [statement] = await app.deps.db
    .select()
    .from(blockStatements)
    .where(eq(blockStatements.id, statementId));
  t.not(statement?.decidedAt, null);
  const told = await app.deps.db.select().from(mails).where(eq(mails.kind, 'appeal_decided'));
  t.equal(told.filter(({ data }) => data.statementId === statementId).length, 1);
  await app.deps.db.update(users).set({ administrator: false }).where(eq(users.id, third.id));
});

t.test('EPI-40 two who block at once block once, and state one reason', async (t) => {
  const id = await episodeIn(app, people, { storyId, status: 'published' });
  const replies = await Promise.all(
    [people.administrator, second].map((as) =>
      app.call(`POST /admin/episodes/${id}/block`, { as, body: { reason: REASON } }),
    ),
  );
  t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  t.equal(await app.deps.db.$count(blockStatements, eq(blockStatements.subjectId, id)), 1);
});

t.test('EPI-40 the only administrator may decide, and the log says so', async (t) => {
  const { statementId } = await block();
  await object(statementId);
  await app.deps.db.update(users).set({ administrator: false }).where(eq(users.id, second.id));
  t.equal((await decide(statementId, people.administrator, 'upheld')).statusCode, 200);
  const [entry] = await app.deps.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.subjectId, statementId));
  t.match(entry, { deed: 'appeal_upheld', details: { alone: true } });
  await app.makeAdministrator(second);
});

t.test('EPI-40 whoever unblocks while an objection waits has granted it', async (t) => {
  const { id, statementId } = await block();
  await object(statementId);
  t.equal(
    (await app.call(`POST /admin/episodes/${id}/unblock`, { as: people.administrator })).statusCode,
    200,
  );
  const seen = await app.call(`GET /creator/statements/${statementId}`, { as: people.owner });
  t.match(seen.json(), { statement: { decision: { decision: 'granted' }, may_appeal: false } });
});

t.test('the time to object is half a year, and ends with a short month', async (t) => {
  const until = (text: string) => appealUntil(new Date(text)).toISOString();
  t.equal(until('2026-11-20T11:02:00Z'), '2027-05-20T11:02:00.000Z');
  t.equal(until('2026-08-31T10:00:00Z'), '2027-02-28T10:00:00.000Z');
  const facts = { createdAt: new Date('2026-11-20T11:02:00Z'), endedAt: null, appealedAt: null };
  t.equal(appealProblem(facts, new Date('2027-05-20T11:02:00Z')), null);
  t.equal(appealProblem(facts, new Date('2027-05-20T11:02:01Z')), 'appeal_late');
  t.equal(appealProblem({ ...facts, endedAt: facts.createdAt }, facts.createdAt), 'block_lifted');
});
