import { eq, inArray } from 'drizzle-orm';
import t from 'tap';
import { adminActions, founderTerms, mails, sessions, users } from '#db/schema/index.ts';
import { contracts } from '#server/api.ts';
import type { Call } from '#server/lib/contract.ts';
import { type Account, PASSWORD, startTestApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
let mei: Account;
let tomas: Account;
let fox: Account;

t.before(async () => {
  app = await startTestApp();
  mei = await app.signUp('Mei Tan');
  tomas = await app.signUp('Tomás Reyes');
  fox = await app.signUp('Guest Fox');
  await app.makeAdministrator(mei);
  await app.makeAdministrator(tomas);
});
t.after(() => app.close());

const REASON = '60 mentions in 10 minutes';
const change = (who: Account, body: object, as: Account = mei) =>
  app.call(`PATCH /admin/users/${who.id}`, { as, body: { reason: REASON, ...body } });
const find = async (query: string) => {
  const reply = await app.call(`GET /admin/users?${query}`, { as: mei });
  return reply.json<{ users: { display_name: string }[]; total: number }>();
};
const namesOf = async (query: string) => (await find(query)).users.map(({ display_name }) => display_name);

t.test('ROL-11 accounts and the log are for administrators alone', async (t) => {
  for (const [call, body] of [
    ['GET /admin/users'],
    [`GET /admin/users/${fox.id}`],
    [`PATCH /admin/users/${fox.id}`, { locked: true, reason: 'x' }],
    ['GET /admin/log'],
    ['GET /admin/stories'],
    ['GET /admin/episodes'],
  ] as const) {
    t.equal((await app.call(call, { body })).statusCode, 401, call);
    const refused = await app.call(call, { as: fox, body });
    t.equal(refused.statusCode, 403, call);
    t.match(refused.json(), { code: 'administrators_only' });
  }
});

t.test('ROL-11 an account is found by name, address, slug and id', async (t) => {
  t.same(await namesOf('q=guest'), ['Guest Fox']);
  t.same(await namesOf('q=FOX'), ['Guest Fox']);
  t.same(await namesOf(`q=${encodeURIComponent(fox.email)}`), ['Guest Fox']);
  t.same(await namesOf('q=guest-fox'), ['Guest Fox']);
  t.same(await namesOf(`q=${fox.id}`), ['Guest Fox']);
  t.same(await namesOf('q=Gu'), ['Guest Fox'], 'two letters begin it');
  for (const q of ['100%25', '_____', '%5C', 'no such name', "'; drop table users --"])
    t.same(await namesOf(`q=${q}`), [], q);
  t.same((await namesOf('filter=administrators')).sort(), ['Mei Tan', 'Tomás Reyes']);
  t.equal((await app.call('GET /admin/users?filter=gods', { as: mei })).statusCode, 422);
  t.equal((await app.call(`GET /admin/users?q=${'x'.repeat(101)}`, { as: mei })).statusCode, 422);
});

t.test('ROL-08, ROL-09, ROL-10 the publisher flag is set and taken with a reason, and noted', async (t) => {
  t.equal((await change(fox, { publisher: true, reason: ' ' })).statusCode, 422);
  t.match((await change(fox, { publisher: true })).json(), { user: { publisher: true } });
  t.match((await change(fox, { publisher: true })).json(), { user: { publisher: true } });
  const noted = await app.deps.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.deed, 'publisher_changed'));
  t.equal(noted.length, 1, 'what is so already is not noted');
  t.match(noted[0], {
    actorId: mei.id,
    subjectId: fox.id,
    reason: REASON,
    details: { from: false, to: true },
  });
  await change(fox, { publisher: false });
});

t.test('ROL-11 the founder flag keeps its dates', async (t) => {
  await change(fox, { founder: true });
  const terms = await app.deps.db.select().from(founderTerms).where(eq(founderTerms.userId, fox.id));
  t.equal(terms.length, 1);
  t.match((await change(fox, { founder: false })).json(), { user: { founder: false } });
});

t.test('ROL-11 a locked account answers 423, cannot sign in, and is told why', async (t) => {
  const body = { email: fox.email, password: PASSWORD };
  t.match((await change(fox, { locked: true })).json(), { user: { locked_at: /./ } });
  t.equal((await app.call('GET /user/account', { as: fox })).statusCode, 423);
  t.equal((await app.call('POST /auth/mail', { body })).statusCode, 423);
  const [mail] = await app.deps.db.select().from(mails).where(eq(mails.kind, 'account_locked'));
  t.equal(mail?.userId, fox.id);
  t.same(await namesOf('filter=locked'), ['Guest Fox']);
  await change(fox, { locked: false });
  t.equal((await app.call('GET /user/account', { as: fox })).statusCode, 401, 'old sign-ins stay ended');
  t.equal(await app.deps.db.$count(sessions, eq(sessions.userId, fox.id)), 0);
  const again = await app.call('POST /auth/mail', { body });
  t.ok(again.statusCode < 300);
});

