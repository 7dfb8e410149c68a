export type Names<Values> = readonly (keyof Values & string)[];

/** Surrounding whitespace does not count, since the server removes it. */
const plain = (value: unknown): string => (typeof value === 'string' ? value.trim() : JSON.stringify(value));

export const changedBetween = <Values extends object>(
  names: Names<Values>,
  before: Values,
  after: Values,
): (keyof Values & string)[] => names.filter((name) => plain(before[name]) !== plain(after[name]));

export const pick = <Values extends object>(values: Values, names: Names<Values>): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

export type Merge<Values> = {
  /** Theirs for fields that only they changed, mine for all others. */
  values: Values;
  taken: (keyof Values & string)[];
  /** Fields that both changed to different values. */
  disputed: (keyof Values & string)[];
};

/** Three-way merge. `before` is the version both started from. */
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
