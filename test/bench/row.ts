export type Row = {
  name: string;
  value: number;
  unit: string;
  /** Target, such as `>= 0.9`. Without one, the figure is for information. */
  target?: string;
  ok?: boolean;
};

export function atLeast(name: string, value: number, target: number, unit = ''): Row {
  return { name, value: round(value), unit, target: `>= ${target}`, ok: value >= target };
}

export function atMost(name: string, value: number, target: number, unit = ''): Row {
  return { name, value: round(value), unit, target: `<= ${target}`, ok: value <= target };
}

export const figure = (name: string, value: number, unit: string): Row => ({
  name,
  value: round(value),
  unit,
});

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** Rounds to three significant digits. More would not be reproducible. */
export function round(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1000) return Math.round(value);
  return Number(value.toPrecision(3));
}

export function printRows(rows: readonly Row[]): void {
  const cells = rows.map(({ name, value, unit, target = '', ok }) => [
    name,
    value.toLocaleString('en-US', { maximumFractionDigits: 3 }),
    unit,
    target,
    ok === undefined ? '' : ok ? 'yes' : 'NO',
  ]);
  const all = [['figure', 'value', 'unit', 'target', 'ok'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((cell) => (cell[column] ?? '').length)));
  for (const cell of all) {
    const line = cell.map((text, at) =>
      at === 1 ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0),
    );
    process.stdout.write(`${line.join('  ').trimEnd()}\n`);
  }
}
