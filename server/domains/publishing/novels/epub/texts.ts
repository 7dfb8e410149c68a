import type { Container } from './container.ts';
import type { Target } from './hrefs.ts';
import type { Leavings } from './left-out.ts';
import { SPINE_NODES_MAX_COUNT, SPINE_TEXT_MAX_LENGTH } from './limits.ts';
import { adaptMarkup } from './markup.ts';
import type { Item, Package } from './package.ts';
import { parseCounted } from './parse.ts';
import { EpubRefused } from './refused.ts';
import { createStyles, type Looks } from './styles.ts';
import { settleVerse } from './verse.ts';
import { attributeOf, elementsNamed, htmlElement, textOf, wordsOf, type XmlElement } from './xml.ts';

export type Text = {
  path: string;
  /** Path that its addresses are relative to. */
  base: string;
  title: string;
  types: readonly string[];
  body: XmlElement;
  looks: Looks;
  targetOf(href: string): Target | null;
  isVertical: boolean;
};

const SVG_TYPE = 'image/svg+xml';
const TEXT_TYPES = new Set([
  'application/xhtml+xml',
  'text/html',
  'text/x-oeb1-document',
  'application/x-dtbook+xml',
  SVG_TYPE,
]);
const PICTURE_TYPE = /^image\/(?:jpeg|png|gif|webp)$/;

/** In reading order. Texts outside the linear order come last. */
export async function readTexts(container: Container, book: Package, leavings: Leavings): Promise<Text[]> {
  const styles = createStyles(container);
  const order = [
    ...book.spine.filter(({ isLinear }) => isLinear),
    ...book.spine.filter(({ isLinear }) => !isLinear),
  ];
  const texts: Text[] = [];
  let length = 0;
  let nodes = 0;
  for (const { item } of order) {
    const readable = book.readable(item, TEXT_TYPES);
    if (readable === undefined) {
      const picture = pictureText(item, book.path);
      if (picture !== null) texts.push(picture);
      else leavings.add('embedded', item.href);
      continue;
    }
    const source = await sourceOf(container, book, readable, leavings);
    if (source === null) continue;
    length += source.length;
    if (length > SPINE_TEXT_MAX_LENGTH) throw new EpubRefused({ reason: 'too_large' });
    const { root, nodes: more } = parseCounted(readable.path ?? '', source, { isHtml: true });
    nodes += more;
    if (nodes > SPINE_NODES_MAX_COUNT) throw new EpubRefused({ reason: 'too_large' });
    const text = textFrom(root, readable.path ?? '', container, leavings);
    const sheets = await styles.of(root, text.base);
    settleVerse(text.body, sheets.looks);
    texts.push({ ...text, ...sheets });
  }
  return texts;
}

async function sourceOf(
  container: Container,
  book: Package,
  item: Item,
  leavings: Leavings,
): Promise<string | null> {
  if (container.targetOf(book.path, item.href)?.kind === 'web') {
    leavings.add('remote', item.href);
    return null;
  }
  if (item.path === null) throw new EpubRefused({ reason: 'missing_file', file: item.href });
  if (container.isGarbled(item.path)) throw new EpubRefused({ reason: 'copy_protected', file: item.path });
  return container.textOf(item.path);
}

type BareText = Omit<Text, 'looks' | 'isVertical'>;
const PLAIN = { looks: () => null, isVertical: false } as const;

function pictureText({ type, path, href }: Item, base: string): Text | null {
  if (!PICTURE_TYPE.test(type) || path === null) return null;
  const place = { line: 1 };
  const image = htmlElement('img', place, [], { src: href });
  const targetOf = (): Target => ({ kind: 'file', path, fragment: null });
  return { path, base, title: '', types: [], body: htmlElement('body', place, [image]), targetOf, ...PLAIN };
}

function textFrom(root: XmlElement, path: string, container: Container, leavings: Leavings): BareText {
  const [head] = elementsNamed(root, 'head');
  const [title] = head === undefined ? [] : elementsNamed(head, 'title');
  const own = head === undefined ? undefined : elementsNamed(head, 'base')[0];
  const base = (own === undefined ? null : container.pathOf(path, attributeOf(own, 'href') ?? '')) ?? path;
  const inside = root.vocabulary === 'svg' ? undefined : elementsNamed(root, 'body')[0];
  // A drawing, or a book of a kind without a body.
  const source = inside ?? htmlElement('body', root, [root]);
  const body = htmlElement('body', source, source.children, ownOf(root, source));
  if (head !== undefined) sayScripts(head, path, leavings);
  adaptMarkup(body, { file: path, base, leavings });
  const drawn = root.vocabulary === 'svg' ? elementsNamed(root, 'title')[0] : title;
  const types = [
    ...wordsOf(root, 'epub:type'),
    ...(inside === undefined ? [] : wordsOf(inside, 'epub:type')),
  ];
  const targetOf = (href: string): Target | null => container.targetOf(base, href);
  return { path, base, title: drawn === undefined ? '' : textOf(drawn), types, body, targetOf };
}

function ownOf(root: XmlElement, body: XmlElement): Record<string, string> {
  const own: Record<string, string> = {};
  const id = attributeOf(body, 'id');
  const lang = ['lang', 'xml:lang'].map((name) => attributeOf(body, name) ?? attributeOf(root, name));
  const dir = attributeOf(body, 'dir') ?? attributeOf(root, 'dir');
  const type = attributeOf(body, 'epub:type');
  if (id !== null) own.id = id;
  const language = lang.find((each) => each !== null);
  if (language !== undefined && language !== null) own.lang = language;
  if (dir !== null) own.dir = dir;
  if (type !== null) own['epub:type'] = type;
  return own;
}

function sayScripts(head: XmlElement, path: string, leavings: Leavings): void {
  for (const script of elementsNamed(head, 'script'))
    leavings.add('scripts', attributeOf(script, 'src'), path);
}
