/** The package document (EPUB 2 and 3): metadata, files and their order. */
import type { Container } from './container.ts';
import { FALLBACKS_MAX_COUNT, NAME_MAX_LENGTH, SPINE_MAX_COUNT } from './limits.ts';
import { EpubRefused } from './refused.ts';
import { said } from './said.ts';
import { attributeOf, childrenNamed, elementsNamed, textOf, wordsOf, type XmlElement } from './xml.ts';

export type Item = {
  id: string;
  /** Null when the file is missing or outside the book. */
  path: string | null;
  href: string;
  type: string;
  properties: readonly string[];
  fallback: string | null;
};

type ById = { get(id: string): Item | undefined };
type SpineItem = { item: Item; isLinear: boolean };

export type Package = {
  path: string;
  version: string;
  title: string;
  authors: string[];
  language: string | null;
  direction: 'ltr' | 'rtl' | null;
  isVertical: boolean;
  hasFixedLayout: boolean;
  items: Item[];
  itemAt(path: string): Item | undefined;
  /** The item, or the first of its fallbacks with one of these types. */
  readable(item: Item, types: ReadonlySet<string>): Item | undefined;
  spine: SpineItem[];
  cover: string | null;
  guide: { type: string; path: string }[];
  nav: string | null;
  ncx: string | null;
};

const AUTHORS_MAX_COUNT = 20;
const TITLE_MAX_LENGTH = 500;

export async function readPackage(container: Container): Promise<Package> {
  const path = container.packagePath;
  const root = await container.xmlOf(path);
  if (root.name !== 'package') throw new EpubRefused({ reason: 'no_package', file: path });
  const [metadata] = childrenNamed(root, 'metadata');
  const [manifest] = childrenNamed(root, 'manifest');
  const [spine] = childrenNamed(root, 'spine');
  const items = childrenNamed(manifest, 'item').map((element) => itemOf(element, container));
  const byId = idsOf(items);
  const byPath = new Map(items.flatMap((item) => (item.path === null ? [] : [[item.path, item] as const])));
  const order = spine === undefined ? [] : spineOf(spine, byId);
  const guide = guideOf(root, container);
  const direction = spine === undefined ? null : attributeOf(spine, 'page-progression-direction');
  return {
    path,
    version: said(attributeOf(root, 'version') ?? '', NAME_MAX_LENGTH),
    title: titleOf(metadata),
    authors: authorsOf(metadata),
    language: languageOf(metadata),
    direction: direction === 'rtl' || direction === 'ltr' ? direction : null,
    isVertical: metaOf(metadata, 'primary-writing-mode')?.startsWith('vertical') ?? false,
    hasFixedLayout: hasFixedLayout(metadata, spine),
    items,
    itemAt: (path) => byPath.get(path),
    readable: (item, types) => readable(item, types, byId),
    spine: order,
    cover: coverOf(metadata, items, byId),
    guide,
    nav: navOf(items),
    ncx: ncxOf(spine, items, byId),
  };
}

/** Looks up by exact id, else by an id that differs only in case. */
function idsOf(items: readonly Item[]): ById {
  const exact = new Map(items.map((item) => [item.id, item]));
  const loose = new Map(items.toReversed().map((item) => [item.id.toLowerCase(), item]));
  return { get: (id) => exact.get(id) ?? loose.get(id.toLowerCase()) };
}

function itemOf(element: XmlElement, { packagePath, pathOf }: Container): Item {
  const href = attributeOf(element, 'href') ?? '';
  return {
    id: attributeOf(element, 'id') ?? '',
    path: pathOf(packagePath, href),
    href,
    type: (attributeOf(element, 'media-type') ?? '').toLowerCase(),
    properties: wordsOf(element, 'properties'),
    fallback: attributeOf(element, 'fallback'),
  };
}

function spineOf(spine: XmlElement, byId: ById): SpineItem[] {
  const order: SpineItem[] = [];
  const seen = new Set<Item | string>();
  for (const reference of childrenNamed(spine, 'itemref')) {
    const item = byId.get(attributeOf(reference, 'idref') ?? '');
    // A file that appears twice is read only at the first place.
    if (item === undefined || seen.has(item.path ?? item)) continue;
    seen.add(item.path ?? item);
    order.push({ item, isLinear: attributeOf(reference, 'linear') !== 'no' });
  }
  if (order.length > SPINE_MAX_COUNT) throw new EpubRefused({ reason: 'too_many_files' });
  return order;
}

