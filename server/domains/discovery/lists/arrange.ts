export type Released = { id: string; day: string };

export type ArrangedDay<Row> = {
  /** Null when nothing was released all week. The rows are then the latest of all. */
  day: string | null;
  rows: Row[];
  counts: number[];
};

/**
 * Picks the open day of the week: the requested day, else today, else the last day with a release. `released` is sorted
 * latest first. The featured story does not appear below again, unless the day has nothing else.
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

/** Takes from each list the rows that no earlier list contained. */
export function nothingTwice<Row extends { id: string }>(shown: Iterable<string>) {
  const known = new Set(shown);
  return (rows: readonly Row[]): Row[] => {
    const fresh = rows.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh;
  };
}
