import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import t from 'tap';
import { contracts } from '../../server/api.ts';
import type { Call } from '../../server/lib/contract.ts';
import { startSite } from '../support/site.ts';

type Operation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[];
  requestBody?: { content: Record<string, { schema?: object }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
  security?: Record<string, string[]>[];
};
type Document = {
  openapi: string;
  info: { title?: string; version?: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object };
};

const API_HOST = 'api.tsuzuki.test';
const routes = Object.keys(contracts);

t.test('the API and its description', async (t) => {
  const site = await startSite({ environment: { API_HOST } });
  t.teardown(() => site.close());
  const ask = (host: string, url: string, method: 'GET' | 'POST' | 'PATCH' | 'OPTIONS' = 'GET') =>
    site.app.inject({ method, url, headers: { host } });

  await t.test('OPS-12 the API is under /api on the web origin, its root are pages', async (t) => {
    const reply = await ask('tsuzuki.test', '/api/user/account');
    t.equal(reply.statusCode, 401);
    t.equal(reply.json().code, 'sign_in_required');
    const page = await ask('tsuzuki.test', '/user/account');
    t.equal(page.statusCode, 404);
    t.match(page.headers['content-type'], 'text/html');
    t.match((await ask('tsuzuki.test', '/')).headers['content-type'], 'text/html');
  });

  await t.test(
    'API-01, OPS-13 on the API host every call is at the root, and there are no pages',
    async (t) => {
      for (const [route, call] of Object.entries(contracts) as [string, Call][]) {
        const [method = 'GET', path = ''] = route.split(' ');
        const url = path.replaceAll(/:provider/g, 'google').replaceAll(/:\w+/g, randomUUID());
        const send = (host: string, address: string) =>
          site.app.inject({
            method: method as InjectOptions['method'],
            url: address,
            headers: { host },
            ...(call.body && !call.multipart ? { payload: {} } : {}),
          } as InjectOptions);
        const reply = await send(API_HOST, url);
        if (route === 'GET /auth/:provider') {
          // The browser's cookie belongs to the web origin.
          t.match(reply.headers.location, /^http:\/\/tsuzuki\.test\/api\/auth\/google/);
          continue;
        }
        const { statusCode, headers } = await send('tsuzuki.test', `/api${url}`);
        t.equal(reply.statusCode, statusCode, route);
        t.equal(reply.headers['content-type'], headers['content-type'], route);
        if (call.access !== 'anyone') t.equal(reply.statusCode, 401, route);
      }
      for (const host of [API_HOST, API_HOST.toUpperCase(), `${API_HOST}:8443`]) {
        const reply = await ask(host, '/user/account');
        t.equal(reply.statusCode, 401, host);
        t.equal(reply.json().code, 'sign_in_required', host);
        for (const path of [
          '/',
          '/de',
          '/sign_in',
          '/stories/x',
          '/stories/x/1',
          '/creator/stories/new',
          '/no',
        ])
          t.match((await ask(host, path)).headers['content-type'], 'application/json', `${host}${path}`);
      }
      const story = await ask(API_HOST, '/stories/nothing');
      t.equal(story.statusCode, 404);
      t.same(story.json(), {
        message: 'We could not find that.',
        code: 'not_found',
        notice: { is_success: false, message: 'We could not find that.' },
      });
      const other = await ask('evil-api.tsuzuki.test', '/user/account');
      t.match(other.headers['content-type'], 'text/html', 'another host is the web origin');
      t.match((await ask('apixtsuzuki.test', '/user/account')).headers['content-type'], 'text/html');
    },
  );

  await t.test('API-63 on the API host too, unknown paths and methods are 404 in JSON', async (t) => {
    for (const [url, method] of [
      ['/nothing', 'GET'],
      ['/stories/a/b/c', 'POST'],
      ['/user/account', 'PATCH'],
      ['/user/account', 'OPTIONS'],
      ['/%zz', 'GET'],
    ] as const) {
      const reply = await ask(API_HOST, url, method);
      t.equal(reply.statusCode, 404, `${method} ${url}`);
      t.equal(reply.json().code, 'not_found', `${method} ${url}`);
    }
  });

  await t.test('API-03 the token comes in a header, or on the web in its cookie', async (t) => {
    const { token, id, headers } = await site.signUp('Reader');
    const get = (sent: Record<string, string>) =>
      site.app.inject({ url: '/api/user/account', headers: sent });
    t.equal((await get(headers)).json().user.id, id);
    t.equal((await get({ authorization: `bearer ${token}` })).json().user.id, id);
    t.equal((await get({ cookie: `auth_token=${token}` })).json().user.id, id);
    t.equal((await get({ cookie: `auth_token=${token}`, authorization: 'Bearer x' })).statusCode, 401);
    t.equal((await get({ 'auth-token': token })).statusCode, 401);
    for (const cookie of [
      'auth_token=%zz',
      'auth_token=',
      '__proto__=1; auth_token="',
      ';;=;auth_token=\u00ff',
    ])
      t.equal((await get({ cookie })).statusCode, 401, cookie);
  });

  await t.test('API-02 a language that nobody can read is English', async (t) => {
    const message = async (language: string) =>
      (await site.app.inject({ url: '/api/nothing', headers: { 'accept-language': language } })).json()
        .message;
    const english = await message('en');
    const german = await message('de');
    t.not(english, german);
    for (const language of ['', '*', 'xx', ';q=', 'de;q=0', '__proto__', 'x'.repeat(5000), 'de;q=x', ',,,'])
      t.equal(await message(language), english, language);
    for (const language of ['de-CH', 'DE', 'fr;q=1, de;q=0.9, en;q=0.1', 'de;q=0.001'])
      t.equal(await message(language), german, language);
  });

  await t.test('API-12 /openapi.json describes every call and nothing else', async (t) => {
    const reply = await ask('tsuzuki.test', '/openapi.json');
    t.match(reply.headers['content-type'], 'application/json');
    const document = reply.json<Document>();
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    t.same(described.toSorted(), routes.toSorted());
    t.same((await ask(API_HOST, '/openapi.json')).json(), document);
  });

  await t.test('the description is made once, compressed, and known by its tag', async (t) => {
    const plain = await ask('tsuzuki.test', '/openapi.json');
    const get = (headers: Record<string, string>, url = '/openapi.json') =>
      site.app.inject({ url, headers: { host: 'tsuzuki.test', ...headers } });
    for (const url of ['/openapi.json', '/docs/json', '/docs/yaml']) {
      for (const [encoding, open] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const reply = await get({ 'accept-encoding': encoding }, url);
        t.equal(reply.headers['content-encoding'], encoding, url);
        t.equal(String(open(reply.rawPayload)), plain.body, url);
        t.ok(
          reply.rawPayload.length < plain.body.length / 8,
          `${reply.rawPayload.length} bytes of ${encoding}`,
        );
        const again = await get(
          { 'accept-encoding': encoding, 'if-none-match': String(reply.headers.etag) },
          url,
        );
        t.equal(again.statusCode, 304);
        t.equal(again.body, '');
      }
    }
    t.equal(plain.headers.vary, 'accept-encoding');
    t.match(plain.headers, { 'x-content-type-options': 'nosniff', 'cache-control': /must-revalidate/ });
    const { swagger } = site.app;
    site.app.swagger = () => {
      throw new Error('written anew');
    };
    t.equal((await ask('tsuzuki.test', '/openapi.json')).body, plain.body);
    site.app.swagger = swagger;
  });

  await t.test('API-12 the description holds to OpenAPI 3.1', async (t) => {
    const document = (await ask('tsuzuki.test', '/openapi.json')).json<Document>();
    t.match(document.openapi, /^3\.1\.\d+$/);
    t.match(document.info, { title: /.+/, version: /.+/ });
    t.same(document.servers, [{ url: 'http://tsuzuki.test' }]);
    const schemes = Object.keys(document.components.securitySchemes);
    const ids = new Set<string>();
    const faults: string[] = [];
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const note = (isRight: boolean, what: string) => isRight || faults.push(`${method} ${path}: ${what}`);
        const { parameters = [], operationId = '', requestBody, responses, security = [] } = operation;
        note(operationId !== '' && !ids.has(operationId), 'operationId');
        ids.add(operationId);
        note(Boolean(operation.summary) && operation.tags?.length === 1, 'summary and tag');
        const named = parameters.filter((each) => each.in === 'path').map((each) => each.name);
        note(named.toString() === [...path.matchAll(/\{(\w+)\}/g)].map((each) => each[1]).toString(), 'path');
        for (const each of parameters) {
          note(
            ['path', 'query', 'header', 'cookie'].includes(each.in) && each.schema !== undefined,
            each.name,
          );
          note(each.in !== 'path' || each.required === true, `${each.name} is required`);
        }
        const call = (contracts as Record<string, Call>)[operationId];
        const takesBody = call?.body !== undefined || call?.multipart !== undefined;
        note(takesBody === (requestBody !== undefined), 'a body where the call takes one');
        if (requestBody)
          note(
            Object.values(requestBody.content).every((each) => each.schema),
            'body',
          );
        note(
          Object.keys(responses).some((status) => /^[23]/.test(status)),
          'success',
        );
        for (const [status, response] of Object.entries(responses)) {
          note(/^[1-5]\d\d$/.test(status) && typeof response.description === 'string', status);
          if (status === '204' || response.description === 'no content')
            note(response.content === undefined, `${status} has no content`);
          else if (!status.startsWith('3'))
            note(
              Object.values(response.content ?? {}).some((each) => each.schema),
              `${status} has a schema`,
            );
        }
        for (const each of security)
          note(
            Object.keys(each).every((name) => schemes.includes(name)),
            'security',
          );
        note(!JSON.stringify(operation).includes('"$ref"'), 'nothing to resolve');
      }
    }
    t.same(faults, []);
  });
});
