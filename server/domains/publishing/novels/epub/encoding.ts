/** By the pattern of the bytes, then by the encoding that the file declares (XML 1.0, appendix F). */
import { EpubRefused, excerptOf } from './refused.ts';

const HEAD_BYTES = 4096;
const DECLARED = /<\?xml\s[^>]{0,150}?encoding\s*=\s*["']\s*([\w.:-]{1,40})\s*["']/i;
const META = /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
/** These encodings use only ASCII bytes, which look like UTF-8. */
const ESCAPED = /^(?:csiso2022|iso-2022|hz-gb)/i;

/** Throws `EpubRefused` for bytes that are no text in any encoding that the file may mean. */
export function decodeText(file: string, bytes: Buffer): string {
  const mark = markOf(bytes);
  const told = mark?.startsWith('utf-16') ? [] : toldIn(bytes);
  const first = told[0];
  // Programs that declare another encoding but write UTF-8 have copied the head from elsewhere.
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

/** By a byte order mark, or by zeros in every second byte at the beginning. */
function markOf(bytes: Buffer): string | null {
  const [one, two, three, four] = bytes;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  if (one !== 0 && two === 0 && three !== 0 && four === 0) return 'utf-16le';
  return one === 0 && two !== 0 && three === 0 && four !== 0 ? 'utf-16be' : null;
}

/** From the declaration, then from a `meta`. A file that begins with single bytes is not UTF-16. */
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

function encodingOf(label: string): string | null {
  for (const name of [label, ...OTHER_NAMES.map(([pattern, to]) => label.replace(pattern, to))]) {
    try {
      return new TextDecoder(name).encoding;
    } catch {}
  }
  return null;
}

function refusal(file: string, bytes: Buffer): EpubRefused {
  const text = new TextDecoder('utf-8').decode(bytes);
  const before = text.slice(0, Math.max(0, text.indexOf('\ufffd')));
  const line = before.split(/\r\n?|\n/).length;
  const column = before.length - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) - 1;
  return new EpubRefused({ reason: 'encoding', file, line, excerpt: excerptOf(text, line, column) });
}
