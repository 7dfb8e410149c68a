/** Every administrator's action is logged in the same transaction: both are stored, or neither. */

import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, users } from '#db/schema/index.ts';
import { contracts } from '#server/api.ts';
import {
  grantAdministration,
  resetSecondFactor,
  revokeAdministration,
} from '#server/domains/accounts/second-factor/administrators.ts';
import { jobQueue } from '#server/domains/administration/jobs/job-queue.ts';
import type { Call } from '#server/lib/contract.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { csvOf, openImports } from '../../../support/imports-of-revenue.ts';
import { ask, makeCreator } from '../../../support/payouts.ts';
import { failOne } from '../../../support/queue-house.ts';

const REASON = 'Pages 9 to 12 show open wounds in close-up.';

let app: TestApp;
let owner: Account;
let mei: Account;
let tomas: Account;

t.before(async () => {
  app = await startTestApp();
  // The real queue is outside the transaction.
  jobQueue.provide(app.deps, {
    setPaused: async () => {},
    findDelayed: async () => null,
    promote: async () => true,
  } as never);
  owner = await app.signUp('Teo Sandoval');
  mei = await app.signUp('Mei Tan');
  tomas = await app.signUp('Tomás Reyes');
  await app.deps.db.update(users).set({ createdAt: new Date(0) });
  for (const each of [mei, tomas]) await app.makeAdministrator(each);
});
t.after(() => app.close());

const failedJob = () => failOne(app);
const published = async () => {
  const { story, episode } = await publishStory(app, owner, { title: 'Down Here' });
  return { story: story.id, episode: episode.id };
};
async function must<T = object>(request: string, as: Account, body?: object): Promise<T> {
  const reply = await app.call(request, { as, body });
  if (reply.statusCode >= 300) throw new Error(`${request}: ${reply.body}`);
  return reply.json<T>();
}
const AD = {
  look: 'ink',
  link: '/ranking',
  target: 'all',
  weight: 10,
  title_en: 'Seven days',
  text_en: 'See the calendar',
};
const advertised = async () => (await must<{ ad: { id: string } }>('POST /admin/ads', tomas, AD)).ad.id;
const block = (kind: 'episodes' | 'stories', id: string) =>
  must<{ episode: { statement_id: string } }>(`POST /admin/${kind}/${id}/block`, tomas, { reason: REASON });
async function objected(): Promise<string> {
  const { episode } = await block('episodes', (await published()).episode);
  const text = 'The wound is paint, as page 13 tells.';
  await must(`POST /creator/statements/${episode.statement_id}/appeal`, owner, { text });
  return episode.statement_id;
}
async function described(): Promise<string> {
  const { id } = await app.signUp('Rin');
  await app.deps.db.update(users).set({ bio: 'I draw wounds.' }).where(eq(users.id, id));
  return `profile_text/${id}`;
}
async function hiddenText(): Promise<string> {
  const content = await described();
  await must(`POST /admin/contents/${content}/hide`, tomas, { reason: REASON });
  return content;
}
async function reported(): Promise<string> {
  const reader = await app.signUp('Rin');
  const body = { subject_type: 'story', subject_id: (await published()).story, category: 'violence' };
  await must('POST /violation', reader, { ...body, text: 'See page 9' });
  const found = await must<{ violations: { id: string }[] }>(
    `GET /admin/violations?subject_id=${body.subject_id}`,
    mei,
  );
  return found.violations[0]?.id ?? '';
}
async function decided(): Promise<string> {
  const { decision } = await must<{ decision: { id: string } }>(
    `PATCH /admin/violations/${await reported()}`,
    tomas,
    { state: 'rejected', note: 'Paint' },
  );
  return decision.id;
}

