/** Titles of chapters: from the table of contents, its own heading, its file, or a number. */
import { CHAPTER_TITLE_MAX_LENGTH } from '../rules.ts';
import { said } from './said.ts';
import { elementsIn, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts';

const HEADING = /^h[1-6]$/;
export const isHeading = ({ name }: XmlElement): boolean => HEADING.test(name);

export const isBlankNode = (node: XmlNode): boolean =>
  isElement(node) ? !VISIBLE.has(node.name) && node.children.every(isBlankNode) : node.trim() === '';

const VISIBLE = new Set(['img', 'math', 'hr']);

export function firstHeadingOf(body: XmlElement): string {
  for (const element of elementsIn(body)) {
    if (isHeading(element) && textOf(element) !== '') return titleTextOf(element);
  }
  return '';
}

export function leadingHeadings(body: XmlElement): { heading: XmlElement; parent: XmlElement }[] {
  const found: { heading: XmlElement; parent: XmlElement }[] = [];
  /** Returns true when the parent contains only headings. */
  const walk = (parent: XmlElement): boolean => {
    for (const child of parent.children) {
      if (!isElement(child)) {
        if (child.trim() !== '') return false;
      } else if (isHeading(child)) found.push({ heading: child, parent });
      // The heading comes first whatever wraps it.
      else if (VISIBLE.has(child.name) || !walk(child)) return false;
    }
    return true;
  };
  walk(body);
  return found.filter(({ heading }) => !isBlankNode(heading));
}

const APART = new Set('br div h1 h2 h3 h4 h5 h6 hr img li p section table td tr'.split(' '));
const NUMERAL = /(?:^|\s)(?:[\p{N}]+|[IVXLCDM]+)$/u;

/** A title's text on one line. Keeps a space between separate lines and between parts side by side. */
export function titleTextOf(title: XmlElement): string {
  let text = '';
  let isBehindPart = false;
  const walk = (node: XmlNode): void => {
    if (!isElement(node)) {
      text += node;
      if (node !== '') isBehindPart = false;
      return;
    }
    const isApart = APART.has(node.name);
    const start = textOf(node);
    // A large initial is not a separate part, but a number before a name is.
    const isNext = isBehindPart && start !== '' && (NUMERAL.test(text) || /\p{L}{2}$|[.:)]$/u.test(text));
    if (isApart || (isNext && /^[\p{Lu}\p{Lo}\p{N}]/u.test(start))) text += ' ';
    node.children.forEach(walk);
    if (isApart) text += ' ';
    isBehindPart = true;
  };
  title.children.forEach(walk);
  return text.replace(/\s+/g, ' ').trim();
}

export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** Headings that say no more than the title, which is shown above the chapter anyway. */
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
