/** Reads the bytes of a file as text: by what they are, then by what the file says of itself (XML 1.0, appendix F). */
import { EpubRefused, excerptOf } from './refused.ts';

/** Where a file says its encoding. */
const HEAD_BYTES = 4096;
const DECLARED = /<\?xml\s[^>]{0,150}?encoding\s*=\s*["']\s*([\w.:-]{1,40})\s*["']/i;
const META = /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
/** Their characters are ASCII, so such bytes look like UTF-8 and are not. */
const ESCAPED = /^(?:csiso2022|iso-2022|hz-gb)/i;

/** Throws `EpubRefused` for bytes that are no text in any encoding that the file could mean. */
export function decodeText(file: string, bytes: Buffer): string {
  const mark = markOf(bytes);
  const told = mark?.startsWith('utf-16') ? [] : toldIn(bytes);
  const first = told[0];
  // Whoever declares another encoding and writes UTF-8 is a program that copied its head from elsewhere.
  const candidates = [mark, first !== undefined && ESCAPED.test(first) ? first : null, 'utf-8', ...told];
  for (const encoding of candidates) {
    const text = encoding === null ? null : decoded(bytes, encoding);
    if (text !== null) return text;
  }
  throw refusal(file, bytes);
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A mark, or every second byte of the beginning is zero. */
function markOf(bytes: Buffer): string | null {
  const [one, two, three, four] = bytes;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  if (one !== 0 && two === 0 && three !== 0 && four === 0) return 'utf-16le';
  return one === 0 && two !== 0 && three === 0 && four !== 0 ? 'utf-16be' : null;
}

/** In the declaration, then in a `meta`. What begins with single bytes is no UTF-16. */
function toldIn(bytes: Buffer): string[] {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  return [DECLARED, META].flatMap((pattern) => {
    const label = pattern.exec(head)?.[1];
    const encoding = label === undefined ? null : encodingOf(label);
    return encoding === null || encoding.startsWith('utf-16') ? [] : [encoding];
  });
}

const OTHER_NAMES: readonly [RegExp, string][] = [
  [/^(?:cp|win|windows|ansi)[-_]?(125\d|874)$/i, 'windows-$1'],
  [/^ansi$/i, 'windows-1252'],
  [/^latin[-_]?(\d)$/i, 'latin$1'],
  [/^(?:cp|ibm|windows)[-_]?(?:932|31j)$|^shift[-_]?jis$|^sjis/i, 'shift_jis'],
  [/^(?:cp|windows)[-_]?936$|^gb2312/i, 'gbk'],
  [/^(?:cp|windows)[-_]?949$|^euc[-_]?kr$/i, 'euc-kr'],
  [/^(?:cp|windows)[-_]?950$|^big5/i, 'big5'],
  [/^euc[-_]?jp/i, 'euc-jp'],
  [/^koi8[-_]?([ru])$/i, 'koi8-$1'],
  [/^(?:x-)?mac[-_]?(?:roman)?$/i, 'macintosh'],
  [/^cp[-_]?866$/i, 'ibm866'],
];

/** Null for one that nobody knows. */
function encodingOf(label: string): string | null {
  for (const name of [label, ...OTHER_NAMES.map(([pattern, to]) => label.replace(pattern, to))]) {
    try {
      return new TextDecoder(name).encoding;
    } catch {}
  }
  return null;
}

/** The first line that is no text. */
function refusal(file: string, bytes: Buffer): EpubRefused {
  const text = new TextDecoder('utf-8').decode(bytes);
  const before = text.slice(0, Math.max(0, text.indexOf('\ufffd')));
  const line = before.split(/\r\n?|\n/).length;
  const column = before.length - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) - 1;
  return new EpubRefused({ reason: 'encoding', file, line, excerpt: excerptOf(text, line, column) });
}
