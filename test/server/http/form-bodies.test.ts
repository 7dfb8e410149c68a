import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { FORM_FIELDS_MAX_COUNT } from '#server/http/form-bodies.ts';
import { countValues } from '#server/http/json-bodies.ts';
import { PASSWORD, startTestApp } from '../../support/app.ts';
import { createStory } from '../../support/console.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const formOf = (count: number, first: readonly string[] = []): string =>
  [...first, ...Array.from({ length: count - first.length }, (_, at) => `f${at}=1`)].join('&');

t.test('bodies of forms', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const send = (body: string, url = '/api/auth/mail', headers: object = {}) =>
    app.app.inject({ method: 'POST', url, payload: body, headers: { ...FORM, ...headers } });
  const sign = [`email=${encodeURIComponent(creator.email)}`, `password=${PASSWORD.replaceAll(' ', '+')}`];

  await t.test(
    'a form of thousands of fields is refused by a code of its own, to whoever sends it',
    async (t) => {
      const most = await send(formOf(FORM_FIELDS_MAX_COUNT, sign));
      t.equal(most.statusCode, 303, 'as many as allowed');
      t.notMatch(most.headers.location, /error_notice/);
      const urls = [
        '/api/auth/mail',
        '/api/reports',
        `/api/creator/stories/${creator.id}?_method=PATCH`,
        '/nowhere',
      ];
      for (const url of urls) {
        for (const as of [{}, creator.headers]) {
          for (const body of [formOf(FORM_FIELDS_MAX_COUNT + 1, sign), formOf(28_000), '&'.repeat(200_000)]) {
            const reply = await send(body, url, as);
            t.equal(reply.statusCode, 413, `${url} ${body.slice(0, 20)}`);
            t.equal(reply.json().code, 'too_many_fields');
          }
        }
      }
      const german = await send(formOf(28_000), undefined, { 'accept-language': 'de' });
      t.equal(german.json().message, `Ein Formular hat höchstens ${FORM_FIELDS_MAX_COUNT} Felder.`);
    },
  );

  await t.test(
    'PRI-10 a form may hold a price for each episode of a long story, from who is signed in',
    async (t) => {
      const story = await createStory(app, creator);
      const url = `/api/creator/pricing_strategies/${story.id}?_method=PUT`;
      const body = formOf(3000, ['type=all_free']);
      t.equal((await send(body, url)).json().code, 'too_many_fields', 'a visitor has no story');
      t.equal((await send(body, url, creator.headers)).statusCode, 303);
      t.equal((await send(formOf(6000), url, creator.headers)).json().code, 'too_many_fields');
    },
  );

  await t.test(
    'JSON of thousands of values is refused before it is parsed, and long lists are taken',
    async (t) => {
      const call = (url: string, body: unknown, as: object = {}) =>
        app.app.inject({
          method: 'PUT',
          url,
          payload: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...as },
        });
      const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
      const nested = { email: many };
      for (const body of [many, nested, { list: Array(50_000).fill('') }])
        t.equal((await call('/api/user/settings', body, creator.headers)).json().code, 'too_many_values');
      const signIn = (payload: string) =>
        app.app.inject({
          method: 'POST',
          url: '/api/auth/mail',
          payload,
          headers: { 'content-type': 'application/json' },
        });
      const list = await signIn(`{"email":${'['.repeat(100_000)}`);
      t.equal(list.statusCode, 413, 'also to whoever is not signed in');
      const text = JSON.stringify({ email: creator.email, password: `${'[{,"\\'.repeat(20_000)}` });
      t.equal((await signIn(text)).statusCode, 422, 'what stands in a text is no value');
      const story = await createStory(app, creator);
      const ids = Array.from({ length: 4_900 }, () => story.id);
      const order = await call(
        `/api/creator/stories/${story.id}/episodes/order`,
        { episode_ids: ids },
        creator.headers,
      );
      t.not(order.json().code, 'too_many_values', 'a list may be as long as its contract says');
      t.equal(countValues('{"a,[":"\\\\","b":[1,"\\"],{"]}', 100), 4);
    },
  );

  await t.test('what was typed makes no page of an endless address', async (t) => {
    for (const url of [
      '/api/security_notices',
      '/api/payout_destination_notices',
      '/api/user/reset_passwords',
    ]) {
      const reply = await send(`token=${'x+%20'.repeat(12_000)}`, url);
      t.equal(reply.statusCode, 303);
      const location = String(reply.headers.location);
      t.match(location, /_notice\?error_notice=|^\/reset_password\?error_notice=/, url);
      t.ok(location.length < 1_000, `${location.length} characters`);
    }
  });

  await t.test('a body that is too large is 413, told by its head or by its length', async (t) => {
    t.equal((await send(`a=${'x'.repeat(300_000)}`)).json().code, 'payload_too_large');
    for (const as of [{}, creator.headers]) {
      const long = await send(`_back=${'%C3%A4'.repeat(12_000)}`, undefined, as);
      t.same(
        [long.statusCode, long.json().code],
        [413, 'payload_too_large'],
        'a form has a bound of its own',
      );
    }
    const text = encodeURIComponent('あ'.repeat(5000));
    t.equal((await send(`${sign.join('&')}&text=${text}`)).statusCode, 303, 'the longest text fits');
  });

  await t.test('PRI-10 a long form of prices comes back without what was sent, and says so', async (t) => {
    const story = await createStory(app, creator);
    const url = `/api/creator/pricing_strategies/${story.id}?_method=PUT`;
    const body = `type=all_premium&price_of.all_premium=0&prices.x=${'1'.repeat(70_000)}`;
    const reply = await send(body, url, creator.headers);
    const said = new URL(String(reply.headers.location), 'http://here').searchParams.get('error_notice');
    t.match(said, /Please add price between 1-1000.*too long to be shown again/);
  });

  await t.test('fields are read as browsers write them', async (t) => {
    const body = 'email=+%FF&&email=b&__proto__=x&password=%C3%A4%2B+%&_locale=de';
    const reply = await send(body);
    t.match(reply.headers.location, /^\/de\/sign_in\?error_notice=/);
  });

  await t.test('the refusal comes while the rest is still on its way', async (t) => {
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    const head = ['POST /api/auth/mail HTTP/1.1', 'host: 127.0.0.1', `content-type: ${FORM['content-type']}`];
    socket.write(
      [...head, 'content-length: 200000', '', formOf(2000)].join('\r\n').replace('\r\nf0', '\r\n\r\nf0'),
    );
    const [answer] = await once(socket, 'data');
    t.match(String(answer), /^HTTP\/1\.1 413 /);
    t.match(String(answer), /too_many_fields/);
    await once(socket, 'close');
  });
});
