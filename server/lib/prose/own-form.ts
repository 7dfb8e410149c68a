/**
 * Checks HTML before it is stored: only what `write.ts` writes, closed where it belongs, with quoted values and few
 * entities. All browsers read that alike.
 */
import { unescapeText } from './escape.ts';
import { isMathAttribute, isMathElement, isMathToken } from './math.ts';
import { DEPTH_MAX } from './model.ts';
import { isStoredElement } from './stored.ts';
import { LINES, MARKS } from './tags.ts';

type Attribute = { name: string; value: string };
type Inside = 'flow' | 'phrases' | 'text' | 'ruby' | 'math' | readonly string[];

const each = (names: readonly string[], inside: Inside): [string, Inside][] =>
  names.map((name) => [name, inside]);
const INSIDE: ReadonlyMap<string, Inside> = new Map([
  ...each('blockquote aside figure figcaption li dt dd caption th td'.split(' '), 'flow'),
  ...each([...LINES.values(), ...MARKS], 'phrases'),
  ...each(['ul', 'ol'], ['li']),
  ...each(['dl'], ['dt', 'dd']),
  ...each(['table'], ['caption', 'thead', 'tbody', 'tfoot']),
  ...each(['thead', 'tbody', 'tfoot'], ['tr']),
  ...each(['tr'], ['td', 'th']),
  ...each(['ruby'], 'ruby'),
  ...each(['rt', 'rp'], 'text'),
  ...each(['math'], 'math'),
]);
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
const PHRASING: ReadonlySet<string> = new Set(['br', 'img', 'ruby', 'math', ...MARKS]);
/** Allowed only within their own kind of parent. */
const PARTS_ONLY: ReadonlySet<string> = new Set(
  'li dt dd caption thead tbody tfoot tr th td figcaption rt rp'.split(' '),
);

const mayHold = (inside: Inside, name: string, parent: string): boolean => {
  if (Array.isArray(inside)) return inside.includes(name);
  if (inside === 'flow') return name === 'figcaption' ? parent === 'figure' : !PARTS_ONLY.has(name);
  if (inside === 'phrases') return PHRASING.has(name);
  if (inside === 'ruby') return name === 'rt' || name === 'rp';
  return inside === 'math' && name !== 'math' && isMathElement(name);
};

const mayHoldText = (inside: Inside): boolean => !Array.isArray(inside) && inside !== 'math';

const TAG = /<(?:\/([a-z][a-z0-9]*)>|([a-z][a-z0-9]*)((?: [a-z][a-z0-9:_-]*="[^"]*")*)>)/y;
const ATTRIBUTE = /([a-z][a-z0-9:_-]*)="([^"]*)"/g;
const ODD_SIGN = /&(?!(?:amp|lt|gt|quot);)|[\0\r]/;

/** Throws `tooDeep` for HTML that is nested too deeply. */
export function isInOwnForm(html: string, tooDeep: () => Error): boolean {
  if (ODD_SIGN.test(html)) return false;
  const names: string[] = [''];
  const insides: Inside[] = ['flow'];
  let links = 0;
  let at = 0;
  while (at < html.length) {
    const parent = names.at(-1) as string;
    const inside = insides.at(-1) as Inside;
    if (html.charCodeAt(at) !== LESS_THAN) {
      const next = html.indexOf('<', at);
      const end = next < 0 ? html.length : next;
      if (!mayHoldText(inside) && /[^ \t\n]/.test(html.slice(at, end))) return false;
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    if (tag === null) return false;
    at = TAG.lastIndex;
    const [, closed, name = '', written = ''] = tag;
    if (closed !== undefined) {
      if (closed !== parent || names.length === 1) return false;
      if (closed === 'a') links -= 1;
      names.pop();
      insides.pop();
      continue;
    }
    const isMath = inside === 'math';
    const isVoid = !isMath && VOID.has(name);
    if (!mayHold(inside, name, parent)) return false;
    if (!isVoid && names.length > DEPTH_MAX) throw tooDeep();
    // A link within a link would end the outer one.
    if (name === 'a' && links > 0) return false;
    if (!mayHave(name, written, isMath || name === 'math')) return false;
    if (isVoid) continue;
    const own = isMath ? (isMathToken(name) ? 'text' : 'math') : INSIDE.get(name);
    if (own === undefined) return false;
    if (name === 'a') links += 1;
    names.push(name);
    insides.push(own);
  }
  return names.length === 1;
}

const LESS_THAN = 60;

function mayHave(name: string, written: string, isMath: boolean): boolean {
  const attributes = written === '' ? NONE : attributesIn(written);
  // Parsers keep the first of two equal names. We never write two.
  if (new Set(attributes.map((attribute) => attribute.name)).size !== attributes.length) return false;
  return isMath
    ? attributes.every((attribute) => isMathAttribute(name, attribute.name, attribute.value))
    : isStoredElement(name, attributes);
}

const NONE: readonly Attribute[] = [];

const attributesIn = (written: string): Attribute[] =>
  [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => ({ name, value: unescapeText(value) }));
