/** Rebuilds MathML Core from a list of allowed elements, with text only in those that allow text. */
import { shortened } from '../text.ts';
import { escapeValue } from './escape.ts';
import { cleanText, collapsed } from './inline.ts';
import { DEPTH_MAX, type TreeReader } from './model.ts';
import { ALT_MAX_LENGTH, DROPPED } from './tags.ts';

/** Contain only text. Anything else in them could be parsed as HTML (HTML §13.2.6.5, integration points). */
const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'ms', 'mtext']);

/** Number of parts of an element; 0 for any number. */
const LAYOUTS: ReadonlyMap<string, number> = new Map([
  ...['math', 'mrow', 'mstyle', 'merror', 'mpadded', 'mphantom', 'msqrt'].map((name): [string, number] => [
    name,
    0,
  ]),
  ...['mfrac', 'mroot', 'msub', 'msup', 'munder', 'mover'].map((name): [string, number] => [name, 2]),
  ...['msubsup', 'munderover'].map((name): [string, number] => [name, 3]),
  ...['mmultiscripts', 'mtable', 'mtr', 'mtd'].map((name): [string, number] => [name, 0]),
]);
const EMPTY: ReadonlySet<string> = new Set(['mspace', 'mprescripts']);

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['menclose', 'mrow'],
  ['mlabeledtr', 'mtr'],
  ['mfenced', 'mrow'],
  ['none', 'mrow'],
]);
/** Only the first part is shown. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['semantics', 'maction']);

const LENGTH = /^[+-]?(?:\d{1,2}(?:\.\d{1,4})?|\.\d{1,4})(?:em|ex|px|pt|pc|cm|mm|in|rem|%)?$/;
const TRUTH = /^(?:true|false)$/;
const COUNT = /^[1-9]\d?$/;
/** Core allows only `normal` on `mi`. E-readers still draw the others. */
const VARIANT =
  /^(?:normal|bold|italic|bold-italic|double-struck|(?:bold-)?(?:fraktur|script)|(?:bold-)?sans-serif|sans-serif-(?:bold-)?italic|monospace)$/;

type Rule = { value: RegExp; on: ReadonlySet<string> | null };

/** `on`: elements that may have the attribute. Null: all. */
const each = (names: string, value: RegExp, on: string | null = null): [string, Rule][] =>
  names.split(' ').map((name) => [name, { value, on: on === null ? null : new Set(on.split(' ')) }]);

const ATTRIBUTES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...each('displaystyle', TRUTH),
  ...each('fence separator stretchy symmetric largeop movablelimits', TRUTH, 'mo'),
  ...each('accent', TRUTH, 'mover munderover'),
  ...each('accentunder', TRUTH, 'munder munderover'),
  ...each('lspace', LENGTH, 'mo mpadded'),
  ...each('rspace minsize maxsize', LENGTH, 'mo'),
  ...each('width height depth', LENGTH, 'mspace mpadded'),
  ...each('voffset', LENGTH, 'mpadded'),
  ...each('linethickness', LENGTH, 'mfrac'),
  ...each('dir', /^(?:ltr|rtl)$/),
  ...each('display', /^(?:block|inline)$/, 'math'),
  ...each('form', /^(?:prefix|infix|postfix)$/, 'mo'),
  ...each('mathvariant', VARIANT, [...TOKENS].join(' ')),
  ...each('scriptlevel', /^[+-]?\d$/),
  ...each('columnspan rowspan', COUNT, 'mtd'),
]);

const isMath = (name: string): boolean => TOKENS.has(name) || LAYOUTS.has(name) || EMPTY.has(name);

/** Allowed in our own HTML, which `own-form.ts` checks. */
export const isMathElement = (name: string): boolean => isMath(name);
export const isMathToken = (name: string): boolean => TOKENS.has(name);
export function isMathAttribute(element: string, name: string, value: string): boolean {
  if (name === 'alttext') return element === 'math';
  const rule = ATTRIBUTES.get(name);
  return rule !== undefined && rule.on?.has(element) !== false && rule.value.test(value);
}

type Written = { html: string; text: string };

