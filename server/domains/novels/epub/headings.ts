/** How a chapter is called: by the table of contents, by its own heading, by its file, or by a number. */
import { CHAPTER_TITLE_MAX_LENGTH } from '../rules.ts';
import { said } from './said.ts';
import { elementsIn, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts';

const HEADING = /^h[1-6]$/;
const TRANSPARENT = new Set('body section article div main header hgroup'.split(' '));

export const isHeading = ({ name }: XmlElement): boolean => HEADING.test(name);

/** Nothing to see in it. */
const isBlankNode = (node: XmlNode): boolean =>
  isElement(node) ? !VISIBLE.has(node.name) && node.children.every(isBlankNode) : node.trim() === '';

const VISIBLE = new Set(['img', 'math', 'hr']);

export function firstHeadingOf(body: XmlElement): string {
  for (const element of elementsIn(body)) {
    if (isHeading(element) && textOf(element) !== '') return textOf(element);
  }
  return '';
}

/** The headings that a tree begins with, each with what it stands in. */
export function leadingHeadings(body: XmlElement): { heading: XmlElement; parent: XmlElement }[] {
  const found: { heading: XmlElement; parent: XmlElement }[] = [];
  /** Whether all of it was headings. */
  const walk = (parent: XmlElement): boolean => {
    for (const child of parent.children) {
      if (!isElement(child)) {
        if (child.trim() !== '') return false;
      } else if (isHeading(child)) found.push({ heading: child, parent });
      else if (TRANSPARENT.has(child.name)) {
        if (!walk(child)) return false;
      } else if (!isBlankNode(child)) return false;
    }
    return true;
  };
  walk(body);
  return found.filter(({ heading }) => !isBlankNode(heading));
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** The headings that say no more than the title does, which stands above the chapter anyway. */
export function headingsOfTitle(
  body: XmlElement,
  title: string,
): { heading: XmlElement; parent: XmlElement }[] {
  const wanted = lettersOf(title);
  let letters = '';
  const found: { heading: XmlElement; parent: XmlElement }[] = [];
  for (const each of leadingHeadings(body)) {
    letters += lettersOf(textOf(each.heading));
    found.push(each);
    if (letters === wanted && letters !== '')
      return found.some(({ heading }) => holdsMore(heading)) ? [] : found;
    if (!wanted.startsWith(letters)) return [];
  }
  return [];
}

const holdsMore = (heading: XmlElement): boolean =>
  [...elementsIn(heading)].some(
    ({ name }) => name === 'img' || name === 'math' || name === 'a' || name === 'ruby',
  );

export const shortTitle = (title: string): string =>
  said(title.replace(/\s+/g, ' '), CHAPTER_TITLE_MAX_LENGTH).trim();
