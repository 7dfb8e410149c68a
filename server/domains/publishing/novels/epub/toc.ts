/** The table of contents: the navigation document of EPUB 3, else the NCX of EPUB 2. */
import type { Container } from './container.ts';
import { titleTextOf } from './headings.ts';
import { LANDMARKS_MAX_COUNT, TOC_MAX_COUNT } from './limits.ts';
import type { Package } from './package.ts';
import {
  attributeOf,
  childrenNamed,
  elementsNamed,
  isElement,
  textOf,
  wordsOf,
  type XmlElement,
} from './xml.ts';

export type TocEntry = {
  /** Empty when the chapter's own heading gives it. */
  title: string;
  path: string;
  fragment: string | null;
  /** From 0. */
  level: number;
};

export type Toc = { entries: TocEntry[]; landmarks: { type: string; path: string }[] };

type Resolve = (href: string) => ReturnType<Container['targetOf']>;

export async function readToc(container: Container, book: Package): Promise<Toc> {
  const landmarks = book.guide.slice(0, LANDMARKS_MAX_COUNT);
  const resolveFrom =
    (base: string): Resolve =>
    (href) =>
      container.targetOf(base, href);
  if (book.nav !== null && container.has(book.nav)) {
    const root = await container.xmlOf(book.nav, { isHtml: true });
    landmarks.push(...landmarksIn(root, resolveFrom(book.nav)).slice(0, LANDMARKS_MAX_COUNT));
    const entries = fromNav(root, resolveFrom(book.nav));
    if (entries.length > 0) return { entries: withoutRoot(entries), landmarks };
  }
  const ncx = book.ncx !== null && container.has(book.ncx) ? book.ncx : null;
  const entries = ncx === null ? [] : fromNcx(await container.xmlOf(ncx), resolveFrom(ncx));
  return { entries: withoutRoot(entries), landmarks };
}

/** When all entries are below a single one, the book's title, lifts them to its level. */
function withoutRoot(entries: readonly TocEntry[]): TocEntry[] {
  const [first, ...rest] = entries;
  const isRoot = first !== undefined && rest.length > 0 && rest.every(({ level }) => level > first.level);
  return isRoot
    ? [first, ...withoutRoot(rest.map((each) => ({ ...each, level: each.level - 1 })))]
    : [...entries];
}

const isList = ({ name }: XmlElement): boolean => name === 'ol' || name === 'ul';

/** In book order. An entry without a target is only a heading for the entries below. */
function fromNav(root: XmlElement, resolve: Resolve): TocEntry[] {
  const toc = tocIn(root);
  if (toc === undefined) return [];
  const entries: TocEntry[] = [];
  const walk = (list: XmlElement, level: number): void => {
    for (const item of childrenNamed(list, 'li')) {
      const { links, lists } = partsOf(item);
      const [link] = links;
      if (link !== undefined) add(entries, labelOf(link), resolve, attributeOf(link, 'href'), level);
      for (const inner of lists) walk(inner, level + 1);
    }
    // Programs nest lists without an item in between.
    for (const inner of list.children) if (isElement(inner) && isList(inner)) walk(inner, level + 1);
  };
  const { links, lists } = partsOf(toc);
  for (const list of lists) walk(list, 0);
  if (lists.length === 0)
    for (const link of links) add(entries, labelOf(link), resolve, attributeOf(link, 'href'), 0);
  return entries;
}

/** The `nav` marked by type, role or name, else the only one for people. */
function tocIn(root: XmlElement): XmlElement | undefined {
  const navs = elementsNamed(root, 'nav');
  const says = (attribute: string, words: readonly string[]) =>
    navs.find((nav) => wordsOf(nav, attribute).some((word) => words.includes(word.toLowerCase())));
  const named = says('epub:type', ['toc']) ?? says('role', ['doc-toc']) ?? says('type', ['toc']);
  if (named !== undefined) return named;
  const plain = navs.filter((nav) => wordsOf(nav, 'epub:type').length === 0);
  return (
    plain.find((nav) => /\btoc\b|contents/i.test(`${attributeOf(nav, 'id')} ${attributeOf(nav, 'class')}`)) ??
    plain[0] ??
    (navs.length === 0 ? root : undefined)
  );
}

function partsOf(parent: XmlElement): { links: XmlElement[]; lists: XmlElement[] } {
  const links: XmlElement[] = [];
  const lists: XmlElement[] = [];
  const walk = (element: XmlElement): void => {
    for (const child of element.children) {
      if (!isElement(child)) continue;
      if (isList(child)) lists.push(child);
      else if (child.name === 'a' && attributeOf(child, 'href') !== null) links.push(child);
      else walk(child);
    }
  };
  walk(parent);
  return { links, lists };
}

function labelOf(link: XmlElement): string {
  const alt = elementsNamed(link, 'img').map((image) => attributeOf(image, 'alt') ?? '');
  return [titleTextOf(link), ...alt].filter((part) => part !== '').join(' ');
}

function fromNcx(root: XmlElement, resolve: Resolve): TocEntry[] {
  const entries: TocEntry[] = [];
  const walk = (parent: XmlElement, level: number): void => {
    for (const point of childrenNamed(parent, 'navPoint')) {
      const [content] = childrenNamed(point, 'content');
      const [label] = childrenNamed(point, 'navLabel');
      const title = label === undefined ? '' : textOf(label);
      if (content !== undefined) add(entries, title, resolve, attributeOf(content, 'src'), level);
      walk(point, level + 1);
    }
  };
  for (const map of childrenNamed(root, 'navMap')) walk(map, 0);
  return entries;
}

function add(entries: TocEntry[], title: string, resolve: Resolve, href: string | null, level: number): void {
  const target = href === null || href === '' ? null : resolve(href);
  if (target?.kind !== 'file' || entries.length >= TOC_MAX_COUNT) return;
  entries.push({ title, path: target.path, fragment: target.fragment, level });
}

function landmarksIn(root: XmlElement, resolve: Resolve): { type: string; path: string }[] {
  const nav = elementsNamed(root, 'nav').find((each) => wordsOf(each, 'epub:type').includes('landmarks'));
  if (nav === undefined) return [];
  return elementsNamed(nav, 'a').flatMap((link) => {
    const target = resolve(attributeOf(link, 'href') ?? '');
    return target?.kind === 'file'
      ? wordsOf(link, 'epub:type').map((type) => ({ type, path: target.path }))
      : [];
  });
}
