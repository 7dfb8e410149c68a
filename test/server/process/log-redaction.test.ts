import { sql } from 'drizzle-orm';
import t from 'tap';
import { loadConfig } from '../../../server/config/config.ts';
import { createTrail } from '../../../server/lib/trail.ts';
import { createLog } from '../../../server/process/log.ts';
import { redact } from '../../../server/process/redaction.ts';
import { PASSWORD, startTestApp } from '../../support/app.ts';

type Line = {
  msg: string;
  requestId?: string;
  job?: string;
  jobId?: string;
  status?: number;
  route?: string;
};

async function startLogged(environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const trail = createTrail();
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog(loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'trace' }), 'test', { trail, destination });
  const site = await startTestApp({
    log,
    trail,
    environment: { LOG_LEVEL: 'trace', ACCESS_LOG: 'on', ...environment },
  });
  return { site, lines, parsed: (): Line[] => lines.map((line) => JSON.parse(line)) };
}

t.test('one id leads from an answer to the lines of its request and of the job that it caused', async (t) => {
  const { site, parsed } = await startLogged({ TRUST_PROXY: 'loopback' });
  t.teardown(site.close);
  const body = { email: 'a@example.org', password: PASSWORD, display_name: 'A', date_of_birth: '1990-01-31' };
  const given = 'from-the-proxy-1234';
  const reply = await site.call('POST /users', { body, headers: { 'x-request-id': given } });
  t.equal(reply.headers['x-request-id'], given, 'a trusted proxy names it');
  await site.runJobs();
  const own = parsed().filter(({ requestId }) => requestId === given);
  t.ok(own.some(({ route, status }) => route === '/api/users' && status === 201));
  t.ok(own.some(({ job, jobId }) => job === 'mail.send' && jobId !== undefined));

  const stranger = await site.call('GET /stories/none', {
    address: '203.0.113.9',
    headers: { 'x-request-id': given },
  });
  t.match(stranger.headers['x-request-id'], /^[0-9a-f-]{36}$/, 'nobody else does');
  const odd = await site.call('GET /stories/none', { headers: { 'x-request-id': 'two words\u00e9' } });
  t.match(odd.headers['x-request-id'], /^[0-9a-f-]{36}$/);
});

t.test('OPS-01 with ACCESS_LOG each answer has a line, however many of them are slow', async (t) => {
  const { site, parsed } = await startLogged({ SLOW_REQUEST_MS: '1' });
  t.teardown(site.close);
  await site.deps.pool.query('alter table stories rename to elsewhere');
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await site.call('GET /stories/none')).statusCode),
  );
  t.same(new Set(statuses), new Set([500]));
  const answered = parsed().filter(({ msg, status }) => msg === 'answered' && status === 500);
  t.equal(answered.length, 30);
});

t.test('no secret of real calls comes into the log, also where something breaks', async (t) => {
  const { site, lines, parsed } = await startLogged();
  t.teardown(site.close);
  const secrets = {
    email: 'someone.private@mail.example.org',
    password: 'a very private password',
    iban: 'DE89370400440532013000',
    token: 'tok_SECRET_0123456789abcdef',
  };
  const { email, password, token, iban } = secrets;
  const person = { email, password, display_name: 'A', date_of_birth: '1990-01-31' };
  const signedUp = await site.call('POST /users', { body: person });
  const { auth_token: session } = signedUp.json<{ auth_token: string }>();
  await site.call('POST /auth/mail', { body: { email, password: `${password} wrong` } });
  await site.app.inject({
    url: `/reset_password?token=${token}`,
    headers: { cookie: `auth_token=${session}` },
  });
  await site.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${session}` } });
  await site.runJobs();
  // Errors of libraries contain their input.
  const { deps } = site;
  const broken = await deps.db.execute(sql`select ${email}::int, ${iban}::text`).catch((error) => error);
  deps.log.error({ err: broken }, 'request failed');
  deps.log.error({ err: new Error(`550 no such mailbox <${email}>`) }, 'a mail was refused');
  deps.log.warn(
    { headers: { authorization: `Bearer ${session}`, cookie: `auth_token=${session}; a=b` } },
    'odd',
  );
  deps.log.warn(
    { body: { password, iban, nested: JSON.stringify({ token }) } },
    `GET /confirm_email?token=${token}`,
  );
  deps.log.warn(`postgres://owner:${token}@db.example/tsuzuki is away, ${iban} stays`);
  t.ok(
    parsed().some(({ msg }) => msg === 'answered'),
    'each line is still JSON, and answers are written',
  );
  const all = lines.join('');
  for (const [name, secret] of Object.entries({ ...secrets, session })) t.notOk(all.includes(secret), name);
});

t.test('a secret is hidden whole, whatever signs it has and however its name is spelled', (t) => {
  const secret = 'be"gin \\ mid\\"dle\nend';
  for (const name of ['password', 'newPassword', 'New-Password', 'accessToken', 'Set-Cookie']) {
    const inner = JSON.stringify({ [name]: secret, other: 'stays' });
    for (const body of [{ [name]: secret, other: 'stays' }, inner, `was sent: ${inner}`]) {
      const { body: kept } = JSON.parse(redact(JSON.stringify({ body })));
      const found = typeof kept === 'string' ? JSON.parse(kept.replace('was sent: ', '')) : kept;
      t.same(found, { [name]: '***', other: 'stays' }, `${name} in ${typeof body}`);
    }
  }
  t.equal(redact('GET /x?accessToken=abc&page=2'), 'GET /x?accessToken=***&page=2');
  const cut = JSON.stringify({ body: JSON.stringify({ token: secret }).slice(0, 13) });
  t.same(JSON.parse(redact(cut)), { body: '{"token":"***\\' }, 'also one that was cut off');
  t.end();
});

t.test('what is no secret stays readable, and a long line costs no more than its length', (t) => {
  const plain = JSON.stringify({
    err: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
    state: 'failed',
    job: 'mail.send',
    stack: 'at file:///srv/tsuzuki/node_modules/pg-pool/index.js:45:11',
    id: '0198c0de-0000-7000-8000-000000000001',
  }).replace('"state":"failed",', '');
  t.equal(redact(plain), plain);
  t.equal(redact('{"code":"23505"}'), '{"code":"23505"}');
  t.equal(redact('{"code":"4/0AbC-dEf"}'), '{"code":"***"}');
  const long = `{"msg":"${'a'.repeat(200_000)}@${'A1'.repeat(50_000)}"}`;
  t.equal(redact(long), long);
  t.end();
});
