import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, reportDecisions, stories, users, violationReports } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { eraseReporter } from '#server/domains/safety/personal.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

type Listed = { id: string; number: number };

t.test('reports before administrators', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor('Mirko Haas');
  const [reader, administrator, second] = [
    await app.signUp('Reader'),
    await app.signUp('Ada'),
    await app.signUp('Ben'),
  ];
  await app.makeAdministrator(administrator);
  await app.makeAdministrator(second);
  const send = async (body: object, as: Account = reader): Promise<number> => {
    const reply = await app.call('POST /violation', { as, body: { category: 'spam', ...body } });
    t.equal(reply.statusCode, 201);
    return reply.json().report.number;
  };
  const list = async (query = '') => {
    const reply = await app.call(`GET /admin/violations${query}`, { as: administrator });
    t.equal(reply.statusCode, 200, query);
    return reply.json<{ violations: Listed[]; total: number; page: number; per_page: number }>();
  };
  const decide = (id: string, body: unknown, as: Account | undefined = administrator) =>
    app.call(`PATCH /admin/violations/${id}`, { as, body });
  const start = async (text = '', as: Account = reader) => {
    const story = await addStory(author, { title: 'Ash Street' });
    const number = await send({ subject_type: 'story', subject_id: story.id, text }, as);
    const { violations } = await list(`?subject_id=${story.id}`);
    const id = violations.find((report) => report.number === number)?.id as string;
    return { story, number, id };
  };
  const again = (id: string) => ({ subject_type: 'story', subject_id: id, category: 'spam' });
  const seenBy = async (number: number) =>
    (await app.call('GET /user/violations', { as: reader }))
      .json<{ violations: Listed[] }>()
      .violations.find((report) => report.number === number) ?? {};
  /** Ends the time for undo, and notifies of the outcome. */
  const tellAll = async () => {
    await deps.db.update(reportDecisions).set({ tellAt: new Date(0) });
    await runSweeps(deps, 'moderation.tell_outcomes');
  };
  const rowOf = async (id: string) => {
    const [row] = await deps.db.select().from(violationReports).where(eq(violationReports.id, id));
    return row as typeof violationReports.$inferSelect;
  };

  await t.test('REP-06 they list newest first, with their reporter and what they are about', async (t) => {
    const story = await addStory(author, { title: 'Two Umbrellas' });
    const { id: episodeId } = await addEpisode(story, 1);
    const [ofStory, ofEpisode, ofUser] = [
      await send({ subject_type: 'story', subject_id: story.id, category: 'copyright', text: 'Mine.' }),
      await send({ subject_type: 'episode', subject_id: episodeId, category: 'hate' }),
      await send({ subject_type: 'user', subject_id: author }, second),
    ];
    const numbersOf = async (query: string) => (await list(query)).violations.map(({ number }) => number);
    t.match(await list(), {
      total: 3,
      page: 1,
      per_page: 24,
      violations: [
        { number: ofUser, subject: { title: 'Mirko Haas' }, story_id: null, reporter: { id: second.id } },
        { number: ofEpisode, subject: { title: 'Two Umbrellas: Part 1', number: 1 }, story_id: story.id },
        {
          number: ofStory,
          subject: { title: 'Two Umbrellas', slug: story.slug, number: null },
          story_id: story.id,
          category: 'copyright',
          text: 'Mine.',
          state: 'open',
          reporter: { id: reader.id, display_name: 'Reader' },
          decided_by: null,
          decided_at: null,
          note: '',
        },
      ],
    });
    t.same(await numbersOf('?category=hate'), [ofEpisode]);
    t.same(await numbersOf('?subject_type=user'), [ofUser]);
    t.same(await numbersOf(`?subject_id=${story.id}`), [ofStory]);
    t.same(await numbersOf('?state=open&category=spam'), [ofUser]);
    t.same(await numbersOf('?state=actioned'), []);
    t.match(await list('?per_page=1&page=3'), { total: 3, violations: [{ number: ofStory }] });
    for (const wrong of ['state=shut', 'category=', 'subject_id=1', 'per_page=101', 'page=0'])
      t.equal(
        (await app.call(`GET /admin/violations?${wrong}`, { as: administrator })).statusCode,
        422,
        wrong,
      );

    await deps.db.update(stories).set({ published: false }).where(eq(stories.id, story.id));
    await deps.db.update(episodes).set({ status: 'blocked' }).where(eq(episodes.id, episodeId));
    const named = async () =>
      (await list()).violations.map((report) => 'subject' in report && report.subject !== null);
    t.same(await named(), [true, true, true], 'what readers are not shown is still judged');
    await deps.db.update(stories).set({ deletedAt: new Date() }).where(eq(stories.id, story.id));
    t.same(await named(), [true, false, false]);
  });

  await t.test('REP-06 it is decided with who, when and why; its reporter sees the outcome', async (t) => {
    const { id, story, number } = await start('Look at page 3.');
    const reply = await decide(id, { state: 'actioned', note: '  Asked to redraw page 3. ' });
    t.equal(reply.statusCode, 200);
    const decided = {
      id,
      number,
      text: 'Look at page 3.',
      state: 'actioned',
      note: 'Asked to redraw page 3.',
      decided_by: { id: administrator.id, display_name: 'Ada' },
      decided_at: /^\d{4}-/,
    };
    t.match(reply.json(), { report: decided, notice: { is_success: true, message: 'Report decided' } });
    t.match((await list('?state=actioned')).violations, [decided]);
    let seen = await seenBy(number);
    t.match(seen, { state: 'open', decided_at: null }, 'not while it can be undone');
    t.match((await app.call(`GET /stories/${story.id}/mine`, { as: reader })).json().reported, { number });
    t.match((await app.call('POST /violation', { as: reader, body: again(story.id) })).json(), {
      code: 'already_reported',
      report: { number, state: 'open' },
    });
    await tellAll();
    seen = await seenBy(number);
    t.match(seen, { state: 'actioned', decided_at: /^\d{4}-/ });
    for (const name of ['note', 'decided_by', 'reporter']) t.notOk(name in seen, `${name} is not told`);
    t.equal((await app.call(`GET /stories/${story.id}/mine`, { as: reader })).json().reported, null);
    await send({ subject_type: 'story', subject_id: story.id });
    t.equal((await list(`?subject_id=${story.id}&state=open`)).total, 1, 'it can be reported anew');
  });

  await t.test('REP-06, ERR-74 it is decided once, also by many at once', async (t) => {
    const { id } = await start();
    const replies = await Promise.all(
      [administrator, second, administrator, second].map((as, turn) =>
        decide(id, { state: turn % 2 === 0 ? 'actioned' : 'rejected', note: `Turn ${turn}` }, as),
      ),
    );
    t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409]);
    const { report } = replies.find(({ statusCode }) => statusCode === 200)?.json() ?? {};
    for (const refused of replies.filter(({ statusCode }) => statusCode === 409))
      t.match(refused.json(), { code: 'already_decided', report });
    t.equal((await decide(id, { state: report.state, note: report.note })).statusCode, 409, 'nor again');
    t.match(await rowOf(id), { state: report.state, note: report.note });
  });

  await t.test('REP-06 a decision needs a state and a reason', async (t) => {
    const { id } = await start();
    t.same((await decide(id, {})).json().fields, [
      { state: ["can't be blank"] },
      { note: ["can't be blank"] },
    ]);
    for (const state of ['open', 'shut', null])
      t.equal((await decide(id, { state, note: 'Why' })).statusCode, 422, String(state));
    for (const note of ['', ' \u200b', 'x'.repeat(1001), 5])
      t.equal((await decide(id, { state: 'rejected', note })).statusCode, 422, String(note).slice(0, 5));
    t.match(await rowOf(id), { state: 'open', note: '', decidedBy: null });
    t.equal((await decide(newId(), { state: 'rejected', note: 'Why' })).statusCode, 404);
    t.equal((await decide('1', { state: 'rejected', note: 'Why' })).statusCode, 404);
    t.equal((await decide(id, { state: 'rejected', note: '😀'.repeat(1000) })).statusCode, 200);
  });

  await t.test('ROL-11, ROL-12 nobody else sees or decides reports, their reporter neither', async (t) => {
    const { id } = await start();
    const body = { state: 'rejected', note: 'Why' };
    const stranger = await app.signUp();
    for (const as of [reader, stranger]) {
      for (const reply of [await app.call('GET /admin/violations', { as }), await decide(id, body, as)]) {
        t.equal(reply.statusCode, 403);
        t.equal(reply.json().code, 'administrators_only');
      }
      t.equal((await decide(newId(), body, as)).statusCode, 403, 'whether there is one or not');
    }
    t.equal((await app.call('GET /admin/violations')).statusCode, 401);
    t.equal((await app.call(`PATCH /admin/violations/${id}`, { body })).statusCode, 401);
    t.equal((await rowOf(id)).state, 'open');
  });

  await t.test('REP-06 accounts that go leave the decision, and nothing that they wrote', async (t) => {
    const leaver = await app.signUp('Leaver');
    const { id } = await start('My street, my name', leaver);
    const { id: decidedId } = await start('My name again', leaver);
    await decide(decidedId, { state: 'rejected', note: 'Nothing there' }, second);
    await tellAll();
    await inTransaction(deps, (tx) => eraseReporter(tx, { id: leaver.id } as never));
    t.match(await rowOf(decidedId), { reporterId: null, text: '', note: 'Nothing there' });
    t.match(await rowOf(id), { reporterId: null, text: 'My street, my name' }, 'it is to be looked at');
    t.equal((await decide(id, { state: 'actioned', note: 'Blocked' })).statusCode, 200);
    t.match(await rowOf(id), { text: 'My street, my name' }, 'it may be undone');
    await tellAll();
    t.match(await rowOf(id), { reporterId: null, text: '', note: 'Blocked' });
    await deps.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, second.id));
    const { violations } = await list('?state=rejected');
    t.match(
      violations.find((report) => report.id === decidedId),
      { reporter: null, decided_by: null, note: 'Nothing there' },
    );
  });

  await t.test('REP-06 of a person who goes nothing is left of what they said', async (t) => {
    const goer = await app.signUp('Goes Soon');
    const of = { subject_type: 'user', subject_id: goer.id };
    const idOf = async (number: number) =>
      (await list(`?subject_id=${goer.id}`)).violations.find((one) => one.number === number)?.id as string;
    const decided = await idOf(await send(of));
    await decide(decided, { state: 'actioned', note: 'Was told off' });
    await tellAll();
    const open = await idOf(await send(of));
    t.match(await rowOf(open), { snapshot: /Goes Soon/ });
    await inTransaction(deps, (tx) => eraseReporter(tx, { id: goer.id } as never));
    t.match(await rowOf(decided), { personId: null, snapshot: '', note: 'Was told off' });
    t.match(await rowOf(open), { personId: null, snapshot: /Goes Soon/ }, 'it is to be looked at');
    await decide(open, { state: 'rejected', note: 'Gone anyway' });
    t.match(await rowOf(open), { snapshot: /Goes Soon/ }, 'it may be undone');
    await tellAll();
    t.match(await rowOf(open), { snapshot: '', note: 'Gone anyway' });
  });
});
