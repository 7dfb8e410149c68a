import { and, asc, eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import {
  adminActions,
  blockStatements,
  comments,
  episodePages,
  mails,
  media,
  reportDecisions,
  tsukkomiComments,
  users,
  violationReports,
} from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

const REASON = 'It insults a reader by name, in its second line.';

let app: TestApp;
let [ada, ben, owner, sol, rin]: Account[] = [] as never;

t.before(async () => {
  app = await startTestApp();
  ada = await app.signUp('Ada');
  ben = await app.signUp('Ben');
  owner = await app.signUp('Mirko Haas');
  sol = await app.signUp('Sol');
  rin = await app.signUp('Rin');
  for (const each of [ada, ben]) await app.makeAdministrator(each as Account);
  await app.deps.db.update(users).set({ createdAt: new Date(0), emailConfirmedAt: new Date(0) });
});
t.after(() => app.close());

type Thing = { type: string; id: string };
const hide = ({ type, id }: Thing, body: object = {}, as = ada) =>
  app.call(`POST /admin/contents/${type}/${id}/hide`, {
    as,
    body: { reason: REASON, category: 'harassment', ...body },
  });
const show = ({ type, id }: Thing) => app.call(`POST /admin/contents/${type}/${id}/show`, { as: ada });
const statementOf = async (thing: Thing) =>
  (await app.call(`GET /admin/contents/${thing.type}/${thing.id}`, { as: ada })).json().content.statement_id;
const seenBy = async (id: string, as?: Account) =>
  (await app.call(`GET /creator/statements/${id}`, { as })).statusCode;
const object = (id: string, as = sol) =>
  app.call(`POST /creator/statements/${id}/appeal`, {
    as,
    body: { text: 'It quotes the story word for word.' },
  });
const decide = (id: string, as = ben, decision = 'granted') =>
  app.call(`PATCH /admin/appeals/${id}`, { as, body: { decision, note: 'It is a quote.' } });

async function written(shelf = openShelf(app.deps)) {
  const story = await shelf.addStory((owner as Account).id);
  const episode = await shelf.addEpisode(story, 1);
  const reply = await app.call('POST /comments', {
    as: sol,
    body: { episode_id: episode.id, body: 'Rin draws like a mule' },
  });
  const id: string = reply.json().comment.id;
  const listed = async () =>
    (await app.call(`GET /comments?episode_id=${episode.id}`)).json().comments.map((each: Thing) => each.id);
  return { story, episode, listed, thing: { type: 'comment', id } };
}

async function goesThrough(t: Test, thing: Thing, isSeen: () => Promise<boolean>) {
  t.ok(await isSeen());
  t.equal((await hide(thing, {}, rin)).statusCode, 403);
  t.equal((await hide(thing, { reason: ' ' })).statusCode, 422);
  t.equal((await hide(thing)).statusCode, 200);
  t.notOk(await isSeen());
  const id = await statementOf(thing);
  t.same([await seenBy(id, sol), await seenBy(id, rin), await seenBy(id, owner)], [200, 404, 404]);
  t.match((await app.call(`GET /creator/statements/${id}`, { as: sol })).json().statement, {
    subject_type: thing.type,
    category: 'harassment',
    facts: REASON,
    story: null,
    may_appeal: true,
  });
  const mailed = await app.deps.db.select().from(mails).where(eq(mails.kind, 'statement_issued'));
  t.ok(mailed.some(({ data, userId }) => data.statementId === id && userId === (sol as Account).id));
  t.equal((await object(id, rin)).statusCode, 404);
  t.equal((await object(id)).statusCode, 200);
  t.equal((await decide(id, ada)).statusCode, 403, 'another administrator decides');
  t.equal((await decide(id)).statusCode, 200);
  t.ok(await isSeen());
  t.equal((await show(thing)).statusCode, 409);
  await app.runJobs();
  const told = (await app.call('GET /user/notifications', { as: sol })).json();
  const texts: string[] = told.notifications.map((each: { text: string }) => each.text);
  t.ok(
    texts.some((text) => /^Hidden: your/.test(text)),
    texts.join(' | '),
  );
}

t.test('REP-07 EPI-40 a hidden comment is stated to its author, who objects and gets it back', async (t) => {
  const { thing, listed } = await written();
  await goesThrough(t, thing, async () => (await listed()).includes(thing.id));
});

t.test(
  'REP-07 EPI-40 a hidden short note is stated to its author, who objects and gets it back',
  async (t) => {
    const { episode } = await written();
    const [page] = await app.deps.db
      .select()
      .from(episodePages)
      .where(eq(episodePages.episodeId, episode.id))
      .orderBy(asc(episodePages.position));
    const body = { episode_id: episode.id, page_id: page?.id, x: 0.5, y: 0.5, body: 'A mule drew this' };
    const id: string = (await app.call('POST /tsukkomi_comments', { as: sol, body })).json().tsukkomi_comment
      .id;
    const isSeen = async () =>
      (
        await app.call(`GET /tsukkomi_comments?episode_id=${episode.id}&page_id=${page?.id}`, { as: rin })
      ).json().tsukkomi_comments.length > 0;
    await goesThrough(t, { type: 'tsukkomi', id }, isSeen);
    const [row] = await app.deps.db.select().from(tsukkomiComments).where(eq(tsukkomiComments.id, id));
    t.equal(row?.state, 'shown');
  },
);

t.test('REP-07 EPI-40 a hidden profile text is stated, and comes back unless there is another', async (t) => {
  const { id } = sol as Account;
  const bioOf = async () =>
    (
      await app.deps.db.select({ bio: users.bio, website: users.website }).from(users).where(eq(users.id, id))
    )[0];
  const said = { bio: 'Rin draws like a mule', website: 'https://mule.example/' };
  await app.call('PUT /user/profile', { as: sol, body: said });
  const thing = { type: 'profile_text', id };
  await goesThrough(t, thing, async () => (await bioOf())?.bio !== null);
  t.match(await bioOf(), said);
  await hide(thing);
  await app.call('PUT /user/profile', { as: sol, body: { bio: 'I draw mules' } });
  t.equal((await show(thing)).statusCode, 200);
  t.match(await bioOf(), { bio: 'I draw mules', website: null });
  t.equal((await hide({ type: 'profile_text', id: (rin as Account).id })).statusCode, 404, 'nothing to hide');
});

t.test('REP-07 EPI-40 a hidden profile picture is stated, and cannot be chosen again', async (t) => {
  const { id } = sol as Account;
  const mediaId = newId();
  await app.deps.db.insert(media).values({
    id: mediaId,
    ownerId: id,
    purpose: 'profile',
    originalName: 'me.jpg',
    hash: 'a'.repeat(64),
    bytes: 1,
    type: 'image/jpeg',
    width: 640,
    height: 640,
    processedAt: new Date(),
  });
  const choose = () => app.call('PUT /user/profile', { as: sol, body: { picture_media_id: mediaId } });
  t.equal((await choose()).statusCode, 200);
  const thing = { type: 'profile_picture', id };
  await hide(thing);
  t.match((await choose()).json().fields, [{ picture_media_id: ['was hidden by an administrator'] }]);
  await show(thing);
  const pictureOf = async () =>
    (await app.deps.db.select({ is: users.pictureMediaId }).from(users).where(eq(users.id, id)))[0]?.is;
  t.equal(await pictureOf(), mediaId);
  await goesThrough(t, thing, async () => (await pictureOf()) !== null);
});

t.test('REP-06 blocking or hiding the reported thing decides its reports, which can be undone', async (t) => {
  const { story, thing } = await written();
  const report = (
    as: Account | undefined,
    subject_type: string,
    subject_id: string,
    category = 'harassment',
  ) => app.call('POST /violation', { as, body: { subject_type, subject_id, category } });
  const stateOf = async (subjectId: string) =>
    (
      await app.deps.db
        .select({ state: violationReports.state, note: violationReports.note })
        .from(violationReports)
        .where(eq(violationReports.subjectId, subjectId))
        .orderBy(asc(violationReports.id))
    ).map(({ state }) => state);
  await report(rin, 'comment', thing.id);
  await report(owner, 'comment', thing.id, 'spam');
  await report(rin, 'story', story.id);
  await report(rin, 'user', (sol as Account).id);
  await report(owner, 'user', (sol as Account).id, 'minor_safety');
  await hide(thing);
  await app.call(`POST /admin/stories/${story.id}/block`, { as: ada, body: { reason: REASON } });
  await app.call('PUT /user/profile', { as: sol, body: { bio: 'Rin draws like a mule' } });
  await hide({ type: 'profile_text', id: (sol as Account).id });
  for (const _ of [1, 2]) await app.runJobs();
  t.same(await stateOf(thing.id), ['actioned', 'actioned']);
  t.same(await stateOf(story.id), ['actioned']);
  t.same(await stateOf((sol as Account).id), ['actioned', 'open'], 'another reproach is another matter');
  const [decision] = await app.deps.db
    .select()
    .from(reportDecisions)
    .where(eq(reportDecisions.subjectId, thing.id));
  t.match(decision, { note: REASON, reportCount: 2, hidden: null, decidedBy: (ada as Account).id });
  await app.call(`DELETE /admin/violation_decisions/${decision?.id}`, { as: ada });
  t.same(await stateOf(thing.id), ['open', 'open']);
  t.equal(
    await app.deps.db.$count(comments, and(eq(comments.id, thing.id), eq(comments.state, 'hidden'))),
    1,
  );
});

t.test('REP-07 a decision that hides states the reasons, and undoing it ends the statement', async (t) => {
  const { thing, listed } = await written();
  await app.call('POST /violation', {
    as: rin,
    body: { subject_type: 'comment', subject_id: thing.id, category: 'hate' },
  });
  const [reported] = await app.deps.db
    .select()
    .from(violationReports)
    .where(eq(violationReports.subjectId, thing.id));
  const reply = await app.call(`PATCH /admin/violations/${reported?.id}`, {
    as: ada,
    body: { state: 'actioned', note: REASON, hide: true },
  });
  const id = await statementOf(thing);
  t.match((await app.call(`GET /creator/statements/${id}`, { as: sol })).json().statement, {
    category: 'hate',
    facts: REASON,
    reports_count: 1,
    content: { text: 'Rin draws like a mule' },
  });
  t.match((await app.call(`GET /comments/${thing.id}`, { as: sol })).json().comment, {
    hidden: true,
    statement_id: id,
  });
  await app.call(`DELETE /admin/violation_decisions/${reply.json().decision.id}`, { as: ada });
  t.same(await listed(), [thing.id]);
  const [statement] = await app.deps.db.select().from(blockStatements).where(eq(blockStatements.id, id));
  t.not(statement?.endedAt, null);
  t.equal((await object(id)).json().code, 'block_lifted');
});

t.test('REP-07 an erased author leaves neither the text nor the objection', async (t) => {
  const lea = await app.signUp('Lea');
  await app.deps.db.update(users).set({ bio: 'A text' }).where(eq(users.id, lea.id));
  await hide({ type: 'profile_text', id: lea.id });
  const { eraseAppeals } = await import('#server/domains/safety/personal.ts');
  await eraseAppeals(app.deps as never, { id: lea.id } as never);
  const [statement] = await app.deps.db
    .select()
    .from(blockStatements)
    .where(eq(blockStatements.ownerId, lea.id));
  t.equal(statement?.hidden, null);
  const [entry] = await app.deps.db.select().from(adminActions).where(eq(adminActions.subjectId, lea.id));
  t.match(entry, { deed: 'content_hidden', details: { content: 'profile_text' }, reason: REASON });
});