t.test(
  'ROL-08, ROL-11 whoever is given a right, or loses it, is told by mail and by a notification',
  async (t) => {
    t.equal((await change(fox, { administrator: true, reason: '' })).statusCode, 422, 'for a reason only');
    await app.deps.db.delete(mails).where(eq(mails.userId, fox.id));
    const told = async () => {
      const rows = await app.deps.db.select().from(mails).where(eq(mails.userId, fox.id)).orderBy(mails.id);
      return rows.map(({ kind }) => kind).filter((kind) => /_(?:granted|revoked)$/.test(kind));
    };
    const fresh = await app.call('POST /auth/mail', { body: { email: fox.email, password: PASSWORD } });
    const news = async (language: string): Promise<{ text: string; url: string }[]> => {
      await app.runJobs();
      const headers = {
        'accept-language': language,
        authorization: `Bearer ${fresh.json().auth_token}`,
      };
      return (await app.call('GET /user/notifications', { headers })).json().notifications;
    };
    await change(fox, { administrator: true });
    await change(fox, { administrator: true });
    t.same(await told(), ['administrator_granted']);
    t.match(await news('en'), [
      { text: /^You are an administrator now\./, url: '/settings/second_factor', count: 1 },
    ]);
    await change(fox, { administrator: false });
    t.match(await news('de'), [{ text: 'Du gehörst nicht mehr zur Verwaltung', url: '/de/settings' }]);
    for (const right of ['publisher', 'founder'])
      for (const is of [true, false]) await change(fox, { [right]: is });
    const pairs = ['administrator', 'publisher', 'founder'].map((right) => [
      `${right}_granted`,
      `${right}_revoked`,
    ]);
    t.same(await told(), pairs.flat());
    t.same(
      (await news('en')).map(({ text }) => text),
      [
        'You are no longer a founding creator',
        'You are no longer a publisher',
        'You are no longer an administrator',
      ],
    );
  },
);

t.test('ROL-11 nobody locks themselves or gives up their own rights', async (t) => {
  for (const body of [{ locked: true }, { administrator: false }]) {
    const refused = await change(mei, body);
    t.equal(refused.statusCode, 409);
    t.match(refused.json(), { code: 'own_account_kept' });
  }
});

t.test('ROL-11 two who take the rights of each other at once leave an administrator', async (t) => {
  const replies = await Promise.all([
    change(tomas, { administrator: false }, mei),
    change(mei, { administrator: false }, tomas),
  ]);
  t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 403]);
  t.equal(await app.deps.db.$count(users, eq(users.administrator, true)), 1);
  await app.deps.db
    .update(users)
    .set({ administrator: true })
    .where(inArray(users.id, [mei.id, tomas.id]));
});

t.test('ROL-11 the log is read by number, filtered, and saved as a file that runs nothing', async (t) => {
  await change(fox, { publisher: true, reason: '=cmd|calc' });
  const read = async (query = '') => {
    const reply = await app.call(`GET /admin/log?${query}`, { as: mei });
    return reply.json<{ actions: { number: number; deed: string }[]; next: number | null }>();
  };
  const all = await read('per_page=2');
  t.equal(all.actions.length, 2);
  t.not(all.next, null);
  const older = await read(`per_page=2&before=${all.next}`);
  t.equal(older.actions[0]?.number, (all.actions[1]?.number ?? 0) - 1);
  t.ok((await read('deed=account_locked')).actions.every(({ deed }) => deed === 'account_locked'));
  t.equal((await read(`actor_id=${fox.id}`)).actions.length, 0);
  t.ok((await read(`subject_id=${fox.id}`)).actions.length > 3);
  const file = await app.call('GET /admin/log?format=csv', { as: mei });
  t.match(file.headers['content-type'], /text\/csv/);
  t.match(file.body, /,'=cmd\|calc/);
});

t.test('ROL-11 whoever is erased leaves actions without a name', async (t) => {
  await app.deps.db
    .update(users)
    .set({ displayName: '', erasedAt: new Date(), slug: 'erased-fox' })
    .where(eq(users.id, fox.id));
  const reply = await app.call(`GET /admin/log?subject_id=${fox.id}`, { as: mei });
  t.match(reply.json<{ actions: unknown[] }>().actions[0], { subject: { name: null, id: fox.id } });
  t.notMatch(reply.body, /Guest Fox/);
  t.equal((await app.call(`GET /admin/users/${fox.id}`, { as: mei })).statusCode, 404);
  t.equal((await change(fox, { locked: true })).statusCode, 404);
});

t.test('ROL-11 of two administrators the second is told what the first changed', async (t) => {
  const person = await app.signUp('Third Person');
  const versionOf = async () =>
    (await app.call(`GET /admin/users/${person.id}`, { as: mei })).json().user.version;
  const seen = await versionOf();
  t.equal((await change(person, { locked: true, seen }, tomas)).statusCode, 200);
  for (const body of [{ locked: true }, { publisher: true }]) {
    const late = await change(person, { ...body, seen });
    t.equal(late.statusCode, 409);
    t.match(late.json(), {
      code: 'account_moved_on',
      message: /Tomás Reyes, .* UTC: Locked an account\.$/,
      happened: { deed: 'account_locked', by: { id: tomas.id, display_name: 'Tomás Reyes' } },
    });
  }
  t.equal((await change(person, { locked: false, seen: await versionOf() })).statusCode, 200);
  t.equal(await versionOf(), seen);
});

t.test(
  'every change of an administrator can carry what they saw, and its refusal says what happened',
  async (t) => {
    const changes = Object.entries(contracts as Record<string, Call>).filter(([route]) =>
      route.startsWith('PATCH /admin/'),
    );
    t.ok(changes.length >= 5);
    for (const [route, { body, members }] of changes) {
      t.ok(
        (body as { properties: object } | undefined)?.properties &&
          'seen' in (body as { properties: object }).properties,
        route,
      );
      t.ok(members?.[409] && 'happened' in members[409], route);
    }
  },
);
