export type Refusal = {
  code: string;
  message: string;
  /** "Title can't be blank", by field. */
  fields: Readonly<Record<string, readonly string[]>>;
};

/** Removes the messages of these fields. Null when nothing else is left. */
export function withoutFields(refusal: Refusal | null, names: readonly string[]): Refusal | null {
  if (refusal === null) return null;
  const isOver = (field: string) => names.some((name) => name === field || name.startsWith(`${field}.`));
  const before = Object.entries(refusal.fields);
  const left = before.filter(([field]) => !isOver(field));
  if (left.length === before.length) return refusal;
  return left.length === 0 ? null : { ...refusal, fields: Object.fromEntries(left) };
}
