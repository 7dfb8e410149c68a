/** What has changed in a form, and what two people changed in it at once. */

export type Names<Values> = readonly (keyof Values & string)[];

/** Blanks around a text are none, and the server does not keep them. */
const plain = (value: unknown): string => (typeof value === 'string' ? value.trim() : JSON.stringify(value));

export const changedBetween = <Values extends object>(
  names: Names<Values>,
  before: Values,
  after: Values,
): (keyof Values & string)[] => names.filter((name) => plain(before[name]) !== plain(after[name]));

export const pick = <Values extends object>(values: Values, names: Names<Values>): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

export type Merge<Values> = {
  /** Theirs where only they changed something, else mine. */
  values: Values;
  /** What only they changed. */
  taken: (keyof Values & string)[];
  /** What both changed, and not to the same. */
  disputed: (keyof Values & string)[];
};

/** What becomes of two changes of the same, `before` being what both had begun with. */
export function merge<Values extends object>(
  names: Names<Values>,
  before: Values,
  { mine, theirs }: { mine: Values; theirs: Values },
): Merge<Values> {
  const byThem = changedBetween(names, before, theirs);
  const byMe = new Set(changedBetween(names, before, mine));
  const different = new Set(changedBetween(names, mine, theirs));
  const taken = byThem.filter((name) => !byMe.has(name));
  const disputed = byThem.filter((name) => byMe.has(name) && different.has(name));
  return { values: { ...mine, ...pick(theirs, taken) }, taken, disputed };
}
