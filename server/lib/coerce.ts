/** Text from addresses, forms and the environment, read as what a schema wants; what does not fit stays as it is. */
import type { TSchema } from 'typebox';

type Shape = {
  type?: string;
  /** What a schema that lets everything pass reads text as. */
  reads?: string;
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  anyOf?: TSchema[];
  format?: string;
};

/**
 * "1.5" for an integer becomes 1.5, not 1, so that the check afterwards can tell (PRI-08). "1.000" stays a text: to some it is a
 * thousand.
 */
export function coerce(schema: TSchema, value: unknown): unknown {
  const { reads, type = reads, properties = {}, patternProperties = {}, anyOf } = schema as Shape;
  if (type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const [others] = Object.values(patternProperties);
    const entries = Object.entries(value).map(([name, part]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : others;
      return [name, known === undefined ? part : coerce(known, part)];
    });
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  if (type === 'integer' || type === 'number') {
    const isNumber = /^-?\d{1,15}(\.\d{1,15})?$/.test(value);
    return isNumber && !(type === 'integer' && /\.0+$/.test(value)) ? Number(value) : value;
  }
  // A form sends a list of one as the one, and a list of none as nothing.
  if (type === 'array') return value === '' ? [] : [value];
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  const [known, nothing] = anyOf?.length === 2 ? (anyOf as Shape[]) : [];
  if (known === undefined || nothing?.type !== 'null') return value;
  // A field that may be left empty, where something else than text is asked for.
  if (value === '' && (known.type === 'integer' || known.type === 'number' || known.format === 'date'))
    return null;
  return coerce(known as TSchema, value);
}
