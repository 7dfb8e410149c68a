/**
 * Unwraps pictures, replaces unsupported elements by their fallbacks, and marks notes. Records everything left out.
 * Loses no text of the page itself.
 */
import { targetOf } from './hrefs.ts';
import type { Leavings } from './left-out.ts';
import {
  attributeOf,
  elementsNamed,
  htmlElement,
  isElement,
  textOf,
  wordsOf,
  type XmlElement,
  type XmlNode,
} from './xml.ts';

type Page = { file: string; base: string; leavings: Leavings };

export function adaptMarkup(root: XmlElement, page: Page): void {
  root.children = root.children.flatMap((child) => (isElement(child) ? adaptElement(child, page) : [child]));
}

function adaptElement(element: XmlElement, page: Page): XmlNode[] {
  sayWhatGoes(element, page);
  const instead = insteadOf(element, page);
  if (instead !== null) {
    // The replacement may contain anything, so it is adapted, too.
    const adapted = instead.flatMap((node) => (isElement(node) ? adaptElement(node, page) : [node]));
    return [...placeOf(element), ...adapted];
  }
  const kept = keptOf(element);
  adaptMarkup(kept, page);
  return [kept];
}

/** Keeps the link target of a replaced element. */
function placeOf(element: XmlElement): XmlNode[] {
  const id = attributeOf(element, 'id');
  return id === null ? [] : [htmlElement('span', element, [], { id })];
}

function keptOf(element: XmlElement): XmlElement {
  if (isPageBreak(element)) return { ...element, name: 'span', children: [] };
  return isHtml(element) && element.name === 'button' ? { ...element, name: 'span' } : element;
}

const isHtml = ({ vocabulary }: XmlElement): boolean => vocabulary === 'html';

function insteadOf(element: XmlElement, page: Page): XmlNode[] | null {
  if (element.vocabulary === 'svg') return fromDrawing(element, page);
  if (element.vocabulary === 'math' || isPageBreak(element)) return null;
  if (element.vocabulary === '') return element.name === 'switch' ? fromSwitch(element) : null;
  return INSTEAD.get(element.name)?.(element, page) ?? null;
}

type Instead = (element: XmlElement, page: Page) => XmlNode[] | null;

const each = (names: string, instead: Instead): [string, Instead][] =>
  names.split(' ').map((name) => [name, instead]);

const INSTEAD: ReadonlyMap<string, Instead> = new Map<string, Instead>([
  ...each('script style head iframe select textarea', () => []),
  ...each('applet audio canvas map noembed noframes noscript video', ({ children }) => children),
  ...each('embed object', fromObject),
  ['picture', (element) => elementsNamed(element, 'img').slice(0, 1)],
  ['nav', (element) => (wordsOf(element, 'epub:type').some((type) => SILENT_NAVS.has(type)) ? [] : null)],
]);

/** Lists for programs: pages of the printed book, and landmarks. */
const SILENT_NAVS = new Set(['page-list', 'landmarks']);

const isPageBreak = (element: XmlElement): boolean =>
  wordsOf(element, 'epub:type').includes('pagebreak') || attributeOf(element, 'role') === 'doc-pagebreak';

const MEDIA = { audio: 'audio', video: 'video' } as const;

function sayWhatGoes(element: XmlElement, { file, base, leavings }: Page): void {
  const { name } = element;
  const named = (attribute: string): string | null => attributeOf(element, attribute);
  if (name === 'script') leavings.add('scripts', named('src'), file);
  else if (name === 'audio' || name === 'video') {
    const source = elementsNamed(element, 'source')[0] ?? element;
    leavings.add(MEDIA[name], named('src') ?? attributeOf(source, 'src'), file);
  } else if (name === 'iframe' || name === 'canvas') leavings.add('embedded', named('src'), file);
  else if (FORM_PARTS.has(name)) leavings.add('forms', named('name'), file);
  for (const [at, attribute] of element.attributes.entries()) {
    if (at % 2 === 0 && /^on[a-z]/i.test(attribute)) leavings.add('scripts', null, file);
  }
  const address = named('src') ?? named('data') ?? named('poster');
  if (name !== 'img' && address !== null && targetOf(base, address)?.kind === 'web')
    leavings.add('remote', address, file);
}

const FORM_PARTS = new Set(['form', 'input', 'button', 'select', 'textarea']);

/** A picture, or the fallback that the book provides for the object. */
function fromObject(element: XmlElement, { file, base, leavings }: Page): XmlNode[] {
  const address = attributeOf(element, 'data') ?? attributeOf(element, 'src');
  const type = attributeOf(element, 'type') ?? '';
  const target = address === null ? null : targetOf(base, address);
  const isPicture = /^image\/(?!svg)/.test(type) || /\.(jpe?g|png|gif|webp)$/i.test(address ?? '');
  if (isPicture && address !== null && target?.kind !== 'web')
    return [htmlElement('img', element, [], { src: address, alt: textOf(element) })];
  leavings.add('embedded', address, file);
  return element.children;
}

/** EPUB 3.0's choice by a reader's abilities. We take a formula or else the default. */
function fromSwitch(element: XmlElement): XmlNode[] {
  const parts = element.children.filter(isElement);
  const formula = parts.find((part) => part.name === 'case' && elementsNamed(part, 'math').length > 0);
  return (formula ?? parts.find((part) => part.name === 'default') ?? element).children;
}

/** Takes the pictures and words of a drawing, but not the drawing itself. */
function fromDrawing(svg: XmlElement, { file, leavings }: Page): XmlNode[] {
  const title = wordingOf(svg);
  const parts: XmlNode[] = [];
  let isDrawn = false;
  const walk = (element: XmlElement): void => {
    for (const child of element.children.filter(isElement)) {
      const href = attributeOf(child, 'xlink:href') ?? attributeOf(child, 'href');
      if (child.vocabulary === 'html') parts.push(child);
      else if (child.name === 'image' && href !== null)
        parts.push(htmlElement('img', child, [], { src: href, alt: wordingOf(child) || title }));
      else if (child.name === 'text') parts.push(htmlElement('p', child, wordsOfDrawing(child)));
      else if (child.name === 'script') leavings.add('scripts', href, file);
      else if (SHAPES.has(child.name)) isDrawn = true;
      else walk(child);
    }
  };
  walk(svg);
  const isWrapper = parts.some((part) => isElement(part) && part.name === 'img');
  if (isDrawn && !isWrapper) leavings.add('svg', title, file);
  if (parts.length === 0 && title !== '') return [htmlElement('span', svg, [title])];
  return parts;
}

const SHAPES = new Set('circle ellipse line path polygon polyline rect use'.split(' '));

function wordingOf(element: XmlElement): string {
  const of = (name: string): string => {
    const own = element.children.filter(isElement).find((child) => child.name === name);
    return own === undefined ? '' : textOf(own);
  };
  return attributeOf(element, 'aria-label') || of('desc') || of('title');
}

function wordsOfDrawing(text: XmlElement): XmlNode[] {
  return text.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    const inside = wordsOfDrawing(child);
    if (child.name === 'tspan') return [' ', ...inside];
    const href = attributeOf(child, 'xlink:href') ?? attributeOf(child, 'href');
    return child.name === 'a' && href !== null ? [htmlElement('a', child, inside, { href })] : inside;
  });
}
