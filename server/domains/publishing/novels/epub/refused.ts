/** A code that the console translates, and the place in the book to fix. */
import type { EpubRefusal } from '../rules.ts';
import { NAME_MAX_LENGTH, PATH_MAX_LENGTH } from './limits.ts';
import { said } from './said.ts';

type ExcerptLine = { number: number; text: string };

export type Refusal = {
  reason: EpubRefusal;
  file?: string;
  line?: number;
  /** Name of the element that begins there and is never closed. */
  element?: string;
  excerpt?: ExcerptLine[];
};

const brand: unique symbol = Symbol.for('tsuzuki.EpubRefused') as never;

export class EpubRefused extends Error {
  readonly [brand] = true;
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause?: unknown) {
    super(`ePub refused: ${refusal.reason}${refusal.file === undefined ? '' : ` in ${refusal.file}`}`, {
      cause,
    });
    this.refusal = told(refusal);
  }
}

function told({ file, element, ...rest }: Refusal): Refusal {
  return {
    ...rest,
    ...(file !== undefined && { file: said(file, PATH_MAX_LENGTH) }),
    ...(element !== undefined && { element: said(element, NAME_MAX_LENGTH) }),
  };
}

export const isEpubRefused = (error: unknown): error is EpubRefused =>
  typeof error === 'object' && error !== null && brand in error;

const LINES_AROUND = 2;
const LINE_MAX_LENGTH = 160;

/** Five lines. Long lines are cut around the column. */
export function excerptOf(text: string, line: number, column = 0): ExcerptLine[] {
  const lines = text.split(/\r\n?|\n/, line + LINES_AROUND);
  const first = Math.max(0, line - 1 - LINES_AROUND);
  return lines.slice(first).map((raw, index) => {
    const number = first + index + 1;
    const from = number === line ? Math.max(0, Math.min(column, raw.length) - LINE_MAX_LENGTH / 2) : 0;
    return { number, text: said(raw.slice(from, from + 2 * LINE_MAX_LENGTH), LINE_MAX_LENGTH) };
  });
}
