/** Reads a revenue file line by line. Only one line is in memory, however long the file and its lines are. */
import {
  excerptOf,
  hasByteOrderMark,
  headerProblem,
  isBlankLine,
  isOfFile,
  LINE_MAX_LENGTH,
  type NoteCode,
  PROBLEMS_MAX_COUNT,
  type ProblemCode,
} from './rules.ts';

/** A line without its line break. `problem` is set when the line cannot be read at all. */
export type FileLine = { line: number; text: string; problem: ProblemCode | null };

/** UTF-8 needs at most four bytes per character. */
const LINE_MAX_BYTES = LINE_MAX_LENGTH * 4;
const NEWLINE = 10;

/**
 * Yields the lines after the header. A problem of the whole file is reported for line 1, and ends the reading. Skips
 * blank lines at the end. `note` receives harmless oddities.
 */
export async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  note: (code: NoteCode) => void = () => undefined,
): AsyncGenerator<FileLine> {
  let isEmpty = true;
  let blank: FileLine[] = [];
  for await (const piece of pieces(content)) {
    const { line, isCut } = piece;
    const isMarked = line === 1 && hasByteOrderMark(piece.bytes);
    if (isMarked) note('byte_order_mark');
    const bytes = isMarked ? piece.bytes.subarray(3) : piece.bytes;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/\r$/, '');
    if (line === 1) {
      const problem = headerProblem(bytes);
      if (problem === null) continue;
      yield { line, text: excerptOf(text), problem: bytes.length === 0 && !isCut ? 'empty' : problem };
      return;
    }
    if (!isCut && isBlankLine(text)) {
      // More blank lines between lines are more problems than anybody reads.
      if (blank.length <= PROBLEMS_MAX_COUNT) blank.push({ line, text, problem: null });
      continue;
    }
    yield* blank;
    [blank, isEmpty] = [[], false];
    const isLong = isCut || text.length > LINE_MAX_LENGTH;
    yield { line, text: isLong ? excerptOf(text) : text, problem: isLong ? 'line_too_long' : null };
  }
  if (isEmpty) yield { line: 1, text: '', problem: 'empty' };
}

type Piece = { line: number; bytes: Uint8Array; isCut: boolean };

/** Yields the first bytes of each line. A line break at the end of the file starts no further line. */
async function* pieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let line = 1;
  let kept = Buffer.alloc(0);
  let isCut = false;
  const keep = (bytes: Uint8Array) => {
    const room = LINE_MAX_BYTES - kept.length;
    isCut ||= bytes.length > room;
    if (room > 0 && bytes.length > 0) kept = Buffer.concat([kept, bytes.subarray(0, room)]);
  };
  for await (const chunk of content) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at));
      yield { line, bytes: kept, isCut };
      [line, kept, isCut, from] = [line + 1, Buffer.alloc(0), false, at + 1];
    }
    keep(chunk.subarray(from));
  }
  if (kept.length > 0) yield { line, bytes: kept, isCut };
}

export const endsReading = ({ line, problem: code }: FileLine): boolean =>
  code !== null && isOfFile({ line, code });
