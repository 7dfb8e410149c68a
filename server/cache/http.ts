/** Whether `If-None-Match` names one of the tags, by weak comparison (RFC 9110 §13.1.2). */
export function isNotModified(header: string | undefined, etags: readonly string[]): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header
    .slice(0, 4000)
    .split(',')
    .some((part) => etags.includes(part.trim().replace(/^W\//, '')));
}

/** Both ends are inclusive. `unsatisfiable`: answer 416. Null: send the whole. */
export type RangeDecision = { start: number; end: number } | 'unsatisfiable' | null;

/** One byte range (RFC 9110 §14). Malformed headers, several ranges and a failed `If-Range` are ignored, as allowed. */
export function decideRange(
  headers: { range?: string | undefined; ifRange?: string | undefined },
  { bytes, etag }: { bytes: number; etag: string },
): RangeDecision {
  if (headers.range === undefined) return null;
  if (headers.ifRange !== undefined && headers.ifRange.trim() !== etag) return null;
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(headers.range);
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Number(last);
  if (end < start) return last === '' ? 'unsatisfiable' : null;
  return start >= bytes ? 'unsatisfiable' : { start, end: Math.min(end, bytes - 1) };
}
