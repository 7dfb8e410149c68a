/** Every call of the contracts with bodies that no client sends: refused in the agreed form, never a 5xx. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { calls, each, shown, startBadCaller } from '../support/bad-caller.ts';
import {
  faultOf,
  fieldNames,
  HOSTILE_BODIES,
  HOSTILE_VALUES,
  OTHER_TYPES,
  sampleOf,
} from '../support/bad-input.ts';
import { multipart } from '../support/multipart.ts';

/** All bodies for calls that take one. The other calls ignore bodies, so each gets a third of them. */
const forCall = (asked: (typeof calls)[number], all: readonly string[]): readonly string[] =>
  asked.call.body === undefined ? all.filter((_, at) => at % 3 === calls.indexOf(asked) % 3) : all;

t.test('bad bodies to every call', async (t) => {
  const { app, leaving, plain, send } = await startBadCaller(t);

  await t.test('API-06 API-07 API-08 API-09, ERR-01 bodies that are no JSON objects', (t) =>
    each(t, async (asked, note) => {
      for (const body of forCall(asked, HOSTILE_BODIES)) {
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
      for (const type of forCall(asked, OTHER_TYPES)) {
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
});
