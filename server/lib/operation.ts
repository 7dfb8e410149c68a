/** OpenAPI description of a call: its input, and every status, body, header and media type of its answers. */
import Type, { type TProperties, type TSchema } from 'typebox';
import type { Call } from './contract.ts';
import { DEFAULT_LOCALE, LOCALES } from './locale.ts';
import { Notice, refusalReply } from './schemas.ts';

type Described = Record<string, unknown>;

const RETRY_AFTER = {
  'Retry-After': { type: 'string', description: 'seconds until another attempt makes sense' },
};
const NOTHING = { type: 'null', description: 'no content' };
const ELSEWHERE = { ...NOTHING, headers: { Location: { type: 'string', description: 'where to go on' } } };
const FILE_NAME = {
  'Content-Disposition': { type: 'string', description: 'the name that a file is to be kept under' },
};
const LANGUAGE = Type.Object({
  'Accept-Language': Type.Optional(
    Type.String({
      description: `language of messages and labels: ${LOCALES.join(' or ')}, by default ${DEFAULT_LOCALE}`,
    }),
  ),
});

export function describeCall(route: string, call: Call, isHidden: boolean): Described {
  const parts: [string, TSchema | undefined][] = [
    ['params', call.params],
    ['querystring', call.query],
    ['headers', Type.Object({ ...LANGUAGE.properties, ...call.headers?.properties })],
    ['body', call.multipart?.fields ?? call.body],
  ];
  const consumes = [
    ...(call.multipart && call.body === undefined ? [] : ['application/json']),
    ...(call.multipart ? ['multipart/form-data'] : []),
    ...(call.form ? ['application/x-www-form-urlencoded'] : []),
  ];
  return {
    hide: isHidden,
    tags: [call.tag],
    summary: call.summary,
    operationId: route,
    ...(call.description === undefined ? {} : { description: call.description }),
    consumes,
    ...(call.access === 'anyone' ? {} : { security: [{ token: [] }, { cookie: [] }] }),
    ...Object.fromEntries(parts.filter(([, schema]) => schema !== undefined)),
    response: { ...successes(route, call), ...refusals(route, call) },
  };
}

function successes(route: string, call: Call): Described {
  const found: Described = {};
  for (const [status, schema] of Object.entries(call.replies)) {
    if (schema === null) found[status] = NOTHING;
    else if (status === '302') found[route.startsWith('POST ') ? 303 : 302] = ELSEWHERE;
    else if (call.form?.shown) found[status] = asPageToo(withNotice(schema));
    else found[status] = call.media ? ofMedia(call.media, schema) : withNotice(schema);
  }
  // Browser forms are redirected in any case.
  if (call.form) found[303] = ELSEWHERE;
  return found;
}

function ofMedia(media: readonly string[], schema: TSchema): Described {
  const content = media.map((type) => [type, { schema: FILES.test(type) ? FILE : schema }]);
  const headers = media.some((type) => FILES.test(type)) ? { headers: FILE_NAME } : {};
  return { description: 'as asked for', ...headers, content: Object.fromEntries(content) };
}

const FILE = { type: 'string', format: 'binary' };
const FILES = /^(?!application\/json|text\/event-stream)/;

/** API-10: a reply with a message also carries it as a notice. */
function withNotice(schema: TSchema): TSchema {
  const { properties } = schema as { properties?: TProperties };
  if (properties?.message === undefined) return schema;
  const isAlways = (schema as { required?: string[] }).required?.includes('message') === true;
  return Type.Object({ ...properties, notice: isAlways ? Notice : Type.Optional(Notice) });
}

function refusals(route: string, call: Call): Described {
  const statuses = [...statusesOf(route, call)].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const schema = refusalReply(status, call.members?.[status]);
      const headers = status === 429 || status === 503 ? { headers: RETRY_AFTER } : {};
      return [status, call.form ? { ...headers, ...asPageToo(schema) } : { ...headers, ...schema }];
    }),
  );
}

/** A form without JavaScript is shown again, with its values and errors. */
const asPageToo = (schema: TSchema): Described => ({
  description: 'JSON, or to a form of a browser the page that holds it',
  content: { 'application/json': { schema }, 'text/html': { schema: { type: 'string' } } },
});

/** The call's own refusals, and those of every call of its kind: bad or slow bodies, other sites, offline services. */
function statusesOf(route: string, call: Call): Set<number> {
  const statuses = new Set<number>([...(call.refusals ?? []), 500, 503]);
  for (const status of Object.keys(call.members ?? {})) statuses.add(Number(status));
  if (!route.startsWith('GET ')) for (const status of [400, 408, 413, 415, 507]) statuses.add(status);
  if (!route.startsWith('GET ') && !call.crossSite) statuses.add(403);
  if (call.access !== 'anyone') statuses.add(401).add(423);
  if (call.access === 'administrator' || call.fresh === 'console') statuses.add(403);
  if (call.fresh === 'reader') statuses.add(409);
  if (call.params) statuses.add(404);
  if (call.body || call.query || call.headers) statuses.add(422);
  return statuses;
}
