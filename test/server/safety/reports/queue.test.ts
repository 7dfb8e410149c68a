import { and, eq, isNull } from 'drizzle-orm';
import t from 'tap';
import {
  adminActions,
  comments,
  outbox,
  reportDecisions,
  reportQueue,
  users,
  violationReports,
} from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

type Thing = {
  subject_id: string;
  urgent: boolean;
  reports_count: number;
  categories: { category: string; count: number }[];
  reports: { id: string; number: number; text: string; snapshot: string }[];
  now: { text: string; changed: boolean; state: string | null } | null;
  person: { id: string; reports_count: number; actioned_count: number } | null;
  earlier: { state: string; note: string }[];
};

t.test('the queue of reports', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addStory } = openShelf(deps);
  const author = await addAuthor('Mirko Haas');
  const [ada, ben] = [await app.signUp('Ada'), await app.signUp('Ben')];
  await app.makeAdministrator(ada);
  await app.makeAdministrator(ben);
  const readers: Account[] = [];
  for (const name of ['Rin', 'Sol', 'Tao', 'Uma']) readers.push(await app.signUp(name));
  const [rin, sol, tao, uma] = readers as [Account, Account, Account, Account];
  await deps.db.update(users).set({ createdAt: new Date(0) });

  const send = async (type: string, id: string, { as = rin, category = 'spam', text = '' } = {}) => {
    const body = { subject_type: type, subject_id: id, category, text };
    const reply = await app.call('POST /violation', { as, body });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json<{ report: { number: number } }>().report.number;
  };
  const queue = async (query = '') => {
    const reply = await app.call(`GET /admin/violation_queue${query}`, { as: ada });
    t.equal(reply.statusCode, 200, query);
    return reply.json<{ things: Thing[]; next: string | null }>();
  };
  const idsOf = async (query = '') => (await queue(query)).things.map((thing) => thing.subject_id);
  const thingOf = async (id: string) =>
    (await queue('?per_page=50')).things.find((thing) => thing.subject_id === id) as Thing;
  const decide = (id: string, body: object, as = ada) =>
    app.call(`PATCH /admin/violations/${id}`, { as, body: { state: 'actioned', note: 'Why', ...body } });
  const undo = (id: string, as = ada) => app.call(`DELETE /admin/violation_decisions/${id}`, { as });
  const clear = async () => {
    await deps.db.delete(violationReports);
    await deps.db.delete(reportQueue);
    await deps.db.delete(reportDecisions);
  };
  const tellAll = async () => {
    await deps.db
      .update(reportDecisions)
      .set({ tellAt: new Date(0) })
      .where(isNull(reportDecisions.toldAt));
    await runSweeps(deps, 'moderation.tell_outcomes');
  };
  const toldEvents = async () => {
    const rows = await deps.db.select().from(outbox).where(eq(outbox.name, 'report.decided'));
    return rows.map(({ payload }) => (payload as { reportId: string }).reportId);
  };
  const comment = async (storyId: string, body: string, as: Account, parent?: string) => {
    const reply = parent
      ? await app.call('POST /comment_replies', { as, body: { comment_id: parent, body } })
      : await app.call('POST /comments', { as, body: { story_id: storyId, body } });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    const { comment: made, reply: answer } = reply.json();
    return (made ?? answer).id as string;
  };
  const countOf = async (storyId: string) =>
    (await app.call(`GET /comments?story_id=${storyId}`)).json().comments_count;

  await t.test('REP-06 urgent things first, then the oldest; each once, with what is alike', async (t) => {
    const [first, second, third] = [await addStory(author), await addStory(author), await addStory(author)];
    await send('story', first.id, { text: 'One' });
    await send('story', second.id);
    await send('story', first.id, { as: sol, category: 'hate', text: 'Two' });
    await send('story', first.id, { as: tao, text: 'Three' });
    await send('story', third.id, { category: 'minor_safety' });
    t.same(await idsOf(), [third.id, first.id, second.id]);
    t.match(await thingOf(first.id), {
      urgent: false,
      reports_count: 3,
      categories: [
        { category: 'spam', count: 2 },
        { category: 'hate', count: 1 },
      ],
      reports: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
    });
    await send('story', second.id, { as: uma, category: 'minor_safety' });
    t.same(await idsOf(), [third.id, second.id, first.id], 'one urgent report makes it urgent');
    t.same(await idsOf('?category=hate'), [first.id]);
    t.same(await idsOf('?category=spam'), [second.id, first.id]);
    t.same(await idsOf('?subject_type=user'), []);
    t.same(await idsOf('?language=en'), [third.id, second.id, first.id]);
    t.same(await idsOf('?language=de'), []);
    t.same(await idsOf('?notices=true'), []);
    const page = await queue('?per_page=2');
    t.same(
      page.things.map((thing) => thing.subject_id),
      [third.id, second.id],
    );
    t.same(await idsOf(`?per_page=2&after=${page.next}`), [first.id]);
    t.equal((await queue(`?per_page=2&after=${page.next}`)).next, null);
    for (const wrong of ['after=x', 'after=2-1', 'category=x', 'per_page=51'])
      t.equal((await app.call(`GET /admin/violation_queue?${wrong}`, { as: ada })).statusCode, 422, wrong);
    await clear();
  });

  await t.test(
    'REP-06 one decision answers all that is alike, and one alone where that is wanted',
    async (t) => {
      const { id } = await addStory(author);
      for (const as of readers) await send('story', id, { as });
      const [one] = (await thingOf(id)).reports;
      const alone = await decide(one?.id ?? '', { state: 'rejected' });
      t.match(alone.json(), { decision: { reports_count: 1 }, report: { state: 'rejected' } });
      t.equal((await thingOf(id)).reports_count, 3);
      const [next] = (await thingOf(id)).reports;
      const rest = await decide(next?.id ?? '', { similar: true });
      t.match(rest.json(), { decision: { reports_count: 3 } });
      t.same(await idsOf(), []);
      t.equal((await undo(rest.json().decision.id)).statusCode, 200);
      t.match(await thingOf(id), { reports_count: 3, earlier: [{ state: 'rejected', note: 'Why' }] });
      t.equal((await undo(rest.json().decision.id)).statusCode, 200, 'undone again it is as undone');
      t.equal((await thingOf(id)).reports_count, 3);
      t.equal((await undo(newId())).statusCode, 404);
      const log = await deps.db.select().from(adminActions).where(eq(adminActions.actorId, ada.id));
      t.same(
        log.map(({ deed }) => deed),
        ['report_decided', 'report_decided', 'report_reopened'],
        'the log holds each of them, once',
      );
      await clear();
    },
  );

  await t.test('REP-06 reporters are told once, and not while it can be undone', async (t) => {
    const { id } = await addStory(author);
    for (const as of [rin, sol]) await send('story', id, { as });
    const { reports } = await thingOf(id);
    const reply = await decide(reports[0]?.id ?? '', { similar: true });
    await runSweeps(deps, 'moderation.tell_outcomes');
    t.same(await toldEvents(), []);
    await tellAll();
    t.same((await toldEvents()).sort(), reports.map((report) => report.id).sort());
    await tellAll();
    await runSweeps(deps, 'moderation.tell_outcomes');
    t.equal((await toldEvents()).length, 2, 'run twice it tells once');
    const late = await undo(reply.json().decision.id);
    t.equal(late.statusCode, 409);
    t.equal(late.json().code, 'too_late_to_undo');
    await clear();
  });

  await t.test('REP-06 two administrators at once: one decides, the other is told so', async (t) => {
    const { id } = await addStory(author);
    for (const as of readers) await send('story', id, { as });
    const { reports } = await thingOf(id);
    const replies = await Promise.all(
      reports.map((report, turn) =>
        decide(report.id, { similar: true, state: turn % 2 ? 'rejected' : 'actioned' }, turn % 2 ? ada : ben),
      ),
    );
    t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409]);
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
      t.equal(reply.json().code, 'already_decided');
    const rows = await deps.db.select().from(violationReports).where(eq(violationReports.subjectId, id));
    t.equal(new Set(rows.map(({ state, decisionId }) => `${state} ${decisionId}`)).size, 1);
    const decision = replies.find(({ statusCode }) => statusCode === 200)?.json().decision.id;
    const undone = await Promise.all([undo(decision), undo(decision, ben), undo(decision)]);
    t.same(
      undone.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    );
    t.equal((await thingOf(id)).reports_count, 4);
    await clear();
  });

  await t.test('SOC-04, REP-06 a comment is hidden with the decision, and counts follow', async (t) => {
    const owner = await app.signUp('Owner');
    const story = await addStory(owner.id);
    const id = await comment(story.id, 'Nobody asked for this, quit.', sol);
    const answer = await comment(story.id, 'Same to you', tao, id);
    t.equal(await countOf(story.id), 2);
    await send('comment', id, { category: 'harassment' });
    await app.call(`PATCH /comments/${id}`, { as: sol, body: { body: 'I am so kind' } });
    const thing = await thingOf(id);
    t.match(thing, {
      reports: [{ snapshot: 'Nobody asked for this, quit.' }],
      now: { text: 'I am so kind', changed: true, state: 'shown' },
      person: { id: sol.id, reports_count: 1, actioned_count: 0 },
    });
    const report = thing.reports[0]?.id ?? '';
    t.same((await decide(report, { hide: true, state: 'rejected' })).json().fields, [
      { hide: ['only works when you uphold a report of a comment, a reply or a note'] },
    ]);
    const reply = await decide(report, { hide: true, similar: true });
    t.equal(reply.statusCode, 200);
    t.equal(await countOf(story.id), 1, 'its reply is still there');
    t.match((await app.call(`GET /comments?story_id=${story.id}`)).json().comments, [{ id, gone: true }]);
    const shown = await app.call(`POST /comments/${id}/show`, { as: owner });
    t.equal(shown.statusCode, 409);
    t.equal(shown.json().code, 'hidden_by_administrator');
    t.equal((await undo(reply.json().decision.id)).statusCode, 200);
    t.equal(await countOf(story.id), 2);
    t.equal((await app.call(`POST /comments/${id}/hide`, { as: owner })).statusCode, 200);
    t.equal(
      (await app.call(`POST /comments/${id}/show`, { as: owner })).statusCode,
      200,
      'and back by its team',
    );
    await send('reply', answer);
    const under = await thingOf(answer);
    t.equal((await decide(under.reports[0]?.id ?? '', { hide: true })).statusCode, 200);
    t.match((await app.call(`GET /comment_replies?comment_id=${id}`)).json().replies, []);
    await clear();
  });

  await t.test('REP-06 what two decisions have hidden is hidden until both are undone', async (t) => {
    const story = await addStory(author);
    const id = await comment(story.id, 'Twice too much', sol);
    await send('comment', id);
    const first = (await thingOf(id)).reports[0]?.id ?? '';
    const decisions = [(await decide(first, { hide: true })).json().decision.id];
    // Simulates a report beyond the number that one decision answers.
    const later = newId(Date.now());
    const about = { subjectType: 'comment', subjectId: id, category: 'harassment' } as const;
    await deps.db.insert(violationReports).values({ id: later, reporterId: tao.id, ...about });
    decisions.push((await decide(later, { hide: true })).json().decision.id);
    t.equal(decisions.length, 2);
    await undo(decisions[0] ?? '');
    t.equal(await countOf(story.id), 0);
    await undo(decisions[1] ?? '');
    t.equal(await countOf(story.id), 1, 'it is as it was before both');
    await clear();
  });

  await t.test('REP-06 a report outlives what it is about', async (t) => {
    const story = await addStory(author);
    const id = await comment(story.id, 'Taken back', sol);
    await send('comment', id);
    t.equal((await app.call(`DELETE /comments/${id}`, { as: sol })).statusCode, 200);
    const thing = await thingOf(id);
    t.match(thing, { reports: [{ snapshot: 'Taken back' }], now: { state: 'deleted' } });
    const reply = await decide(thing.reports[0]?.id ?? '', { hide: true });
    t.equal(reply.statusCode, 200, 'what is gone is gone');
    t.equal((await undo(reply.json().decision.id)).statusCode, 200);
    const [row] = await deps.db.select().from(comments).where(eq(comments.id, id));
    t.equal(row?.state ?? 'deleted', 'deleted');
    await deps.db.delete(comments).where(eq(comments.id, id));
    t.match(await thingOf(id), { reports: [{ snapshot: 'Taken back' }], now: null });
    await clear();
  });

  await t.test('REP-06 the reported person never learns who', async (t) => {
    const story = await addStory(author);
    const id = await comment(story.id, 'Bad words', sol);
    await send('comment', id, { text: 'Rin says this' });
    const { reports } = await thingOf(id);
    await decide(reports[0]?.id ?? '', { hide: true });
    await tellAll();
    await app.runJobs();
    const said = [
      await app.call('GET /user/notifications', { as: sol }),
      await app.call(`GET /comments?story_id=${story.id}`, { as: sol }),
      await app.call('GET /user/violations', { as: sol }),
    ];
    for (const { body, statusCode } of said) {
      t.equal(statusCode, 200);
      t.notMatch(body, /Rin/);
      t.notOk(body.includes(rin.id));
    }
    const open = and(eq(violationReports.personId, sol.id), eq(violationReports.reporterId, rin.id));
    t.equal(await deps.db.$count(violationReports, open), 1);
    await clear();
  });

  await t.test('ROL-11, ROL-12 nobody else sees the queue or undoes', async (t) => {
    for (const as of [rin, undefined]) {
      const expected = as ? 403 : 401;
      t.equal((await app.call('GET /admin/violation_queue', { as })).statusCode, expected);
      t.equal((await app.call(`DELETE /admin/violation_decisions/${newId()}`, { as })).statusCode, expected);
    }
  });
});
