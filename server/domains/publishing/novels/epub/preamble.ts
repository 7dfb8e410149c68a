/** Repairs what precedes the first element of a file. Line numbers stay the same. */

const BLANKS = /[\s\ufeff\u200b\0]/;
/** NUL, and the old end-of-file character. */
const PADDING = new Set([0, 0x1a]);
const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Blanks byte order marks, and declarations where XML forbids them. The encoding is already known. */
export function withoutPreamble(text: string): string {
  let at = 0;
  let cleaned = '';
  while (at < text.length) {
    if (BLANKS.test(text[at] ?? '')) {
      cleaned += blank(text[at] ?? '');
      at += 1;
      continue;
    }
    const end = endOf(text, at, '<!--', '-->') ?? endOfDeclaration(text, at);
    if (end === null) break;
    const part = text.slice(at, end);
    // A declaration at the very beginning may say that the file is XML 1.1.
    cleaned += at === 0 && part.startsWith('<?xml') && isSound(part) ? part : blank(part);
    at = end;
  }
  return cleaned + withoutTail(text.slice(at));
}

const isSound = (declaration: string): boolean =>
  /^<\?xml\s+version\s*=\s*(["'])1\.[01]\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/.test(
    declaration,
  );

const endOfDeclaration = (text: string, at: number): number | null =>
  /^<\?xml\s/i.test(text.slice(at, at + 6)) ? endOf(text, at, text.slice(at, at + 5), '?>') : null;

function endOf(text: string, at: number, opening: string, closing: string): number | null {
  if (!text.startsWith(opening, at)) return null;
  const end = text.indexOf(closing, at + opening.length);
  return end < 0 ? null : end + closing.length;
}

/** Trailing NULs and end-of-file characters come from copying in blocks. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && PADDING.has(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The document type from `<!DOCTYPE` to its `>`. Null if none precedes the first element. */
export function doctypeIn(text: string): { from: number; to: number } | null {
  const from = text.search(/<!doctype/i);
  const first = text.search(/<[a-z]/i);
  if (from < 0 || (first >= 0 && first < from)) return null;
  let inside = false;
  for (let at = from + 2; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"' || sign === "'") {
      const end = text.indexOf(sign, at + 1);
      if (end < 0) return null;
      at = end;
    } else if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      if (end < 0) return null;
      at = end + 2;
    } else if (sign === '[') inside = true;
    else if (sign === ']') inside = false;
    else if (sign === '>' && !inside) return { from, to: at + 1 };
  }
  return null;
}

export const withoutDoctype = (text: string): string => {
  const found = doctypeIn(text);
  if (found === null) return text;
  return text.slice(0, found.from) + blank(text.slice(found.from, found.to)) + text.slice(found.to);
};
