/** Comma-separated values as RFC 4180 has them. */

type Cell = string | number;

/** Spreadsheet programs run what begins like this as a formula; an apostrophe before it makes it text (OWASP, CSV injection). */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

/** An amount below zero is one all the same. */
const AMOUNT = /^-\d+\.\d+$/;

/**
 * `mark` sets the byte order mark by which spreadsheet programs know UTF-8; other programs stumble over it. Numbers are
 * ours and go out as they are.
 */
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