/** A new month each time, since each month is credited once. */
let months = 0;
let paidStory = '';
function file(): string {
  months += 1;
  const period = `20${String(10 + Math.floor(months / 12)).padStart(2, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
  return csvOf([{ story: paidStory, amount: '12.00' }], period);
}
async function handedIn(): Promise<string> {
  paidStory ||= (await published()).story;
  const { id } = await openImports(app, tomas).hand(file());
  await app.runJobs();
  return id;
}
const askedFor = async (): Promise<string> => ask(app, await makeCreator(app));
const bodyOf = (body: Body | undefined, id: string): object | undefined =>
  typeof body === 'function' ? body(id) : body;

type Body = object | ((id: string) => object);
type Deed = {
  made: () => Promise<string>;
  body?: Body;
  logged: readonly string[];
  /** Tables that a failed attempt also changes, so that retries are limited. */
  spends?: readonly string[];
  send?: (as: Account | undefined) => Promise<{ statusCode: number; body: string }>;
};

/** Log entries of every administrators' call. A new call must be added here. */
const actions: Record<string, Deed> = {
  'PATCH /admin/users/:id': {
    made: async () => (await app.signUp('Guest Fox')).id,
    body: { publisher: true, founder: true, administrator: true, locked: true, reason: REASON },
    logged: ['publisher_changed', 'founder_changed', 'administrator_changed', 'account_locked'],
  },
  'POST /admin/episodes/:id/block': {
    made: async () => (await published()).episode,
    body: { reason: REASON },
    logged: ['episode_blocked'],
  },
  'POST /admin/episodes/:id/unblock': {
    async made() {
      const { episode } = await published();
      await block('episodes', episode);
      return episode;
    },
    logged: ['episode_unblocked'],
  },
  'POST /admin/stories/:id/block': {
    made: async () => (await published()).story,
    body: { reason: REASON },
    logged: ['story_blocked'],
  },
  'POST /admin/stories/:id/unblock': {
    async made() {
      const { story } = await published();
      await block('stories', story);
      return story;
    },
    logged: ['story_unblocked'],
  },
  'POST /admin/contents/:type/:id/hide': {
    made: described,
    body: { reason: REASON },
    logged: ['content_hidden'],
  },
  'POST /admin/contents/:type/:id/show': { made: hiddenText, logged: ['content_shown'] },
  'PATCH /admin/appeals/:id': {
    made: objected,
    body: { decision: 'granted', note: 'It is paint.' },
    logged: ['appeal_granted'],
  },
  'PATCH /admin/violations/:id': {
    made: reported,
    body: { state: 'actioned', note: 'It was so' },
    logged: ['report_decided'],
  },
  'DELETE /admin/violation_decisions/:id': { made: decided, logged: ['report_reopened'] },
  'POST /admin/wallets/:user_id/grants': {
    made: async () => (await app.signUp('Guest Fox')).id,
    body: { coins: 5, reason: 'Prize' },
    logged: ['coins_granted'],
  },
  'PATCH /admin/payouts/:id': {
    made: askedFor,
    body: { state: 'rejected', reason: REASON },
    logged: ['payout_rejected'],
  },
  'POST /admin/payouts/approve': {
    made: askedFor,
    body: (id) => ({ ids: [id] }),
    logged: ['payout_approved'],
  },
  'POST /admin/payouts/:id/form_request': {
    made: askedFor,
    body: { kind: 'W-8BEN' },
    logged: ['payout_form_asked'],
  },
  'POST /admin/revenue_imports': {
    made: async () => '',
    send: async (as) => openImports(app, as).upload(file()),
    logged: ['revenue_uploaded'],
    spends: ['used_amounts'],
  },
  'POST /admin/revenue_imports/:id/commit': { made: handedIn, logged: ['revenue_credited'] },
  'POST /admin/revenue_imports/:id/discard': { made: handedIn, logged: ['revenue_discarded'] },
  'POST /admin/ads': { made: async () => '', body: AD, logged: ['ad_added'] },
  'PATCH /admin/ads/:id': { made: advertised, body: { weight: 11 }, logged: ['ad_changed'] },
  'DELETE /admin/ads/:id': { made: advertised, logged: ['ad_deleted'] },
  'POST /admin/failed_jobs/:id/retry': { made: failedJob, body: {}, logged: ['job_retried'] },
  'DELETE /admin/failed_jobs/:id': { made: failedJob, body: {}, logged: ['job_dropped'] },
  'POST /admin/jobs/:id/promote': { made: failedJob, logged: ['job_promoted'] },
  'PUT /admin/queues/:name/pause': { made: async () => 'quick', logged: ['queue_paused'] },
  'DELETE /admin/queues/:name/pause': { made: async () => 'quick', logged: ['queue_resumed'] },
  // These calls only preview a letter.
  'POST /admin/episodes/:id/letter': {
    made: async () => (await published()).episode,
    body: { reason: REASON },
    logged: [],
  },
  'POST /admin/contents/:type/:id/letter': { made: described, body: { reason: REASON }, logged: [] },
  'POST /admin/stories/:id/letter': {
    made: async () => (await published()).story,
    body: { reason: REASON },
    logged: [],
  },
};

/** Digests of all tables except those that count requests. */
async function everything({ spends = [] }: Deed): Promise<Record<string, string>> {
  const { rows: tables } = await app.deps.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [['attempts', 'sessions', ...spends]],
  );
  const kept: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await app.deps.pool.query<{ sum: string }>(
      `select md5(coalesce(string_agg(md5(row::text), '' order by md5(row::text)), '')) as sum from "${name}" row`,
    );
    kept[name] = rows[0]?.sum ?? '';
  }
  return kept;
}

const perform = async (route: string, { made, body, send }: Deed, before: () => Promise<unknown>) => {
  const id = await made();
  await before();
  if (send) return send(mei);
  return app.call(route.replace(/:type\/:id|:\w+/, id), { as: mei, body: bodyOf(body, id) });
};

t.test('ROL-11 each call of administrators that changes something writes its lines', async (t) => {
  const routes = (Object.entries(contracts) as [string, Call][])
    .filter(([route, call]) => call.access === 'administrator' && !route.startsWith('GET '))
    .map(([route]) => route);
  t.same(routes.sort(), Object.keys(actions).sort(), 'each is told of');
  for (const [route, deed] of Object.entries(actions)) {
    let known = 0;
    const reply = await perform(route, deed, async () => {
      known = await app.deps.db.$count(adminActions);
    });
    t.ok(reply.statusCode < 300, `${route}: ${reply.body}`);
    const lines = await app.deps.db.select().from(adminActions).orderBy(asc(adminActions.number));
    t.same(
      lines.slice(known).map((line) => [line.deed, line.actorId]),
      deed.logged.map((name) => [name, mei.id]),
      route,
    );
  }
});

t.test('ROL-11 what cannot be written down is not done', async (t) => {
  const { pool } = app.deps;
  await pool.query(`create function "refuse_entry"() returns trigger language plpgsql as $$
    begin raise exception 'no room'; end $$`);
  for (const [route, deed] of Object.entries(actions)) {
    if (deed.logged.length === 0) continue;
    let before: Record<string, string> = {};
    const reply = await perform(route, deed, async () => {
      before = await everything(deed);
      await pool.query(
        'create trigger "a_refusal" before insert on admin_actions for each row execute function refuse_entry()',
      );
    });
    await pool.query('drop trigger "a_refusal" on admin_actions');
    t.equal(reply.statusCode, 500, route);
    t.same(await everything(deed), before, `${route} leaves nothing`);
  }
});

t.test('ROL-11 a deed that is refused writes nothing', async (t) => {
  const known = await app.deps.db.$count(adminActions);
  for (const [route, { made, body: given, send }] of Object.entries(actions)) {
    const id = await made();
    const [call, body] = [route.replace(/:type\/:id|:\w+/, id), bodyOf(given, id)];
    const ask = send ?? ((as?: Account) => app.call(call, { as, body }));
    const lines = await app.deps.db.$count(adminActions);
    const replies = await Promise.all([ask(owner), ask(undefined)]);
    t.ok(
      replies.every(({ statusCode }) => statusCode === 401 || statusCode === 403),
      route,
    );
    t.equal(await app.deps.db.$count(adminActions), lines, route);
  }
  t.ok((await app.deps.db.$count(adminActions)) >= known);
});

t.test('ROL-11 what whoever runs the house does is written in the name of the service', async (t) => {
  const guest = await app.signUp('Guest Fox');
  await grantAdministration(app.deps, guest.email);
  await grantAdministration(app.deps, guest.email);
  await app.deps.db.update(users).set({ secondFactorAt: new Date() }).where(eq(users.id, guest.id));
  await resetSecondFactor(app.deps, guest.email);
  await resetSecondFactor(app.deps, guest.email);
  await revokeAdministration(app.deps, guest.email, { last: false });
  const lines = await app.deps.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.subjectId, guest.id))
    .orderBy(asc(adminActions.number));
  t.same(
    lines.map(({ deed, actorId, details, reason }) => [deed, actorId, details, reason]),
    [
      ['administrator_changed', null, { from: false, to: true }, 'npm run admin'],
      ['second_factor_removed', null, {}, 'npm run admin'],
      ['administrator_changed', null, { from: true, to: false }, 'npm run admin'],
    ],
  );
});
