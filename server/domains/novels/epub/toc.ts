/** The table of contents: of EPUB 3 from its navigation document, else of EPUB 2 from its NCX. */
import type { Container } from './container.ts';
import { targetOf } from './hrefs.ts';
import { LANDMARKS_MAX_COUNT, TOC_MAX_COUNT } from './limits.ts';
import type { Package } from './package.ts';
import { attributeOf, childrenNamed, elementsNamed, textOf, wordsOf, type XmlElement } from './xml.ts';

export type TocEntry = {
  title: string;
  path: string;
  fragment: string | null;
  /** From 0. */
  level: number;
};

export type Toc = { entries: TocEntry[]; landmarks: { type: string; path: string }[] };

export async function readToc(container: Container, book: Package): Promise<Toc> {
  const landmarks = book.guide.slice(0, LANDMARKS_MAX_COUNT);
  if (book.nav !== null && container.has(book.nav)) {
    const root = await container.xmlOf(book.nav, { isHtml: true });
    landmarks.push(...landmarksIn(root, book.nav).slice(0, LANDMARKS_MAX_COUNT));
    const entries = fromNav(root, book.nav);
    if (entries.length > 0) return { entries, landmarks };
  }
  const ncx = book.ncx !== null && container.has(book.ncx) ? book.ncx : null;
  return { entries: ncx === null ? [] : fromNcx(await container.xmlOf(ncx), ncx), landmarks };
}

/** In the order of the book, each with how deep it stands; what leads nowhere is only a heading for what stands below. */
function fromNav(root: XmlElement, base: string): TocEntry[] {
  const navs = elementsNamed(root, 'nav');
  const toc = navs.find((nav) => wordsOf(nav, 'epub:type').includes('toc'));
  const entries: TocEntry[] = [];
  const walk = (list: XmlElement, level: number): void => {
    for (const item of childrenNamed(list, 'li')) {
      const [link] = childrenNamed(item, 'a');
      if (link !== undefined) add(entries, labelOf(link), base, attributeOf(link, 'href'), level);
      for (const inner of childrenNamed(item, 'ol')) walk(inner, level + 1);
    }
  };
  for (const list of childrenNamed(toc, 'ol')) walk(list, 0);
  return entries;
}

/** Its text, or what its pictures say instead. */
function labelOf(link: XmlElement): string {
  const alt = elementsNamed(link, 'img').map((image) => attributeOf(image, 'alt') ?? '');
  return [textOf(link), ...alt].filter((part) => part !== '').join(' ');
}

function fromNcx(root: XmlElement, base: string): TocEntry[] {
  const entries: TocEntry[] = [];
  const walk = (parent: XmlElement, level: number): void => {
    for (const point of childrenNamed(parent, 'navPoint')) {
      const [content] = childrenNamed(point, 'content');
      const [label] = childrenNamed(point, 'navLabel');
      const title = label === undefined ? '' : textOf(label);
      if (content !== undefined) add(entries, title, base, attributeOf(content, 'src'), level);
      walk(point, level + 1);
    }
  };
  for (const map of childrenNamed(root, 'navMap')) walk(map, 0);
  return entries;
}

function add(entries: TocEntry[], title: string, base: string, href: string | null, level: number): void {
  const target = href === null ? null : targetOf(base, href);
  if (target?.kind !== 'file' || title === '' || entries.length >= TOC_MAX_COUNT) return;
  entries.push({ title, path: target.path, fragment: target.fragment, level });
}

function landmarksIn(root: XmlElement, base: string): { type: string; path: string }[] {
  const nav = elementsNamed(root, 'nav').find((each) => wordsOf(each, 'epub:type').includes('landmarks'));
  if (nav === undefined) return [];
  return elementsNamed(nav, 'a').flatMap((link) => {
    const target = targetOf(base, attributeOf(link, 'href') ?? '');
    return target?.kind === 'file'
      ? wordsOf(link, 'epub:type').map((type) => ({ type, path: target.path }))
      : [];
  });
}
