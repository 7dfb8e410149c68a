/** Converts text from addresses, forms and the environment to the types of a schema. Other text stays unchanged. */
import type { TSchema } from 'typebox';

type Shape = {
  type?: string;
  /** Type as which a schema that accepts everything reads text. */
  reads?: string;
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  anyOf?: TSchema[];
  format?: string;
};

/** "1.5" for an integer becomes 1.5, so that the check refuses it (PRI-08). "1.000", a thousand to some, stays text. */
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
  // A form sends a list of one as its only element, and an empty list as an empty value.
  if (type === 'array') return value === '' ? [] : [value];
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  const [known, nothing] = anyOf?.length === 2 ? (anyOf as Shape[]) : [];
  if (known === undefined || nothing?.type !== 'null') return value;
  // A field of another type than text that may be left empty.
  if (value === '' && (known.type === 'integer' || known.type === 'number' || known.format === 'date'))
    return null;
  return coerce(known as TSchema, value);
}
