/** Validates input against a contract's schemas and names errors in the product's own words (ERR-18…ERR-24). */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { coerce } from './coerce.ts';
import { type FieldErrors, type FieldProblem, unprocessable } from './errors.ts';
import { cleanName, cleanTitle } from './names.ts';
import { isBlank, isStorable } from './text.ts';

type Issue = { keyword: string; instancePath: string; params: Record<string, unknown> };
type Facts = { type?: string; blank?: boolean; clean?: string };

/** No contract nests deeper. Deeper input is refused before recursive code would run out of stack. */
const DEPTH_MAX = 16;

/** Returns a function that converts text (with `coerce`), fills in defaults, checks, and throws 422. */
export function makeValidator(
  schema: TSchema,
  { coerce: fromText }: { coerce: boolean },
): (input: unknown) => unknown {
  // Compiled on first use: each schema takes a millisecond, and most routes are not called early.
  let compiled: ReturnType<typeof Compile> | undefined;
  return (input) => {
    compiled ??= Compile(schema);
    const check = compiled;
    const known = Value.Clean(schema, Value.Clone(shallow(schema, input ?? {})));
    const given = Value.Default(schema, known);
    const value = cleaned(schema, fromText ? coerce(schema, given) : given);
    const fields = collectText(schema, value);
    if (!check.Check(value)) addIssues(fields, schema, check.Errors(value) as Issue[], value);
    if (Object.keys(fields).length > 0) throw unprocessable(fields);
    return value;
  };
}

const CLEANERS: Readonly<Record<string, (text: string) => string>> = {
  name: cleanName,
  title: cleanTitle,
  email: (text) => text.trim(),
};

/** Cleans names, titles and addresses, which are at the top level of every body. */
function cleaned(schema: TSchema, value: unknown): unknown {
  const { properties = {} } = schema as { properties?: Record<string, Facts> };
  if (typeof value !== 'object' || value === null) return value;
  for (const [name, part] of Object.entries(value)) {
    const clean = CLEANERS[properties[name]?.clean ?? ''];
    if (clean !== undefined && typeof part === 'string' && isStorable(part))
      (value as Record<string, unknown>)[name] = clean(part);
  }
  return value;
}

export function fitting(
  schema: TSchema,
  input: unknown,
  { wrong, coerce: fromText }: { wrong: FieldErrors; coerce: boolean },
): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {};
  const named = new Set(Object.keys(wrong).map((path) => path.split('.')[0]));
  return Object.fromEntries(
    Object.entries(input ?? {}).flatMap(([name, sent]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known === undefined || named.has(name)) return [];
      const value = fromText ? coerce(known, sent) : sent;
      return Value.Check(known, value) ? [[name, value]] : [];
    }),
  );
}

/** Known fields, none of them nested too deep. Unknown fields are dropped without an error. */
function shallow(schema: TSchema, input: object): object {
  const known = (schema as { properties?: object }).properties ?? {};
  const given = Object.entries(input).filter(([name]) => Object.hasOwn(known, name));
  const deep = given.filter(([, value]) => !isShallow(value, DEPTH_MAX));
  if (deep.length > 0) throw unprocessable(Object.fromEntries(deep.map(([name]) => [name, ['invalid']])));
  return Object.fromEntries(given);
}

const isShallow = (value: unknown, most: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (most > 0 && Object.values(value).every((part) => isShallow(part, most - 1)));

function addIssues(fields: FieldErrors, schema: TSchema, issues: Issue[], value: unknown): void {
  for (const issue of issues.slice(0, 50)) {
    const at = pathOf(issue.instancePath);
    const missing = issue.params.requiredProperties;
    if (issue.keyword === 'required' && Array.isArray(missing)) {
      for (const name of missing) add(fields, [...at, String(name)].join('.'), 'blank');
      continue;
    }
    // A union also reports each of its branches. `add` names the field once.
    add(fields, at.join('.') || 'body', problemOf(issue, factsAt(schema, at), valueAt(value, at)));
  }
}

function add(fields: FieldErrors, name: string, problem: FieldProblem): void {
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (known === undefined) fields[name] = [problem];
  else if (!known.includes(problem) && problem !== 'invalid' && !known.includes('blank')) known.push(problem);
}

function problemOf(issue: Issue, facts: Facts, value: unknown): FieldProblem {
  if (value === null || value === '') return 'blank';
  if (issue.keyword === 'minLength') return 'too_short';
  if (issue.keyword === 'maxLength') return 'too_long';
  if (issue.keyword === 'type' && (facts.type === 'number' || facts.type === 'integer')) {
    return typeof value === 'number' && facts.type === 'integer' ? 'not_an_integer' : 'not_a_number';
  }
  return 'invalid';
}

/** Text that the database cannot store is invalid. Blank text is refused where something visible is required. */
function collectText(schema: TSchema, value: unknown): FieldErrors {
  const fields: FieldErrors = {};
  const visit = (part: unknown, path: string[]): void => {
    if (path.length > 8) return;
    if (typeof part === 'string') {
      if (!isStorable(part)) add(fields, fieldName(path), 'invalid');
      else if (factsAt(schema, path).blank === false && isBlank(part)) add(fields, fieldName(path), 'blank');
    } else if (Array.isArray(part)) {
      part.slice(0, 1000).forEach((item, index) => void visit(item, [...path, String(index)]));
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) visit(item, [...path, key]);
    }
  };
  visit(value, []);
  return fields;
}

/** Elements of a list are reported under the list's name. */
const fieldName = (path: string[]): string => path.filter((step) => !/^\d+$/.test(step)).join('.') || 'body';

const pathOf = (pointer: string): string[] => {
  const steps = pointer.split('/').slice(1);
  const firstIndex = steps.findIndex((step) => /^\d+$/.test(step));
  return firstIndex < 0 ? steps : steps.slice(0, firstIndex);
};

function factsAt(schema: TSchema, path: string[]): Facts {
  let at: Record<string, unknown> | undefined = schema as Record<string, unknown>;
  for (const step of path) {
    const properties = at?.properties as Record<string, Record<string, unknown>> | undefined;
    at = properties?.[step];
  }
  return (at ?? {}) as Facts;
}

function valueAt(value: unknown, path: string[]): unknown {
  let at = value;
  for (const step of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined;
  return at;
}