export function mathOf<Node>(math: Node, reader: TreeReader<Node>): Written | null {
  let text = '';

  const attributesOf = (node: Node, element: string): string => {
    let written = '';
    for (const name of ATTRIBUTES.keys()) {
      const value = reader.attributeOf(node, name)?.trim() ?? '';
      if (value !== '' && isMathAttribute(element, name, value)) written += ` ${name}="${value}"`;
    }
    const alt =
      element === 'math' ? collapsed(cleanText(reader.attributeOf(node, 'alttext') ?? '')).trim() : '';
    return alt === '' ? written : `${written} alttext="${escapeValue(shortened(alt, ALT_MAX_LENGTH))}"`;
  };

  const tokenOf = (name: string, attributes: string, raw: string): string => {
    const shown = collapsed(cleanText(raw)).trim();
    if (shown !== '') text += text === '' ? shown : ` ${shown}`;
    return `<${name}${attributes}>${escapeValue(shown)}</${name}>`;
  };

  const partsOf = (node: Node, depth: number): string[] => {
    if (depth > DEPTH_MAX) throw reader.tooDeep();
    const parts: string[] = [];
    for (const child of reader.childrenOf(node)) for (const part of write(child, depth + 1)) parts.push(part);
    return parts;
  };

  const write = (node: Node, depth: number): string[] => {
    const given = reader.nameOf(node);
    if (given === '#text') {
      const raw = reader.textOf(node);
      return collapsed(cleanText(raw)).trim() === '' ? [] : [tokenOf('mtext', '', raw)];
    }
    if (given === '' || given === 'annotation' || given === 'annotation-xml' || DROPPED.has(given)) return [];
    const name = RENAMED.get(given) ?? given;
    if (TOKENS.has(name)) return [tokenOf(name, attributesOf(node, name), textIn(node, reader, depth))];
    if (EMPTY.has(name)) return [`<${name}${attributesOf(node, name)}></${name}>`];
    if (ALTERNATIVES.has(name)) return firstElement(node, depth);
    const parts = given === 'mfenced' ? fenced(node, depth) : partsOf(node, depth);
    const wanted = name === 'math' ? undefined : LAYOUTS.get(name);
    // Unknown elements leave their content.
    if (wanted === undefined) return parts;
    if (wanted > 0 && parts.length !== wanted) return [`<mrow>${parts.join('')}</mrow>`];
    return [`<${name}${attributesOf(node, name)}>${rowsOf(name, parts).join('')}</${name}>`];
  };

  const firstElement = (node: Node, depth: number): string[] => {
    for (const child of reader.childrenOf(node)) {
      const parts = write(child, depth + 1);
      if (parts.length > 0) return parts;
    }
    return [];
  };

  const fenced = (node: Node, depth: number): string[] => {
    const sign = (name: string, usual: string) => (reader.attributeOf(node, name) ?? usual).slice(0, 20);
    const separators = [...sign('separators', ',').replace(/\s/g, '')];
    const parts = [tokenOf('mo', '', sign('open', '('))];
    let count = 0;
    for (const part of partsOf(node, depth)) {
      const separator = separators[Math.min(count - 1, separators.length - 1)];
      if (count > 0 && separator !== undefined) parts.push(tokenOf('mo', '', separator));
      parts.push(part);
      count += 1;
    }
    return [...parts, tokenOf('mo', '', sign('close', ')'))];
  };

  const parts = partsOf(math, 0);
  if (text === '') return null;
  return { html: `<math${attributesOf(math, 'math')}>${parts.join('')}</math>`, text };
}

/** Tables hold rows, rows hold cells. */
function rowsOf(name: string, parts: readonly string[]): readonly string[] {
  if (name === 'mtr') return parts.map((part) => (part.startsWith('<mtd') ? part : `<mtd>${part}</mtd>`));
  if (name !== 'mtable') return parts;
  return parts.map((part) => (part.startsWith('<mtr') ? part : `<mtr><mtd>${part}</mtd></mtr>`));
}

function textIn<Node>(node: Node, reader: TreeReader<Node>, depth: number): string {
  if (depth > DEPTH_MAX) throw reader.tooDeep();
  let text = '';
  for (const child of reader.childrenOf(node)) {
    const name = reader.nameOf(child);
    if (name === '#text') text += reader.textOf(child);
    else if (name !== '' && !DROPPED.has(name)) text += textIn(child, reader, depth + 1);
  }
  return text;
}
