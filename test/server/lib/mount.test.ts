/** Calls accept and return what their contract says. support/description.ts checks the answers of the whole suite. */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import t from 'tap';
import Type from 'typebox';
import { defineContract } from '../../../server/lib/contract.ts';
import { describeError } from '../../../server/lib/describe.ts';
import { type AppError, conflict, isAppError } from '../../../server/lib/errors.ts';
import { defineRoutes, mountRoutes } from '../../../server/lib/mount.ts';
import { describeCall } from '../../../server/lib/operation.ts';
import { undescribed } from '../../support/description.ts';

const contract = defineContract({
  'POST /buy': {
    tag: 'Test',
    summary: 'Buy',
    access: 'anyone',
    headers: Type.Object({ 'Idempotency-Key': Type.String({ minLength: 1, maxLength: 5 }) }),
    body: Type.Object({ price: Type.Optional(Type.Integer()) }),
    replies: { 200: Type.Object({ key: Type.String(), message: Type.String() }) },
    refusals: [429],
    members: { 409: { price: Type.Integer() } },
  },
});

const routes = defineRoutes<typeof contract, object>(contract, {
  'POST /buy': async ({ headers, body }) => {
    if (body.price === 1) throw conflict('stale_version', { body: { price: 2 } });
    return { key: headers['Idempotency-Key'], message: 'Bought' };
  },
});

async function startApp(): Promise<FastifyInstance> {
  const app = Fastify();
  app.decorateRequest('resolveViewer', async function (this: FastifyRequest) {
    this.viewer = null;
    return 'none';
  } as FastifyRequest['resolveViewer']);
  app.setErrorHandler((error, _request, reply) => {
    if (!isAppError(error)) throw error;
    return reply
      .code(error.status)
      .send({ ...describeError(error as AppError, 'en'), ...error.options.body });
  });
  mountRoutes(app, [routes], { deps: {} });
  return app;
}

t.test('a call reads the request headers that its contract names', async (t) => {
  const app = await startApp();
  t.teardown(() => app.close());
  const buy = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/buy', headers, payload: {} });
  const reply = await buy({ 'idempotency-key': 'k1' });
  t.same(reply.json(), { key: 'k1', message: 'Bought', notice: { is_success: true, message: 'Bought' } });
  for (const [headers, text] of [
    [{}, "can't be blank"],
    [{ 'idempotency-key': 'much too long' }, 'is too long'],
  ] as const) {
    const refused = await buy(headers);
    t.equal(refused.statusCode, 422);
    t.same(refused.json().fields, [{ 'Idempotency-Key': [text] }]);
  }
  const refused = await app.inject({
    method: 'POST',
    url: '/buy',
    headers: { 'idempotency-key': 'k' },
    payload: { price: 1 },
  });
  t.match(refused.json(), { code: 'stale_version', price: 2 });
});

t.test('API-12 the description names headers, bodies of refusals and how long to wait', async (t) => {
  const { headers, response } = describeCall('POST /buy', contract['POST /buy'], false) as {
    headers: { properties: object };
    response: Record<string, { properties?: object; headers?: object }>;
  };
  t.same(Object.keys(headers.properties), ['Accept-Language', 'Idempotency-Key']);
  for (const status of [200, 400, 403, 409, 413, 415, 422, 429, 500, 503])
    t.ok(response[status], String(status));
  t.match(response[409]?.properties, { price: { type: 'integer' } });
  t.match(response[429]?.headers, { 'Retry-After': {} });
  t.match(response[422]?.properties, { fields: {} });
});

t.test('an answer that is not described is told from one that is', async (t) => {
  const described = {
    responses: {
      200: { content: { 'application/json': { schema: Type.Object({ a: Type.Integer() }) } } },
      204: {},
      429: { headers: { 'Retry-After': {} }, content: { 'application/json': { schema: Type.Object({}) } } },
    },
  };
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const fault = (status: number, body?: string, headers: object = json) =>
    undescribed(described, { status, headers: { ...headers }, body });
  t.equal(fault(200, '{"a":1}'), null);
  t.equal(fault(204), null);
  t.equal(fault(429, '{}', { ...json, 'retry-after': '5' }), null);
  t.match(fault(409, '{}'), 'not described', 'a status');
  t.match(fault(200, '{"a":"1"}'), 'described otherwise', 'a type');
  t.match(fault(200, '{"a":1,"b":2}'), 'described otherwise', 'a member');
  t.match(fault(200, 'a,b', { 'content-type': 'text/csv' }), 'text/csv', 'a media type');
  t.match(fault(200), 'without its body');
  t.match(fault(204, '{}'), 'not described', 'a body');
  t.match(fault(429, '{}'), 'retry-after', 'a header that is missing');
  t.match(fault(200, '{"a":1}', { ...json, location: '/x' }), 'location', 'a header');
});
