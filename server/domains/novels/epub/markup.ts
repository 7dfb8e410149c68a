/**
 * Turns a file of text into what prose is made from: pictures out of their wrappers, fallbacks instead of what does not come along,
 * notes as notes. What is left out is said. No text of the page itself is lost.
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

/** Changes the tree in place. */
export function adaptMarkup(root: XmlElement, page: Page): void {
  root.children = root.children.flatMap((child) => {
    if (!isElement(child)) return [child];
    sayWhatGoes(child, page);
    const adapted = adaptElement(child, page);
    for (const each of adapted) if (isElement(each)) adaptMarkup(each, page);
    return adapted;
  });
}

function adaptElement(element: XmlElement, page: Page): XmlNode[] {
  if (element.vocabulary === 'svg') return fromDrawing(element, page);
  if (element.vocabulary === 'math') return [element];
  if (isPageBreak(element)) return [{ ...element, name: 'span', children: [] }];
  if (element.vocabulary === '') return element.name === 'switch' ? fromSwitch(element) : [element];
  const adapt = ADAPTED[element.name];
  return adapt === undefined ? [element] : adapt(element, page);
}

const childrenOf = (element: XmlElement): XmlNode[] => element.children;

const nothing = (): XmlNode[] => [];

const ADAPTED: Record<string, (element: XmlElement, page: Page) => XmlNode[]> = {
  ...Object.fromEntries(
    'script style head audio video iframe select textarea'.split(' ').map((name) => [name, nothing]),
  ),
  noscript: childrenOf,
  canvas: childrenOf,
  button: (element) => [{ ...element, name: 'span' }],
  picture: (element) => elementsNamed(element, 'img').slice(0, 1),
  object: fromObject,
  embed: fromObject,
  nav: (element) => (wordsOf(element, 'epub:type').some((type) => SILENT_NAVS.has(type)) ? [] : [element]),
};

/** Lists for machines: pages of the printed book, and parts of this one. */
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

/** A picture, or what the book shows where the thing itself cannot be shown. */
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

/** EPUB 3.0's choice by what a reader can show: formulas are shown, nothing else of it is known. */
function fromSwitch(element: XmlElement): XmlNode[] {
  const parts = element.children.filter(isElement);
  const formula = parts.find((part) => part.name === 'case' && elementsNamed(part, 'math').length > 0);
  return (formula ?? parts.find((part) => part.name === 'default') ?? element).children;
}

/** Pictures in a drawing are taken, its words too; the drawing itself is not. */
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

/** What a drawing says of itself to those who do not see it. */
function wordingOf(element: XmlElement): string {
  const of = (name: string): string => {
    const own = element.children.filter(isElement).find((child) => child.name === name);
    return own === undefined ? '' : textOf(own);
  };
  return attributeOf(element, 'aria-label') || of('desc') || of('title');
}

/** Lines of a drawing keep apart; links in it stay links. */
function wordsOfDrawing(text: XmlElement): XmlNode[] {
  return text.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    const inside = wordsOfDrawing(child);
    if (child.name === 'tspan') return [' ', ...inside];
    const href = attributeOf(child, 'xlink:href') ?? attributeOf(child, 'href');
    return child.name === 'a' && href !== null ? [htmlElement('a', child, inside, { href })] : inside;
  });
}
