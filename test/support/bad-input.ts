/** Input that no client of ours sends, and the form of every refusal (decisions.md §3). */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { STORE_REFUSALS } from '../../server/domains/coins/purchases/rules.ts';
import { ErrorReply } from '../../server/lib/schemas.ts';

type Facts = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Facts[];
  items?: Facts;
  properties?: Record<string, Facts>;
  pattern?: string;
  format?: string;
  maxLength?: number;
  minimum?: number;
};

/** A value that matches the schema. Texts are only as valid as the schema can express. */
export function sampleOf(schema: TSchema | Facts): unknown {
  const facts = schema as Facts;
  if (facts.enum) return facts.enum[0];
  if (facts.const !== undefined) return facts.const;
  if (facts.anyOf) return sampleOf(facts.anyOf[0] ?? {});
  if (facts.type === 'array') return [sampleOf(facts.items ?? {})];
  if (facts.type === 'boolean') return true;
  if (facts.type === 'integer' || facts.type === 'number') return facts.minimum ?? 1;
  if (facts.properties) {
    return Object.fromEntries(Object.entries(facts.properties).map(([name, part]) => [name, sampleOf(part)]));
  }
  if (facts.type === 'object') return {};
  if (facts.format === 'date') return '2030-01-31';
  if (facts.format === 'date-time') return new Date(0).toISOString();
  return facts.pattern ? randomUUID() : 'Sample'.slice(0, facts.maxLength);
}

export const nested = (depth: number, open: string, middle: string, close: string): string =>
  open.repeat(depth) + middle + close.repeat(depth);

/** Replacements for any field. In JSON, since some have no JavaScript value. */
export const HOSTILE_VALUES: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e999',
  '12345678901234567890123',
  '""',
  '"  "',
  '"1"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u200b\\u2060"',
  JSON.stringify('x'.repeat(20_000)),
  '[]',
  '[[]]',
  '[null,1,{}]',
  '{}',
  '{"toString":1,"length":1e9}',
  nested(2000, '[', '', ']'),
  nested(2000, '{"a":', '1', '}'),
];

/** Replacements for a whole body. */
export const HOSTILE_BODIES: readonly string[] = [
  'null',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{}',
  '{',
  '{"a":}',
  '\u0000',
  '{"__proto__":{"administrator":true}}',
  '{"constructor":{"prototype":{"administrator":true}}}',
  '{"toString":"\\u0000","constructor":"\\ud800","hasOwnProperty":["\\u0000"],"__defineGetter__":{"a":"\\u0000"}}',
  nested(100_000, '[', '', ']'),
  nested(40_000, '{"a":', '1', '}'),
  nested(40_000, '{"title":', '"\\u0000"', '}'),
];

/** Replacements for an id in an address. */
export const NO_IDS: readonly string[] = [
  '0',
  '-1',
  'null',
  'NaN',
  '__proto__',
  'constructor',
  '%00',
  '%ff',
  '%zz',
  '%',
  '..',
  '..%2f..%2fetc%2fpasswd',
  '%27%20or%201%3D1--',
  'x'.repeat(499),
  'x'.repeat(5000),
  encodeURIComponent('\u202e😀'),
];

/** Content types that no call accepts. */
export const OTHER_TYPES = 'text/plain,application/xml,text/html,application/jsonx,a,,;,x/y; q'.split(',');

export function faultOf(reply: LightMyRequestResponse): string | null {
  const said = () => `${reply.statusCode} ${reply.body.slice(0, 200)}`;
  if (reply.statusCode < 400) return null;
  if (reply.statusCode >= 500) return said();
  if (!String(reply.headers['content-type']).startsWith('application/json')) return `no JSON: ${said()}`;
  const body: unknown = JSON.parse(reply.body);
  if (!Value.Check(ErrorReply, body)) return `another shape: ${said()}`;
  const { message, code, fields, notice, ...rest } = body;
  if (notice.is_success || notice.message !== message) return `another notice: ${said()}`;
  if (message.trim() === '' || !/^[a-z]+(_[a-z]+)*$/.test(code)) return `no words: ${said()}`;
  if (Object.keys(rest).length > 0) return `more than agreed: ${said()}`;
  // A refused receipt names no field: its code refuses the whole.
  const isOfReceipt = (STORE_REFUSALS as readonly string[]).includes(code);
  if ((fields !== undefined) !== (reply.statusCode === 422 && !isOfReceipt))
    return `fields with 422 and only then: ${said()}`;
  for (const field of fields ?? []) {
    const [texts, ...others] = Object.values(field);
    const isRight = others.length === 0 && texts !== undefined && texts.length > 0;
    if (!isRight || texts.some((text) => text.trim() === '')) return `a field without messages: ${said()}`;
  }
  return null;
}

export const fieldNames = (reply: LightMyRequestResponse): string[] =>
  (reply.json<{ fields?: object[] }>().fields ?? []).flatMap((field) => Object.keys(field));
