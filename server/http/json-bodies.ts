/**
 * How many values a body of JSON may hold. Each costs more of the main thread than its bytes do, so they are counted before the
 * body is parsed: a call takes as many as its lists may have, and some.
 */
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Call } from '../lib/contract.ts';
import { tooLarge } from '../lib/errors.ts';

/** Beside what lists hold: no object of ours has nearly as many members. */
export const JSON_VALUES_MAX_COUNT = 2_500;

/** Throws 413. */
export function requireFewValues({ routeOptions }: FastifyRequest, text: string): void {
  const { call } = routeOptions.config;
  const most = call === undefined ? JSON_VALUES_MAX_COUNT : mostValuesOf(call);
  if (countValues(text, most) > most) throw tooLarge('too_many_values', { args: { most } });
}

const known = new WeakMap<Call, number>();

function mostValuesOf(call: Call): number {
  const most =
    known.get(call) ?? JSON_VALUES_MAX_COUNT + listsIn(call.body) + (call.form?.fieldsMaxCount ?? 0);
  known.set(call, most);
  return most;
}

type Shape = { maxItems?: number; items?: TSchema; properties?: Record<string, TSchema>; anyOf?: TSchema[] };

/** Values in the longest lists that a schema takes. */
function listsIn(schema: TSchema | undefined): number {
  const { maxItems = 0, items, properties = {}, anyOf = [] } = (schema ?? {}) as Shape;
  const members = ({ properties: own = {} }: Shape) => 1 + Object.keys(own).length;
  const own = items === undefined ? 0 : maxItems * members(items as Shape);
  return [...Object.values(properties), ...anyOf].map(listsIn).reduce((sum, part) => sum + part, own);
}

const [QUOTE, COMMA, LIST, OBJECT] = ['"', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/** Members, elements, lists and objects; stops counting beyond `most`. What stands in texts does not count. */
export function countValues(text: string, most: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count <= most; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COMMA || sign === LIST || sign === OBJECT) count += 1;
    else if (sign === QUOTE) at = endOf(text, at);
  }
  return count;
}

/** Where a text ends; past everything when it does not. */
function endOf(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
