/** Every call of the contracts against what no client of ours would send: the agreed shape of refusal, never a 5xx. */
import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { contracts } from '../../server/api.ts';
import type { Call } from '../../server/lib/contract.ts';
import { type Account, startTestApp } from '../support/app.ts';
import {
  faultOf,
  fieldNames,
  HOSTILE_BODIES,
  HOSTILE_VALUES,
  NO_IDS,
  OTHER_TYPES,
  sampleOf,
} from '../support/bad-input.ts';
import { publishStory } from '../support/console.ts';
import { multipart } from '../support/multipart.ts';

type Asked = { route: string; method: InjectOptions['method']; path: string; call: Call };

/** Deletions last, so that others find something; signing out is tried with an own account. */
const calls: Asked[] = Object.entries(contracts)
  .map(([route, call]) => {
    const [method = '', path = ''] = route.split(' ');
    return { route, method: method as InjectOptions['method'], path, call: call as Call };
  })
  .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));

type Note = (what: string, fault: string | null) => void;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);

/** The creator is an administrator, so that every call is reached. */
t.test('bad input to every call', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const leaving = await app.signUp('Leaving');
  const plain = await app.signUp('Plain');
  await app.makeAdministrator(creator);
  const { story, episode, pages } = await publishStory(app, creator);
  const known: [RegExp, string][] = [
    [/^\/(creator\/)?stories\/:id/, story.id],
    [/^\/(creator\/)?episodes\/:id/, episode.id],
    [/^\/creator\/pages\/:id/, pages[0]?.id ?? ''],
  ];
  const idOf = (path: string) => known.find(([pattern]) => pattern.test(path))?.[1] ?? randomUUID();
  const speakerOf = ({ route }: Asked): Account => (route === 'DELETE /auth/session' ? leaving : creator);

  type Wishes = { language?: string; id?: string; query?: string };
  type Sent = Wishes & { body?: string | Buffer; type?: string | null };
  function send(asked: Asked, { body, type, language, id, query = '' }: Sent, as?: Account | null) {
    const { path, method, call } = asked;
    const speaker = as === undefined && call.access !== 'anyone' ? speakerOf(asked) : as;
    return app.app.inject({
      method,
      url: `/api${path.replace(':id', id ?? idOf(path)).replace(/:\w+/g, randomUUID())}${query}`,
      headers: {
        ...speaker?.headers,
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(body === undefined || type === null ? {} : { 'content-type': type ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body }),
    } as InjectOptions) as Promise<LightMyRequestResponse>;
  }

  /** One assertion a call: the list of what went wrong, which is to be empty. */
  async function each(t: Test, work: (asked: Asked, note: Note) => Promise<void>, of = calls) {
    for (const asked of of) {
      const faults: string[] = [];
      await work(asked, (what, fault) => void (fault === null || faults.push(`${what}: ${fault}`)));
      t.same(faults, [], asked.route);
    }
  }
  const shown = (text: string) => text.slice(0, 60);

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

  await t.test('API-06 API-07 API-08 API-09, ERR-01 bodies that are no JSON objects', (t) =>
    each(t, async (asked, note) => {
      for (const body of HOSTILE_BODIES) {
        const reply = await send(asked, { body });
        note(shown(body), faultOf(reply));
        if (asked.call.body !== undefined && !/^\{("|\}$)/.test(body))
          note(shown(body), reply.statusCode >= 400 ? null : 'was taken');
      }
    }),
  );

  await t.test('ERR-18 no body at all is an empty object: what is missing is named', (t) =>
    each(
      t,
      async (asked, note) => {
        const { required = [] } = asked.call.body as TSchema & { required?: string[] };
        for (const sent of [{}, { body: '' }, { body: '{}' }]) {
          const reply = await send(asked, sent);
          const names = fieldNames(reply);
          const isRight = reply.statusCode !== 400 && required.every((name) => names.includes(name));
          note(JSON.stringify(sent), faultOf(reply) ?? (isRight ? null : reply.body));
        }
      },
      calls.filter(({ call, method }) => call.body !== undefined && method !== 'DELETE'),
    ),
  );

  await t.test('API-04 a body of another type is 415', (t) =>
    each(t, async (asked, note) => {
      for (const type of OTHER_TYPES) {
        const reply = await send(asked, { body: '{}', type });
        note(type, faultOf(reply));
        if (asked.call.body && type !== '')
          note(type, reply.statusCode === 415 ? null : String(reply.statusCode));
      }
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        const reply = await send(asked, { body: '{}', type });
        if (asked.call.body) note(type, reply.statusCode === 415 ? 'JSON is not taken' : null);
      }
      const form = 'application/x-www-form-urlencoded';
      note('form', faultOf(await send(asked, { body: 'a=1', type: form })));
      const { payload, headers } = multipart([{ name: 'a', value: '1' }]);
      note('multipart', faultOf(await send(asked, { body: payload, type: headers['content-type'] ?? '' })));
    }),
  );

  await t.test('a body that is too large is 413', (t) =>
    each(
      t,
      async (asked, note) => {
        const text = 'x'.repeat((asked.call.bodyLimitBytes ?? 260_000) + 40_000);
        const reply = await send(asked, { body: JSON.stringify({ text }) });
        note('too large', reply.statusCode === 413 ? faultOf(reply) : `${reply.statusCode}`);
      },
      calls.filter(({ call }) => call.body !== undefined),
    ),
  );

  await t.test('ERR-08, ERR-19 each field with what does not belong there is 422 and named', (t) =>
    each(
      t,
      async (asked, note) => {
        const schema = asked.call.body as TSchema & { properties: Record<string, TSchema> };
        const sample = sampleOf(schema) as Record<string, unknown>;
        for (const [name, part] of Object.entries(schema.properties)) {
          for (const json of HOSTILE_VALUES) {
            const others = JSON.stringify({ ...sample, [name]: undefined }).slice(1, -1);
            const body = `{${JSON.stringify(name)}:${json}${others === '' ? '' : `,${others}`}}`;
            const reply = await send(asked, { body });
            const what = `${name} = ${shown(json)}`;
            note(what, faultOf(reply));
            if (Value.Check(part, JSON.parse(json))) continue;
            const isNamed = reply.statusCode === 422 && fieldNames(reply).some((it) => it.startsWith(name));
            note(what, isNamed ? null : `${reply.statusCode} ${reply.body.slice(0, 150)}`);
          }
        }
      },
      calls.filter(({ call }) => call.body !== undefined),
    ),
  );

  await t.test('fields nobody asked for give no rights', async (t) => {
    const rights = async () => {
      const { user } = (await app.call('GET /auth/my_profile', { as: plain })).json();
      const { id, email, email_confirmed, administrator, publisher, founder } = user;
      return { id, email, email_confirmed, administrator, publisher, founder };
    };
    const before = await rights();
    t.match(before, { administrator: false, publisher: false, founder: false });
    const wished = { administrator: true, publisher: true, founder: true, email_confirmed: true };
    await each(
      t,
      async (asked, note) => {
        const sample = asked.call.body ? (sampleOf(asked.call.body) as object) : {};
        const extra = { ...sample, ...wished, emailConfirmedAt: 0, owner_id: leaving.id, id: randomUUID() };
        note('extra', faultOf(await send(asked, { body: JSON.stringify(extra) }, plain)));
      },
      calls.filter(({ method }) => method !== 'DELETE'),
    );
    t.same(await rights(), before);
  });

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
          for (const value of values)
            note(`${name}=${shown(value)}`, faultOf(await send(asked, { query: `?${name}=${value}` })));
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
        const here = idOf(asked.path);
        const ids = [randomUUID(), randomUUID().toUpperCase(), ...NO_IDS, `${here}%00`, `${here}%0a`];
        const body = asked.call.body && JSON.stringify(sampleOf(asked.call.body));
        for (const id of ids) {
          const reply = await send(asked, { id, ...(body === undefined ? {} : { body }) });
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
