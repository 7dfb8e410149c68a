/** Values are counted before parsing: a value costs the main thread more than its bytes do. */
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Call } from '../lib/contract.ts';
import { tooLarge } from '../lib/errors.ts';

/** Allowance besides lists: none of our objects has nearly as many members. */
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

function listsIn(schema: TSchema | undefined): number {
  const { maxItems = 0, items, properties = {}, anyOf = [] } = (schema ?? {}) as Shape;
  const members = ({ properties: own = {} }: Shape) => 1 + Object.keys(own).length;
  const own = items === undefined ? 0 : maxItems * members(items as Shape);
  return [...Object.values(properties), ...anyOf].map(listsIn).reduce((sum, part) => sum + part, own);
}

const [QUOTE, COMMA, LIST, OBJECT] = ['"', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/** Counts members, elements, lists and objects, but nothing within strings. Stops beyond `most`. */
export function countValues(text: string, most: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count <= most; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COMMA || sign === LIST || sign === OBJECT) count += 1;
    else if (sign === QUOTE) at = endOf(text, at);
  }
  return count;
}

/** End of a string. The end of the text when the string is not terminated. */
function endOf(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
