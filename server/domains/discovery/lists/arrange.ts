/** Owns what stands where on the landing page: nothing twice, and a day that has something. */

export type Released = { id: string; day: string };

export type ArrangedDay<Row> = {
  /** Null where nothing came out all week: then it is the latest of all. */
  day: string | null;
  rows: Row[];
  /** How many episodes came out on each day of the week. */
  counts: number[];
};

/**
 * The day of the week that is open: the one asked for, else today, else the last that has something. `released` comes latest
 * first; the story at the top of the page does not stand below it again, unless it is all that a day has.
 */
export function arrangeWeek<Row extends Released>(
  released: readonly Row[],
  { week, wished, featuredId, most }: ArrangeOptions,
): ArrangedDay<Row> {
  const newest = released.filter(
    (row, index) => released.findIndex(({ id, day }) => id === row.id && day === row.day) === index,
  );
  const others = newest.filter(({ id }) => id !== featuredId);
  const counts = week.map((day) => released.filter((row) => row.day === day).length);
  const day = wished ?? others.find((row) => week.includes(row.day))?.day ?? null;
  if (day === null) {
    const latest = others.filter(({ id }, index) => others.findIndex((row) => row.id === id) === index);
    return { day, rows: latest.slice(0, most), counts };
  }
  const ofDay = others.filter((row) => row.day === day);
  const rows = ofDay.length > 0 ? ofDay : newest.filter((row) => row.day === day);
  return { day, rows: rows.slice(0, most), counts };
}

export type ArrangeOptions = {
  week: readonly string[];
  wished: string | undefined;
  featuredId: string | undefined;
  most: number;
};

/** Takes from each list in turn what stood in none before it. */
export function nothingTwice<Row extends { id: string }>(shown: Iterable<string>) {
  const known = new Set(shown);
  return (rows: readonly Row[]): Row[] => {
    const fresh = rows.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh;
  };
}
