import { shortened } from '../text.ts';
import { cleanText, collapsed } from './inline.ts';
import { mathOf } from './math.ts';
import { DEPTH_MAX, type Hooks, type Inline, type RubyPart, type TreeReader } from './model.ts';
import { isPicture } from './stored.ts';
import { ALT_MAX_LENGTH, DROPPED } from './tags.ts';

type Unmarked<Item> = Item extends { marks: unknown } ? Omit<Item, 'marks'> : never;

/** Null for other elements, `nothing` for an element without visible content. */
export function embeddedOf<Node>(
  name: string,
  node: Node,
  reader: TreeReader<Node>,
  hooks: Hooks<Node>,
): Unmarked<Inline> | 'nothing' | null {
  switch (name) {
    case 'img': {
      const found = hooks.picture?.(node) ?? null;
      if (found === null || !isPicture(found.picture)) return 'nothing';
      return { kind: 'picture', picture: found.picture, alt: altOf(found.alt) };
    }
    case 'math': {
      const math = mathOf(node, reader);
      return math === null ? 'nothing' : { kind: 'math', ...math };
    }
    case 'ruby': {
      const parts = rubyParts(node, reader);
      return isReadable(parts) ? { kind: 'ruby', parts } : null;
    }
    default:
      return null;
  }
}

const altOf = (alt: string): string => shortened(collapsed(cleanText(alt)).trim(), ALT_MAX_LENGTH);

const isReadable = (parts: readonly RubyPart[]): boolean =>
  parts.some(({ tag }) => tag === 'rt') && parts.some(({ tag }) => tag === 'base');

/** Base and reading in turn, as plain text. All other content of a ruby belongs to the base. */
function rubyParts<Node>(ruby: Node, reader: TreeReader<Node>): RubyPart[] {
  const parts: RubyPart[] = [];
  const collect = (node: Node, tag: RubyPart['tag'], depth: number): void => {
    if (depth > DEPTH_MAX) throw reader.tooDeep();
    const name = reader.nameOf(node);
    if (name === '#text') {
      const text = cleanText(reader.textOf(node));
      const last = parts.at(-1);
      if (last?.tag === tag) last.text += text;
      else if (text.trim() !== '') parts.push({ tag, text });
      return;
    }
    if (name === '' || name === 'math' || DROPPED.has(name)) return;
    const own = name === 'rt' || name === 'rp' ? name : tag;
    for (const child of reader.childrenOf(node)) collect(child, own, depth + 1);
  };
  for (const child of reader.childrenOf(ruby)) collect(child, 'base', 0);
  return parts.map(({ tag, text }) => ({ tag, text: collapsed(text) }));
}
