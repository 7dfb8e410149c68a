/** Character entities: those of HTML, and those that a file declares, if they only stand for characters. */
import { parseFragment } from 'parse5';

export type Entities = ReadonlyMap<string, string>;

const DECLARATIONS_MAX_COUNT = 500;
const DECLARATION = /<!ENTITY\s+([A-Za-z_][\w.-]{0,31})\s+(?:"([^"<%]{0,60})"|'([^'<%]{0,60})')\s*>/g;
/** XML predefines these five. */
const OWN = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Null when it declares anything else: markup, other entities, files, or text longer than the name. */
export function declaredIn(doctype: string): Entities | null {
  const subset = withoutComments(doctype);
  const all = subset.match(/<!ENTITY/gi)?.length ?? 0;
  const declared = new Map<string, string>();
  let count = 0;
  for (const [, name = '', double, single] of subset.matchAll(DECLARATION)) {
    const text = charactersOf(double ?? single ?? '');
    // Prevents text from growing by expansion.
    if (text === null || text.length > name.length + 2) return null;
    if (!declared.has(name) && !OWN.has(name)) declared.set(name, text);
    count += 1;
  }
  return count === all && count <= DECLARATIONS_MAX_COUNT ? declared : null;
}

const withoutComments = (text: string): string =>
  text
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.slice(endOfComment(part))))
    .join('');

function endOfComment(part: string): number {
  const end = part.indexOf('-->');
  return end < 0 ? part.length : end + 3;
}

/** `<` is declared as `&#38;#60;`. */
function charactersOf(value: string): string | null {
  if (/&(?!#(?:\d{1,7}|x[\da-f]{1,6});)/i.test(value)) return null;
  const text = expanded(expanded(value));
  return text !== '&' && text.includes('&') ? null : text;
}

const expanded = (text: string): string =>
  text.replace(/&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi, (_, decimal?: string, hex?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

export function createEntities(declared: () => Entities): Record<string, string> {
  const known = new Map<string, string | undefined>();
  return new Proxy(Object.create(null), {
    get(_, name) {
      if (typeof name !== 'string') return undefined;
      const own = declared().get(name);
      if (own !== undefined) return own;
      if (!known.has(name)) known.set(name, entityOf(name));
      return known.get(name);
    },
  });
}

function entityOf(name: string): string | undefined {
  if (!/^[a-z][a-z0-9]{1,31}$/i.test(name)) return undefined;
  const [node] = parseFragment(`&${name};`).childNodes;
  const text = node !== undefined && 'value' in node ? node.value : '';
  return text === '' || text.includes(';') ? undefined : text;
}

/** Replaces references to declared entities by character references, which every parser knows. */
export const withCharacters = (text: string, declared: Entities): string =>
  declared.size === 0
    ? text
    : text.replace(/&([A-Za-z_][\w.-]{0,31});/g, (whole, name: string) => {
        const own = declared.get(name);
        return own === undefined ? whole : [...own].map((sign) => `&#${sign.codePointAt(0)};`).join('');
      });

export const withAmpersands = (text: string): string =>
  text.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\w.-]{0,31});)/gi, '&amp;');
