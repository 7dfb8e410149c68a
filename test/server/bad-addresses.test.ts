/** Every call of the contracts with senseless tokens, queries, ids and methods: refused, never a 5xx. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import { signInFailures, usedAmounts } from '#db/schema/index.ts';
import type { Account } from '../support/app.ts';
import { calls, each, shown, startBadCaller } from '../support/bad-caller.ts';
import { faultOf, NO_IDS, sampleOf } from '../support/bad-input.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);

function neededQuery(schema: object | undefined): string {
  const { required = [], properties = {} } = (schema ?? {}) as {
    required?: string[];
    properties?: Record<string, Parameters<typeof sampleOf>[0]>;
  };
  const pairs = required.map((name) => [name, String(sampleOf(properties[name] ?? {}))]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

t.test('bad addresses and headers to every call', async (t) => {
  const { app, creator, idOf, send } = await startBadCaller(t);

  await t.test('ROL-12 no token, a made-up one and a malformed one are 401', (t) =>
    each(
      t,
      async (asked, note) => {
        const tokens = [
          undefined,
          'Bearer ',
          `Bearer ${'x'.repeat(43)}`,
          'Basic YTpi',
          'Bearer \u00ff\u0000',
        ];
        for (const authorization of tokens) {
          const headers = authorization === undefined ? {} : { authorization };
          const reply = await send(asked, {}, { id: '', token: '', email: '', headers } as Account);
          note(
            String(authorization),
            faultOf(reply) ?? (reply.statusCode === 401 ? null : String(reply.statusCode)),
          );
        }
      },
      calls.filter(({ call }) => call.access !== 'anyone'),
    ),
  );

  await t.test('queries that make no sense', (t) =>
    each(
      t,
      async (asked, note) => {
        const names = Object.keys(
          (asked.call.query as { properties?: object } | undefined)?.properties ?? {},
        );
        const values = [
          '',
          '-1',
          '0',
          '1e999',
          'NaN',
          '99999999999999999999',
          '%00',
          '%ff',
          'x'.repeat(3000),
          '[]',
        ];
        for (const name of ['id', '__proto__', 'constructor', 'filter[a]', 'filter', ...names]) {
          // Calls do not read unknown parameters, so each call gets only one of the values.
          for (const value of names.includes(name) ? values : [values[calls.indexOf(asked) % values.length]])
            note(`${name}=${shown(value ?? '')}`, faultOf(await send(asked, { query: `?${name}=${value}` })));
          note(`${name} twice`, faultOf(await send(asked, { query: `?${name}=1&${name}=2&${name}` })));
        }
        note('broken', faultOf(await send(asked, { query: '?%&=&&?=%zz;__proto__[x]=1' })));
      },
      calls.filter(({ method }) => method !== 'DELETE'),
    ),
  );

  await t.test('API-63 ids that name nothing are 404, whatever they look like', (t) =>
    each(
      t,
      async (asked, note) => {
        await app.deps.db.delete(usedAmounts);
        await app.deps.db.delete(signInFailures);
        const here = idOf(asked.path);
        const ids = [randomUUID(), randomUUID().toUpperCase(), ...NO_IDS, `${here}%00`, `${here}%0a`];
        const body = asked.call.body && JSON.stringify(sampleOf(asked.call.body));
        const query = neededQuery(asked.call.query);
        for (const id of ids) {
          const reply = await send(asked, { id, query, ...(body === undefined ? {} : { body }) });
          const isRight = reply.statusCode === 404;
          note(id, faultOf(reply) ?? (isRight ? null : `${reply.statusCode} ${reply.body.slice(0, 100)}`));
        }
      },
      calls.filter(({ path, call }) => path.includes(':id') && !call.multipart),
    ),
  );

  await t.test('API-63 another method, and addresses that are none, are 404 in JSON', async (t) => {
    const faults: string[] = [];
    const paths = [...new Set(calls.map(({ path }) => path.replace(':id', randomUUID())))];
    for (const path of [...paths, '', '/', '/nothing', '/stories/a/b', '//', '/.env', '/%zz', '/%00']) {
      for (const method of methods) {
        if (calls.some((call) => call.method === method && matches(call.path, path))) continue;
        const reply = await app.app.inject({ method, url: `/api${path}`, headers: creator.headers });
        const fault = faultOf(reply);
        const isRight = reply.statusCode === 404 || (path.includes('%') && reply.statusCode === 400);
        if (fault !== null || !isRight) faults.push(`${method} ${path}: ${fault ?? reply.statusCode}`);
      }
    }
    t.same(faults, []);
  });

  await t.test('API-02, API-06 every call refuses in the language of Accept-Language', (t) =>
    each(t, async (asked, note) => {
      const { access, params, query, body: wanted, multipart: parts } = asked.call;
      if (access === 'anyone' && !(wanted ?? parts ?? params ?? query)) return;
      const body = (wanted ?? parts) ? { body: '{"title":1}' } : { id: 'nothing' };
      const [english, german, french, none] = await Promise.all([
        send(asked, { ...body, language: 'en-GB,de;q=0.3' }, null),
        send(asked, { ...body, language: 'de-AT, en;q=0.5' }, null),
        send(asked, { ...body, language: 'fr' }, null),
        send(asked, body, null),
      ]);
      for (const reply of [english, german, french, none])
        note('refusal', faultOf(reply) ?? (reply.statusCode >= 400 ? null : `taken: ${reply.body}`));
      const isOne = english.json().code === german.json().code;
      note('German', isOne && english.json().message !== german.json().message ? null : german.body);
      note(
        'others are told in English',
        french.body === english.body && none.body === english.body ? null : french.body,
      );
    }),
  );
});
