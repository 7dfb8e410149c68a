import { and, eq, isNull, sql } from 'drizzle-orm';
import t from 'tap';
import { openDatabase } from '#db/client.ts';
import { comments, outbox, reportDecisions, users, violationReports } from '#db/schema/index.ts';
import type { Deps } from '#server/deps.ts';
import { collectNotifications } from '#server/domains/notifications/personal.ts';
import { collectReports, eraseReporter } from '#server/domains/safety/personal.ts';
import { tellOutcomes } from '#server/domains/safety/reports/decisions.ts';
import { UNDO_MS } from '#server/domains/safety/reports/rules.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

t.test('outcomes of reports', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addStory } = openShelf(deps);
  const author = await addAuthor('Mirko Haas');
  const [ada, sol] = [await app.signUp('Ada Moderata'), await app.signUp('Sol')];
  const [rin, tao] = [await app.signUp('Rin Meldwald'), await app.signUp('Tao Meldwald')];
  await app.makeAdministrator(ada);
  await deps.db.update(users).set({ createdAt: new Date(0) });
  const story = await addStory(author);
  const start = new Date();

  const write = async (body: string) =>
    (await app.call('POST /comments', { as: sol, body: { story_id: story.id, body } })).json().comment
      .id as string;
  const send = async (as: Account, id: string) => {
    const body = { subject_type: 'comment', subject_id: id, category: 'harassment', text: 'Look there' };
    const reply = await app.call('POST /violation', { as, body });
    t.equal(reply.statusCode, 201);
    return reply.json().report.number as number;
  };
  const decide = async (id: string) => {
    const [report] = await deps.db.select().from(violationReports).where(eq(violationReports.subjectId, id));
    const body = { state: 'actioned', note: 'Against a person', similar: true, hide: true };
    const reply = await app.call(`PATCH /admin/violations/${report?.id}`, { as: ada, body });
    t.equal(reply.statusCode, 200);
  };
  const outcomesOf = async (as: Account) =>
    (await app.call('GET /user/violations', { as }))
      .json<{ violations: { number: number; state: string }[] }>()
      .violations.map(({ number, state }) => `${number} ${state}`);
  const notificationsOf = async (as: Account) => {
    const reply = await app.call('GET /user/notifications', { as });
    t.equal(reply.statusCode, 200);
    return reply.body;
  };
  const told = async () => {
    const rows = await deps.db.select().from(outbox).where(eq(outbox.name, 'report.decided'));
    return rows.map(({ payload }) => (payload as { reportId: string }).reportId).sort();
  };
  const reportsOf = async (id: string) => {
    const rows = await deps.db.select().from(violationReports).where(eq(violationReports.subjectId, id));
    return rows.map((row) => row.id).sort();
  };
  const pass = () => setClock(app, new Date(deps.clock.now().getTime() + UNDO_MS));

  await t.test('REP-06, NOT-04 reporters learn the outcome, the reported person not who', async (t) => {
    setClock(app, start);
    const id = await write('Nobody asked for this');
    const numbers = [await send(rin, id), await send(tao, id)];
    await decide(id);
    t.equal((await app.call(`GET /comments/${id}`, { as: tao })).statusCode === 200, false, 'hidden at once');
    await runSweeps(deps, 'moderation.tell_outcomes');
    await app.runJobs();
    t.same(await outcomesOf(rin), [`${numbers[0]} open`], 'not while it can be undone');
    t.notMatch(await notificationsOf(rin), /report_decided/);
    const early = await collectReports(deps, { id: rin.id } as never);
    t.match(early.files.violation_reports, [{ state: 'open', decidedAt: null }], 'nor in an export');

    pass();
    await runSweeps(deps, 'moderation.tell_outcomes');
    await app.runJobs();
    for (const [turn, as] of [rin, tao].entries()) {
      t.same(await outcomesOf(as), [`${numbers[turn]} actioned`]);
      const said = await notificationsOf(as);
      t.match(said, /report_decided/);
      t.equal(said.split('"report_decided"').length, 2, 'one notification');
      t.notMatch(said, /Ada Moderata/, 'nor who decided');
    }
    const late = await collectReports(deps, { id: rin.id } as never);
    t.match(late.files.violation_reports, [{ state: 'actioned' }]);
    const ofSol = JSON.stringify([
      await notificationsOf(sol),
      (await app.call('GET /user/violations', { as: sol })).body,
      (await app.call(`GET /comments?story_id=${story.id}`, { as: sol })).body,
      await collectReports(deps, { id: sol.id } as never),
      await collectNotifications(deps, { id: sol.id } as never),
    ]);
    for (const name of ['Meldwald', 'Ada Moderata', 'Look there', rin.id, tao.id, ada.id])
      t.notOk(ofSol.includes(name), `${name} is not told`);
  });

  /** Simulates another process with its own connections to the same database. */
  const another = (): Deps => {
    const database = openDatabase(app.databaseUrl, { size: 3, name: 'test', onError: () => undefined });
    t.teardown(() => database.close());
    return { ...deps, db: database.db };
  };

  await t.test('REP-06, ERR-74 two processes at once, again and again, tell once', async (t) => {
    const processes = [deps, another(), another()];
    await deps.db.delete(outbox);
    const ids = [await write('First'), await write('Second'), await write('Third')];
    for (const id of ids) for (const as of [rin, tao]) await send(as, id);
    for (const id of ids) await decide(id);
    pass();
    await Promise.all([...processes, ...processes].map((process) => tellOutcomes(process)));
    const expected = (await Promise.all(ids.map(reportsOf))).flat().sort();
    t.same(await told(), expected);
    await Promise.all(processes.map((process) => tellOutcomes(process)));
    t.same(await told(), expected, 'a second run tells nothing');
    t.equal(await deps.db.$count(reportDecisions, isNull(reportDecisions.toldAt)), 0);
  });

  await t.test('REP-06, ERR-74 a reporter who is erased while they are told leaves no words', async (t) => {
    const lea = await app.signUp('Lea');
    await deps.db.update(users).set({ createdAt: new Date(0) });
    const id = await write('Fifth');
    await send(lea, id);
    await decide(id);
    pass();
    let end: Promise<unknown> = Promise.resolve();
    await deps.db.transaction(async (tx) => {
      await eraseReporter({ ...deps, db: tx } as never, { id: lea.id } as never);
      end = tellOutcomes(another());
      await eventually('it waits for the row', async () => {
        const { rows } = (await deps.db.execute(sql`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)) as { rows: unknown[] };
        return rows.length > 0;
      });
    });
    await end;
    const [row] = await deps.db.select().from(violationReports).where(eq(violationReports.subjectId, id));
    t.match(row, { reporterId: null, text: '', toldAt: Date });
    t.notOk((await told()).includes(row?.id ?? ''), 'there is nobody to be told');
  });

  await t.test('REP-06, ERR-74 a process that is killed in the middle has told nothing', async (t) => {
    await deps.db.delete(outbox);
    const id = await write('Fourth');
    for (const as of [rin, tao]) await send(as, id);
    await decide(id);
    pass();
    const [held] = await reportsOf(id);
    const killed = another();
    let end: Promise<unknown> = Promise.resolve();
    await deps.db.transaction(async (tx) => {
      await tx
        .select()
        .from(violationReports)
        .where(eq(violationReports.id, held ?? ''))
        .for('update');
      end = tellOutcomes(killed).catch((error: unknown) => error);
      // Ends the database session, as after a killed process.
      await eventually('it waits for the row, and is ended', async () => {
        const { rows } = (await deps.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%"violation_reports"%'`)) as {
          rows: unknown[];
        };
        return rows.length > 0;
      });
    });
    t.ok(await end, 'it failed');
    t.same(await told(), []);
    t.equal(
      await deps.db.$count(
        violationReports,
        and(eq(violationReports.subjectId, id), isNull(violationReports.toldAt)),
      ),
      2,
    );
    await tellOutcomes(deps);
    t.same(await told(), await reportsOf(id));
    t.equal(await deps.db.$count(comments, and(eq(comments.id, id), eq(comments.state, 'hidden'))), 1);
  });
});
