import type { Hooks, Mark, Own, TreeReader } from './model.ts';
import { lookOf, storableHref } from './stored.ts';
import { MARK_OF, MARKS, type MarkTag, safeDir, safeHref, safeLang } from './tags.ts';

const STYLE_MAX_LENGTH = 1000;

const declares = (name: string, value: string): RegExp =>
  new RegExp(`(?:^|;)\\s{0,9}${name}\\s{0,9}:\\s{0,9}(?:${value})`, 'i');
const UNBOLD = declares('font-weight', 'normal|[1-4]00');
const UPRIGHT = declares('font-style', 'normal');
const STYLES: readonly [MarkTag, RegExp][] = [
  ['strong', declares('font-weight', 'bold|[6-9]00')],
  ['em', declares('font-style', 'italic|oblique')],
  ['s', declares('text-decoration(?:-line)?', 'line-through')],
  ['sub', declares('vertical-align', 'sub')],
  ['sup', declares('vertical-align', 'super')],
];
const CENTERED = declares('text-align', 'center');
const AT_END = declares('text-align', 'right|end');
const SMALL_CAPITALS = declares('font-variant(?:-caps)?', '(?:all-)?small-caps');

function styleOf<Node>(node: Node, { attributeOf }: TreeReader<Node>): string {
  return (attributeOf(node, 'style') ?? '').slice(0, STYLE_MAX_LENGTH);
}

/** Attributes of a block. Besides classes, old attributes and inline styles decide its look. */
export function ownOf<Node>(node: Node, reader: TreeReader<Node>, name = ''): Own {
  const dir = safeDir(reader.attributeOf(node, 'dir'));
  const style = styleOf(node, reader);
  const align = (reader.attributeOf(node, 'align') ?? '').toLowerCase();
  let look = reader.attributeOf(node, 'class') ?? '';
  if (name === 'center' || align === 'center' || CENTERED.test(style)) look += ' center';
  // Word processors right-align every Arabic line, although it begins there anyway.
  else if ((align === 'right' || AT_END.test(style)) && dir !== 'rtl') look += ' right';
  if (SMALL_CAPITALS.test(style)) look += ' caps';
  return { look: lookOf(look), lang: safeLang(reader.attributeOf(node, 'lang')), dir };
}

export function lookOfBlock(outer: string | undefined, own: string | undefined): string | undefined {
  if (outer === undefined || own === undefined || outer === own) return own ?? outer;
  const isAligned = /center|right/.test(own);
  return lookOf(`${isAligned ? outer.replace(/center|right/, '') : outer} ${own}`);
}

/** Word processors mark bold and italic by styles, and use bold elements that are not bold. */
export function marksOf<Node>(
  name: string,
  node: Node,
  reader: TreeReader<Node>,
  hooks: Hooks<Node>,
  marks: readonly Mark[],
): { marks: readonly Mark[]; link: Mark | null } {
  const own = MARK_OF.get(name);
  const style = name === 'span' || own !== undefined ? styleOf(node, reader) : '';
  const isUnset = (own === 'strong' && UNBOLD.test(style)) || (own === 'em' && UPRIGHT.test(style));
  const wanted: Mark[] = [];
  let link: Mark | null = null;
  if (own === 'a') {
    const found = linkOf(node, reader, hooks);
    if (found !== null && !marks.some(({ tag }) => tag === 'a')) {
      link = found;
      wanted.push(found);
    }
  } else if (own !== undefined && !isUnset) wanted.push({ tag: own });
  for (const [tag, pattern] of style === '' ? [] : STYLES) {
    if (pattern.test(style)) wanted.push({ tag });
  }
  const outer = marks.find(({ tag }) => tag === 'span');
  const span = spanOf(node, reader, style, outer);
  const kept = span === null ? marks : marks.filter(({ tag }) => tag !== 'span');
  const fresh = wanted.filter(
    ({ tag }, index) =>
      !kept.some((mark) => mark.tag === tag) && wanted.findIndex((mark) => mark.tag === tag) === index,
  );
  if (span !== null) fresh.push(span);
  if (fresh.length === 0) return { marks, link };
  const all = [...kept, ...fresh];
  return { marks: all.sort((one, other) => MARKS.indexOf(one.tag) - MARKS.indexOf(other.tag)), link };
}

const INLINE_LOOKS = /(?<=^|\s)(?:caps|number)(?=\s|$)/g;

const isFromWord = (html: string): boolean => html.includes('urn:schemas-microsoft-com:office');

/** Word names the language of each run of text: the typist's, not the story's. */
export const readerFor = <Node>(html: string, reader: TreeReader<Node>): TreeReader<Node> =>
  isFromWord(html)
    ? { ...reader, attributeOf: (node, name) => (name === 'lang' ? null : reader.attributeOf(node, name)) }
    : reader;

/** Language, direction and look of an inline element. The inner element wins. */
function spanOf<Node>(
  node: Node,
  { attributeOf }: TreeReader<Node>,
  style: string,
  outer: Mark | undefined,
): Mark | null {
  const lang = safeLang(attributeOf(node, 'lang'));
  const dir = safeDir(attributeOf(node, 'dir'));
  const names = attributeOf(node, 'class')?.match(INLINE_LOOKS) ?? [];
  const look = lookOf([...names, ...(SMALL_CAPITALS.test(style) ? ['caps'] : [])].join(' '));
  if (lang === undefined && dir === undefined && look === undefined) return null;
  return {
    tag: 'span',
    look: look ?? outer?.look,
    lang: lang ?? outer?.lang,
    dir: dir ?? outer?.dir,
  };
}

function linkOf<Node>(node: Node, { attributeOf }: TreeReader<Node>, hooks: Hooks<Node>): Mark | null {
  const raw = attributeOf(node, 'href');
  if (raw === null) return null;
  const found = hooks.link === undefined ? { href: raw } : hooks.link(raw, node);
  const href = found === null ? null : hooks.link === undefined ? safeHref(raw) : storableHref(found.href);
  return href === null ? null : { tag: 'a', href, note: found?.note };
}
