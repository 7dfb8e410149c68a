/** Comma-separated values (RFC 4180). */

type Cell = string | number;

/** Spreadsheets run such text as a formula. A leading apostrophe prevents it (OWASP, CSV injection). */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

/** A negative amount matches, too, but is safe. */
const AMOUNT = /^-\d+\.\d+$/;

/** `mark` adds a byte order mark: spreadsheets need it for UTF-8, other programs fail on it. Numbers are our own. */
export function toCsv(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { mark }: { mark: boolean },
): string {
  const lines = [head, ...rows].map((row) => row.map(cellOf).join(','));
  return `${mark ? '\ufeff' : ''}${lines.join('\r\n')}\r\n`;
}

function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) && !AMOUNT.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
