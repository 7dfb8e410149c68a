/** Checks every API answer in tests against the API description: no undescribed content (API-12). */
import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { shareSerializers } from './serializers.ts';

type Answer = {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: TSchema }>;
};
type Operation = { operationId?: string; responses: Record<string, Answer> };
type Document = { paths: Record<string, Record<string, Operation>> };
type Check = (value: unknown) => string | null;

/** Headers that clients must know. All others are common to every answer. */
const TOLD = ['retry-after', 'location', 'content-disposition'];

const operations = new Map<string, Operation>();
const checks = new Map<string, Check>();
/** Keyed by schema object, so that each is serialized once. */
const checksOf = new WeakMap<TSchema, Check>();

/** The fault in an answer, or null. The operation belongs to its contract's route. */
export function undescribed(
  operation: Operation | undefined,
  { status, headers, body }: { status: number; headers: Record<string, unknown>; body: unknown },
): string | null {
  const answer = operation?.responses[status];
  if (answer === undefined) return `${status} is not described: ${shown(body)}`;
  const names = Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase());
  const untold = TOLD.find((name) => headers[name] !== undefined && !names.includes(name));
  if (untold !== undefined) return `the header ${untold} of ${status} is not described`;
  const missing = names.find((name) => name === 'retry-after' && headers[name] === undefined);
  if (missing !== undefined) return `${status} comes without ${missing}`;
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  if (body === undefined || body === null || body === '')
    return answer.content === undefined ? null : `${status} comes without its body`;
  const media = answer.content?.[type];
  if (media === undefined) return `${status} as ${type} is not described`;
  if (type !== 'application/json' || media.schema === undefined || typeof body !== 'string') return null;
  const fault = checkOf(media.schema)(JSON.parse(body));
  return fault && `the body of ${status} is described otherwise: ${fault} in ${shown(body)}`;
}

const shown = (body: unknown): string => (typeof body === 'string' ? body.slice(0, 300) : typeof body);

function checkOf(schema: TSchema): Check {
  const check = checksOf.get(schema) ?? makeCheck(schema);
  checksOf.set(schema, check);
  return check;
}

function makeCheck(schema: TSchema): Check {
  const key = JSON.stringify(schema);
  const known = checks.get(key);
  if (known !== undefined) return known;
  const compiled = Compile(strict(schema) as TSchema);
  const check: Check = (value) => {
    if (compiled.Check(value)) return null;
    const [first] = compiled.Errors(value);
    return `${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
  };
  checks.set(key, check);
  return check;
}

/** The same schema without additional properties. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

function operationOf(app: FastifyInstance, request: FastifyRequest): Operation | undefined {
  const id = (request.routeOptions.schema as { operationId?: string } | undefined)?.operationId;
  if (id === undefined || !app.hasDecorator('swagger')) return undefined;
  // All applications have the same contracts, so the first one's document serves for all.
  if (!operations.has(id))
    for (const [name, each] of operationsIn(app.swagger() as unknown as Document)) operations.set(name, each);
  return operations.get(id);
}

const operationsIn = ({ paths }: Document): Map<string, Operation> =>
  new Map(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId ?? '', operation] as const),
    ),
  );

/** Hooks into every Fastify application of this process. */
channel('fastify.initialization').subscribe((message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  shareSerializers(fastify);
  fastify.addHook(
    'onSend',
    async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> => {
      const operation = operationOf(fastify, request);
      // HEAD sends only the headers of GET, which is checked.
      if (operation === undefined || request.method === 'HEAD') return;
      const { statusCode: status } = reply;
      const fault = undescribed(operation, { status, headers: reply.getHeaders(), body: payload });
      if (fault === null) return;
      // Imported late: benches come here, too, and tap would end them after half a minute.
      const { default: t } = await import('tap');
      t.fail(`${operation.operationId}: ${fault}`);
    },
  );
});
