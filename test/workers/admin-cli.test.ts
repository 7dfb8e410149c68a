import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, users } from '../../db/schema/index.ts';
import { adminCommand } from '../../workers/admin-cli.ts';
import { PASSWORD, startTestApp } from '../support/app.ts';
import { call } from '../support/commands.ts';
import { switchOnApp } from '../support/factor.ts';
import { mailsTo } from '../support/mail.ts';

t.test('ROL-11 whoever runs the house makes the first administrator', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const environment = { DATABASE_URL: app.databaseUrl };
  const [ada, bob] = [await app.signUp('Ada'), await app.signUp('Bob')];
  const look = async (as = ada) => (await app.call('GET /admin/violations', { as })).json().code;

  t.match(await call(adminCommand, environment, 'list'), { code: 0, out: 'No administrators yet\n' });
  t.equal(await look(), 'administrators_only');
  t.match(await call(adminCommand, environment, 'grant', ada.email.toUpperCase()), {
    code: 0,
    out: /is now an administrator\nAdministration opens [^\n]+ second factor\n$/,
    err: '',
  });
  t.match(await call(adminCommand, environment, 'grant', ada.email), { code: 0, out: /already/ });
  t.equal(await look(), 'second_factor_required');
  await switchOnApp(app, ada);
  t.equal(await look(), undefined);
  t.match(await call(adminCommand, environment, 'list'), { out: `${ada.email}\tAda\tsecond factor on\n` });

  t.match(await call(adminCommand, environment, 'revoke', ada.email), {
    code: 1,
    err: /^This is the last administrator[^\n]+\n$/,
  });
  t.match(await call(adminCommand, environment, 'grant', 'nobody@example.org'), {
    code: 1,
    err: /^No account has this e-mail[^\n]+\n$/,
  });
  const cem = await app.signUp('Cem', { confirmed: false });
  t.match(await call(adminCommand, environment, 'grant', cem.email), {
    code: 1,
    err: /^This e-mail address is not confirmed[^\n]+\n$/,
  });
  t.match(await app.deps.db.select().from(users).where(eq(users.id, cem.id)), [{ administrator: false }]);
  await call(adminCommand, environment, 'grant', bob.email);
  t.match(await call(adminCommand, environment, 'revoke', ada.email), {
    code: 0,
    out: /signed out everywhere/,
  });
  t.equal(await look(), 'sign_in_required');
  t.match(await call(adminCommand, environment, 'revoke', ada.email), {
    code: 0,
    out: /is not an administrator\n$/,
  });
  t.match(await call(adminCommand, environment, 'revoke', bob.email, '--last'), { code: 0 });

  t.match(await call(adminCommand, environment, 'reset-factor', ada.email), {
    code: 0,
    out: /with the password only/,
  });
  t.match(await call(adminCommand, environment, 'reset-factor', ada.email), {
    code: 0,
    out: /has no second factor/,
  });

  const log = await app.deps.db.select().from(adminActions).orderBy(asc(adminActions.number));
  t.same(
    log.map(({ deed, actorId, subjectId, details }) => [deed, actorId, subjectId, details.to]),
    [
      ['administrator_changed', null, ada.id, true],
      ['administrator_changed', null, bob.id, true],
      ['administrator_changed', null, ada.id, false],
      ['administrator_changed', null, bob.id, false],
      ['second_factor_removed', null, ada.id, undefined],
    ],
    'each stands in the log of the administration',
  );
  await app.runJobs();
  const subjects = (await mailsTo(app, ada.email)).map(({ subject }) => subject);
  for (const subject of [
    'You are an administrator now',
    'You are no longer an administrator',
    'We have removed your second factor',
  ])
    t.equal(subjects.filter((one) => one === subject).length, 1, `a mail says: ${subject}`);
  const reply = await app.call('POST /auth/mail', { body: { email: ada.email, password: PASSWORD } });
  const again = { ...ada, headers: { authorization: `Bearer ${reply.json().auth_token}` } };
  const news = (await app.call('GET /user/notifications', { as: again })).json().notifications;
  t.same(news.map(({ kind }: { kind: string }) => kind).sort(), ['factor_reset', 'right_changed']);
});

t.test('ACC-07 whoever did not want their second factor removed takes the account back', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const ada = await app.signUp('Ada');
  await switchOnApp(app, ada);
  await call(adminCommand, { DATABASE_URL: app.databaseUrl }, 'reset-factor', ada.email);
  await app.runJobs();
  const mail = (await mailsTo(app, ada.email)).find(({ subject }) => subject?.startsWith('We have removed'));
  t.match(mail?.text, /By us, at your request/);
  const token = /security_notice\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const reply = await app.call('POST /security_notices', { body: { token, mine: false } });
  t.match(reply.json(), { reset_token: /./ }, 'the link of a mail that a command has caused holds');
});

t.test('a wrong call says in one line how it goes', async (t) => {
  for (const args of [
    [],
    ['grant'],
    ['revoke', 'a@b.c', '--all'],
    ['list', 'a@b.c'],
    ['make', 'a@b.c'],
    ['grant', 'a@b.c', 'b@c.d'],
  ])
    t.match(
      await call(adminCommand, {}, ...args),
      { code: 1, out: '', err: /^Usage: [^\n]+\n$/ },
      args.join(' '),
    );
});
