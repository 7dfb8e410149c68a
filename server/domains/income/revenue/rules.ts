/** Owns the format of revenue files: `period,story_id,ad_impressions,net_revenue_usd`, one line per story. */
import { lastDayOf } from '../../../lib/months.ts';

/** REV-03, REV-04: share of creators in hundredths of a percent. `earnings` decides who has which. */
export const USUAL_BASIS_POINTS = 7000;
export const FOUNDER_BASIS_POINTS = 7500;

export const HEADER = 'period,story_id,ad_impressions,net_revenue_usd';
export const FILE_MAX_BYTES = 64 * 1024 * 1024;
export const LINE_MAX_LENGTH = 1000;
/** A worker checks larger files. */
export const AT_ONCE_MAX_BYTES = 1024 * 1024;
/** Reading stops after more problems: it is another kind of file. */
export const PROBLEMS_MAX_COUNT = 10_000;
export const PROBLEMS_KEPT_COUNT = 1000;
export const PROBLEMS_SHOWN_COUNT = 100;
/** The sum stays exact in every program that reads it. */
export const TOTAL_MAX_MICROS = 9_000_000_000_000_000;

export const IMPORT_KINDS = ['month', 'correction'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** `same`: the same contents were credited before. */
export const IMPORT_STATES = ['checking', 'refused', 'ready', 'credited', 'same', 'discarded'] as const;

export const PROBLEM_CODES = [
  'empty',
  'byte_order_mark',
  'utf16',
  'semicolons',
  'tabs',
  'line_ends',
  'header',
  'line_too_long',
  'encoding',
  'control_characters',
  'quotes',
  'columns',
  'formula',
  'period_form',
  'period_other',
  'period_not_over',
  'unknown_story',
  'story_twice',
  'impressions_form',
  'amount_thousands',
  'amount_comma',
  'amount_exponent',
  'amount_decimals',
  'amount_negative',
  'amount_form',
  'total_too_large',
  'month_credited',
  'month_missing',
  'month_other',
  'file_too_large',
  'file_name',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export type Problem = { line: number; code: ProblemCode; excerpt: string; hint?: string | undefined };

export type RevenueLine = {
  line: number;
  period: string;
  storyId: string;
  impressions: number;
  netMicros: number;
};

/** Shown beside the result. The file is imported all the same. */
export const NOTE_CODES = ['byte_order_mark'] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

/** Problems of the whole file, which later lines would only repeat. A single line may have semicolons too. */
const OF_THE_HEAD: readonly ProblemCode[] = [
  ...(['empty', 'byte_order_mark', 'utf16'] as const),
  ...(['semicolons', 'tabs', 'line_ends', 'header'] as const),
];
const OF_THE_MONTH: readonly ProblemCode[] = ['month_credited', 'month_missing', 'month_other'];
const OF_THE_FILE: readonly ProblemCode[] = [...OF_THE_HEAD, ...OF_THE_MONTH, 'file_too_large', 'file_name'];
export const isOfFile = ({ line, code }: Pick<Problem, 'line' | 'code'>): boolean =>
  line === 1 && OF_THE_FILE.includes(code);

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;
export const isPeriod = (text: string): boolean => MONTH.test(text);

/** REV-18: on the 1st, files wait until this hour (UTC), when the month has been counted. */
export const PICK_UP_HOUR = 3;
export const isPickUpTime = (now: Date): boolean =>
  now.getUTCDate() !== 1 || now.getUTCHours() >= PICK_UP_HOUR;

/** `revenue-2026-09-c1.csv` is a correction. */
export const kindOfName = (name: string): ImportKind => (/-c\d+\.csv$/i.test(name) ? 'correction' : 'month');

export function headerProblem(bytes: Uint8Array): ProblemCode | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'utf16';
  // UTF-16 without a byte order mark: every other byte of plain text is zero.
  if (first === 0 || second === 0) return 'utf16';
  const text = new TextDecoder().decode(bytes).trimEnd();
  // Old Macintosh files have no line feeds, so the whole file is one line.
  if (text.includes('\r')) return 'line_ends';
  if (cellsOf(text)?.join(',') === HEADER) return null;
  if (text.includes(',')) return 'header';
  return text.includes(';') ? 'semicolons' : text.includes('\t') ? 'tabs' : 'header';
}

/** Many programs write UTF-8 with this mark. */
export const hasByteOrderMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

/** Spreadsheet programs write rows that are empty now but were used once. */
export const isBlankLine = (text: string): boolean => /^[\s,;"]*$/.test(text);

export type Expected = {
  kind: ImportKind;
  /** Period of the lines before. Null until a line names one. */
  period: string | null;
  /** In UTC. */
  today: string;
};

export function readLine(given: string, expected: Expected): Omit<RevenueLine, 'line'> | ProblemCode {
  const text = given.trimEnd();
  if (text.includes('\ufffd')) return 'encoding';
  if (/\p{Cc}/u.test(text)) return 'control_characters';
  if (FORMULA.test(text)) return 'formula';
  const cells = cellsOf(text);
  if (cells === null) return 'quotes';
  if (cells.length !== 4) {
    if (cells.length === 1 && text.includes(';')) return 'semicolons';
    return commaIn(cells.slice(3).join(',')) ?? 'columns';
  }
  const [period = '', storyId = '', impressions = '', amount = ''] = cells;
  if (!isPeriod(period)) return 'period_form';
  if (lastDayOf(period) >= expected.today) return 'period_not_over';
  if (expected.period !== null && period !== expected.period) return 'period_other';
  if (!STORY_ID.test(storyId)) return 'unknown_story';
  if (!/^(0|[1-9]\d{0,8})$/.test(impressions)) return 'impressions_form';
  const netMicros = microsOf(amount);
  if (typeof netMicros === 'string') return netMicros;
  if (netMicros < 0 && expected.kind === 'month') return 'amount_negative';
  return { period, storyId, impressions: Number(impressions), netMicros };
}

/** Text that a spreadsheet program would run as a formula, with or without quotes. */
const FORMULA = /(?:^|,)"?\s*(?:[=@+]|-\s*[^\d.\s])/;
const THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;
const DECIMAL_COMMA = /^-?[\d.]+,\d+$/;
const commaIn = (amount: string): ProblemCode | null => {
  if (THOUSANDS.test(amount)) return 'amount_thousands';
  return DECIMAL_COMMA.test(amount) ? 'amount_comma' : null;
};
const STORY_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const COLUMNS_COUNT = HEADER.split(',').length;

/** Cells as in RFC 4180, trimmed and without empty cells at the end. Null when quotes do not match. */
function cellsOf(text: string): string[] | null {
  const cells = text.includes('"') ? quotedCellsOf(text) : text.split(',');
  if (cells === null) return null;
  const trimmed = cells.map((cell) => cell.trim());
  // Spreadsheet programs write as many cells as their widest row ever had.
  while (trimmed.length > COLUMNS_COUNT && trimmed.at(-1) === '') trimmed.pop();
  return trimmed;
}

function quotedCellsOf(text: string): string[] | null {
  const cells: string[] = [];
  const cell = /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y;
  for (;;) {
    const found = cell.exec(text);
    if (found === null) return null;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '') return cells;
  }
}

/** Exact micro-dollars of `1234.56`, without floating point arithmetic. */
export function microsOf(text: string): number | ProblemCode {
  const found = /^(-?)(\d{1,9})(?:\.(\d+))?$/.exec(text);
  if (found === null) {
    if (/^-?[\d.]+e[+-]?\d+$/i.test(text)) return 'amount_exponent';
    return commaIn(text) ?? 'amount_form';
  }
  const [, sign = '', whole = '', decimals = ''] = found;
  if (decimals.length > 6) return 'amount_decimals';
  const micros = Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'));
  return sign === '-' && micros !== 0 ? -micros : micros;
}

const HEX = '0123456789abcdef';
const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** Ids that somebody may have meant: letters instead of digits, or one digit wrong, missing, extra or swapped. */
export function alikeIds(text: string): string[] {
  const cell = cellsOf(text)?.[1] ?? text.split(',')[1] ?? '';
  const hex = cell
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[li]/g, '1')
    .replace(/[^0-9a-z]/g, '');
  const found = new Set<string>();
  const add = (id: string) => {
    if (/^[0-9a-f]{32}$/.test(id)) found.add(dashed(id));
  };
  if (hex.length < 31 || hex.length > 33) return [];
  add(hex);
  for (let at = 0; at <= hex.length; at += 1) {
    const [before, after] = [hex.slice(0, at), hex.slice(at)];
    if (hex.length === 33) add(before + after.slice(1));
    else for (const digit of HEX) add(before + digit + (hex.length === 32 ? after.slice(1) : after));
    if (hex.length === 32 && after.length > 1) add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  return [...found];
}

const EXCERPT_LENGTH = 120;

export function excerptOf(text: string): string {
  const visible = text.slice(0, EXCERPT_LENGTH + 1).replace(/\p{Cc}/gu, '\ufffd');
  const whole = visible.isWellFormed() ? visible : visible.toWellFormed();
  return whole.length > EXCERPT_LENGTH ? `${whole.slice(0, EXCERPT_LENGTH).toWellFormed()}…` : whole;
}
