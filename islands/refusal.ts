/** What was refused, in words. */
export type Refusal = {
  code: string;
  /** The whole, for a notice. */
  message: string;
  /** "Title can't be blank", by field. */
  fields: Readonly<Record<string, readonly string[]>>;
};

/** Without what it says of these fields; null when it said no more than that. */
export function withoutFields(refusal: Refusal | null, names: readonly string[]): Refusal | null {
  if (refusal === null) return null;
  const isOver = (field: string) => names.some((name) => name === field || name.startsWith(`${field}.`));
  const before = Object.entries(refusal.fields);
  const left = before.filter(([field]) => !isOver(field));
  if (left.length === before.length) return refusal;
  return left.length === 0 ? null : { ...refusal, fields: Object.fromEntries(left) };
}
