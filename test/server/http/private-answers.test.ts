/** Private API answers are never cached, and cookies pass unchanged. */
import t from 'tap';
import { contracts } from '../../../server/api.ts';
import { newId } from '../../../server/lib/ids.ts';
import { PASSWORD, startTestApp } from '../../support/app.ts';

t.test('no answer of the API is kept, whoever asks and whatever comes of it', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const statuses = new Set<number>();
  let account = await app.signUp();
  for (const route of Object.keys(contracts)) {
    const [method = 'GET', path = ''] = route.split(' ');
    const url = path.replaceAll(/:provider/g, 'google').replaceAll(/:\w+/g, newId());
    // Some calls sign out or delete the account, so a new one is needed.
    if ((await app.call('GET /user/account', { as: account })).statusCode !== 200)
      account = await app.signUp();
    for (const as of [undefined, account]) {
      const body = method === 'GET' ? {} : { body: {} };
      const reply = await app.call(`${method} ${url}`, { as, ...body });
      statuses.add(reply.statusCode);
      t.match(reply.headers['cache-control'], /\bno-store\b/, `${route} ${reply.statusCode}`);
    }
  }
  for (const status of [200, 204, 401, 404, 422]) t.ok(statuses.has(status), `${status} was among them`);
  for (const url of ['/no/such/call', '/stories/x', '/stories/search?page=0']) {
    t.match((await app.call(`GET ${url}`)).headers['cache-control'], 'no-store', url);
  }
});

t.test('ACC-24 cookies are taken away with the attributes with which they were set', async (t) => {
  const app = await startTestApp({ environment: { BASE_URL: 'https://tsuzuki.test', MAILBOX: 'off' } });
  t.teardown(() => app.close());
  const account = await app.signUp();
  const body = { email: account.email, password: PASSWORD };
  const read = (reply: { headers: Record<string, unknown> }) =>
    new Map(
      [reply.headers['set-cookie'] ?? []].flat().map((cookie) => {
        const [pair = '', ...attributes] = String(cookie).split('; ');
        const kept = attributes.filter((one) => !/^(?:Max-Age|Expires)=/.test(one)).toSorted();
        return [pair.split('=')[0] ?? '', kept.join('; ')];
      }),
    );
  const set = read(await app.call('POST /auth/mail', { body }));
  t.equal(set.get('auth_token'), 'HttpOnly; Path=/; SameSite=Lax; Secure');
  t.equal(set.get('is_publisher'), 'Path=/; SameSite=Lax; Secure', 'also one that is taken away at once');
  const headers = { cookie: `auth_token=${account.token}`, 'sec-fetch-site': 'same-origin' };
  const gone = await app.call('DELETE /auth/session', { headers });
  t.equal(gone.statusCode, 204);
  const refused = await app.call('GET /user/account', { headers });
  t.equal(refused.statusCode, 401);
  for (const reply of [gone, refused]) {
    const cleared = read(reply);
    t.same([...cleared.keys()].toSorted(), ['auth_token', 'is_publisher', 'signed_in']);
    for (const [name, attributes] of cleared) t.equal(attributes, set.get(name), name);
  }
});
