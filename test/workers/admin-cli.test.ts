import t from 'tap';
import { startTestApp } from '../support/app.ts';
import { switchOnApp } from '../support/factor.ts';
import { startProgram } from '../support/processes.ts';

async function admin(environment: Record<string, string>, ...args: string[]) {
  const program = startProgram('workers/admin-cli.ts', environment, args);
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

t.test('ROL-11 whoever runs the house makes the first administrator', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const environment = { DATABASE_URL: app.databaseUrl };
  const [ada, bob] = [await app.signUp('Ada'), await app.signUp('Bob')];
  const look = async (as = ada) => (await app.call('GET /admin/violations', { as })).json().code;

  t.match(await admin(environment, 'list'), { code: 0, out: 'There is no administrator yet\n' });
  t.equal(await look(), 'administrators_only');
  t.match(await admin(environment, 'grant', ada.email.toUpperCase()), {
    code: 0,
    out: /is an administrator now\nAdministration opens [^\n]+ second factor\n$/,
    err: '',
  });
  t.match(await admin(environment, 'grant', ada.email), { code: 0, out: /already/ });
  t.equal(await look(), 'second_factor_required');
  await switchOnApp(app, ada);
  t.equal(await look(), undefined);
  t.match(await admin(environment, 'list'), { out: `${ada.email}\tAda\tsecond factor on\n` });

  t.match(await admin(environment, 'revoke', ada.email), {
    code: 1,
    err: /^This is the last administrator[^\n]+\n$/,
  });
  t.match(await admin(environment, 'grant', 'nobody@example.org'), {
    code: 1,
    err: /^There is no account[^\n]+\n$/,
  });
  await admin(environment, 'grant', bob.email);
  t.match(await admin(environment, 'revoke', ada.email), { code: 0, out: /signed out everywhere/ });
  t.equal(await look(), 'sign_in_required');
  t.match(await admin(environment, 'revoke', ada.email), { code: 0, out: /is no administrator\n$/ });
  t.match(await admin(environment, 'revoke', bob.email, '--last'), { code: 0 });

  t.match(await admin(environment, 'reset-factor', ada.email), { code: 0, out: /by password alone/ });
  t.match(await admin(environment, 'reset-factor', ada.email), { code: 0, out: /has no second factor/ });
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
    t.match(await admin({}, ...args), { code: 1, out: '', err: /^Usage: [^\n]+\n$/ }, args.join(' '));
});