function readable(item: Item, types: ReadonlySet<string>, byId: ById): Item | undefined {
  let found: Item | undefined = item;
  for (let step = 0; found !== undefined && step <= FALLBACKS_MAX_COUNT; step += 1) {
    if (types.has(found.type)) return found;
    found = found.fallback === null ? undefined : byId.get(found.fallback);
  }
  return undefined;
}

/** Dublin Core elements are in `metadata`, or in a `dc-metadata` before EPUB 2. */
const dublinCore = (metadata: XmlElement | undefined, name: string): string[] =>
  metadata === undefined
    ? []
    : elementsNamed(metadata, name)
        .map(textOf)
        .filter((text) => text !== '');

const metaOf = (metadata: XmlElement | undefined, name: string): string | undefined => {
  const meta = metadata === undefined ? [] : elementsNamed(metadata, 'meta');
  const found = meta.find(
    (each) => attributeOf(each, 'name') === name || attributeOf(each, 'property') === name,
  );
  return found === undefined ? undefined : (attributeOf(found, 'content') ?? textOf(found));
};

/** The first title, unless another is marked as the main one. */
function titleOf(metadata: XmlElement | undefined): string {
  if (metadata === undefined) return '';
  const titles = elementsNamed(metadata, 'title');
  const main = elementsNamed(metadata, 'meta').find(
    (each) => attributeOf(each, 'property') === 'title-type' && textOf(each) === 'main',
  );
  const refined = main === undefined ? null : attributeOf(main, 'refines');
  const title = titles.find((each) => `#${attributeOf(each, 'id')}` === refined) ?? titles[0];
  return title === undefined ? '' : said(textOf(title), TITLE_MAX_LENGTH);
}

const authorsOf = (metadata: XmlElement | undefined): string[] =>
  dublinCore(metadata, 'creator')
    .slice(0, AUTHORS_MAX_COUNT)
    .map((name) => said(name, NAME_MAX_LENGTH));

function languageOf(metadata: XmlElement | undefined): string | null {
  const [language] = dublinCore(metadata, 'language');
  return language === undefined ? null : said(language, NAME_MAX_LENGTH);
}

function hasFixedLayout(metadata: XmlElement | undefined, spine: XmlElement | undefined): boolean {
  if (metaOf(metadata, 'rendition:layout') === 'pre-paginated') return true;
  if (metaOf(metadata, 'fixed-layout') === 'true') return true;
  return childrenNamed(spine, 'itemref').some((each) =>
    wordsOf(each, 'properties').includes('rendition:layout-pre-paginated'),
  );
}

function guideOf(root: XmlElement, { packagePath, pathOf }: Container): { type: string; path: string }[] {
  const references = childrenNamed(childrenNamed(root, 'guide')[0], 'reference');
  return references.flatMap((each) => {
    const path = pathOf(packagePath, attributeOf(each, 'href') ?? '');
    return path === null ? [] : [{ type: (attributeOf(each, 'type') ?? '').toLowerCase(), path }];
  });
}

function coverOf(metadata: XmlElement | undefined, items: readonly Item[], byId: ById): string | null {
  const own = items.find(({ properties }) => properties.includes('cover-image'));
  const named = metaOf(metadata, 'cover');
  // Some books name the file itself.
  const old = named === undefined ? undefined : (byId.get(named) ?? items.find(({ href }) => href === named));
  const picture = [own, old].find((item) => item?.path !== null && item?.type.startsWith('image/'));
  return picture?.path ?? null;
}

/** The marked item, else one with a usual name. */
function navOf(items: readonly Item[]): string | null {
  const own = items.find(({ properties }) => properties.includes('nav'));
  const isCalled = ({ href, type }: Item): boolean =>
    /html/.test(type) && /(?:^|\/)(?:nav|toc)\.x?html?$/i.test(href);
  return (own ?? items.find(isCalled))?.path ?? null;
}

const NCX_TYPE = 'application/x-dtbncx+xml';
const isNcx = ({ type, href }: Item): boolean => type === NCX_TYPE || /\.ncx$/i.test(href);

function ncxOf(spine: XmlElement | undefined, items: readonly Item[], byId: ById): string | null {
  const named = spine === undefined ? undefined : byId.get(attributeOf(spine, 'toc') ?? '');
  const item = named !== undefined && isNcx(named) ? named : items.find(isNcx);
  return item?.path ?? null;
}
