/** A poem becomes a quote of verse with a paragraph per line. `data-verse` tells how lines look (prose.ts). */
import type { Looks } from './styles.ts';
import {
  attributeOf,
  elementsIn,
  htmlElement,
  isElement,
  textOf,
  wordsOf,
  type XmlElement,
  type XmlNode,
} from './xml.ts';

const TYPES = /^(?:z3998:)?(?:verse|poem|song|hymn|lyrics)$/;
/** Programs mark verse by class: `poem`, `poetry-container`, `extract-verse-rw`. */
const NAMES = /(?:^|[-_])(?:poem|poetry|verse|stanza|lyrics)(?:$|[-_])/i;
const STANZA = /stanza|^lg$|linegroup/i;
const LINE = /^(?:l|v?line\d*|verse|(?:verse|poem|poetry)[-_]?line|(?:i|in|ind|indent)[-_]?\d+)$/i;
const INDENTED = /^(?:(?:i|in|ind|indent)[-_]?0*[1-9]\d*|indent|indented)$/i;
const NUMBER_NAME = /^(?:ln|lineno|(?:line|verse|poem|pl|v)[-_]?num(?:ber)?s?)$/i;
const NUMBER = /^[[(]?\d{1,5}[\])]?\.?$/;

const ROOTS = new Set('article blockquote div p section'.split(' '));
const GROUPS = new Set('article blockquote center div p section'.split(' '));
const INLINE = new Set('a abbr b bdi big cite em i q s small span strong sub sup u'.split(' '));
/** Longer lines are prose within a poem, such as an introduction. */
const LINE_MAX_LENGTH = 160;
/** No poem is nested deeper. */
const DEPTH_MAX = 32;
const OWN = ['lang', 'xml:lang', 'dir'];

const isNamed = (element: XmlElement, pattern: RegExp): boolean =>
  wordsOf(element, 'class').some((name) => pattern.test(name));
const saysVerse = (element: XmlElement): boolean =>
  wordsOf(element, 'epub:type').some((type) => TYPES.test(type));
const isVerse = (element: XmlElement): boolean =>
  element.vocabulary === 'html' && ROOTS.has(element.name) && (saysVerse(element) || isNamed(element, NAMES));

export function settleVerse(body: XmlElement, looks: Looks): void {
  if (saysVerse(body)) body.children = [poemOf(htmlElement('div', body, body.children), looks)];
  else settleIn(body, looks);
}

function settleIn(parent: XmlElement, looks: Looks): void {
  const kept: XmlNode[] = [];
  /** Consecutive paragraphs of verse are one poem. */
  let run: XmlNode[] = [];
  const endRun = (): void => {
    const [first] = run;
    if (isElement(first)) kept.push(poemOf(htmlElement('div', first, run), looks));
    run = [];
  };
  for (const child of parent.children) {
    if (!isElement(child)) {
      if (child.trim() !== '') endRun();
      (run.length > 0 ? run : kept).push(child);
    } else if (child.name === 'p' && isVerse(child)) run.push(child);
    else {
      endRun();
      if (isVerse(child)) kept.push(poemOf(child, looks));
      else {
        settleIn(child, looks);
        kept.push(child);
      }
    }
  }
  endRun();
  parent.children = kept;
}

/** An inline element that spans several lines. Each line opens it again. */
type Shell = { source: XmlElement; open: XmlElement | null };

function poemOf(root: XmlElement, looks: Looks): XmlElement {
  const kinds = kindsOf(looks);
  const poem: XmlElement = { ...root, name: 'blockquote', children: [] };
  poem.attributes = [...root.attributes, 'data-verse', 'verse'];
  const shells: Shell[] = [];
  let line: XmlNode[] = [];
  let isFirst = true;
  /** True after an element ended a line, so that a following break ends nothing more. */
  let isBroken = false;
  let isIndented = false;
  let own: readonly string[] = [];

  const add = (node: XmlNode): void => {
    let home = line;
    for (const shell of shells) {
      if (shell.open === null) {
        shell.open = { ...shell.source, children: [] };
        home.push(shell.open);
      }
      home = shell.open.children;
    }
    home.push(node);
  };

  const endLine = (): void => {
    for (const shell of shells) shell.open = null;
    const made = htmlElement('p', root, line);
    // A link target at the end belongs to the next line.
    if (textOf(made) === '' && !holds(made, (each) => each.name === 'img' || each.name === 'math')) {
      line = line.filter((node) => isElement(node) && attributeOf(node, 'id') !== null);
      return;
    }
    const look = [...(isFirst ? [] : ['line']), ...(isIndented ? ['indent'] : [])].join(' ');
    made.attributes = [...own, ...(look === '' ? [] : ['data-verse', look])];
    poem.children.push(made);
    line = [];
    isFirst = false;
    isBroken = false;
    isIndented = false;
  };

  const endStanza = (): void => {
    endLine();
    isFirst = true;
  };

  /** Walks a block, whose language and direction apply to its lines. */
  const within = (element: XmlElement, depth: number): void => {
    const outer = own;
    own = [...ownOf(element), ...own];
    if (attributeOf(element, 'id') !== null) add(placeOf(element));
    isIndented ||= isNamed(element, INDENTED);
    walk(element, depth + 1);
    own = outer;
  };

  const walkElement = (element: XmlElement, depth: number, isBesideStanzas: boolean): void => {
    if (kinds.isNumber(element)) {
      add({ ...htmlElement('span', element, element.children), attributes: ['data-verse', 'number'] });
    } else if (element.name === 'br') {
      if (line.length === 0 && !isBroken) isFirst = true;
      isBroken = false;
      endLine();
    } else if (kinds.isBlock(element) && depth < DEPTH_MAX) {
      const isLoose = isBesideStanzas && !isNamed(element, LINE);
      const isStanza = isLoose || kinds.isStanza(element) || textOf(element).length > LINE_MAX_LENGTH;
      if (isStanza) endStanza();
      else endLine();
      within(element, depth);
      if (isStanza) endStanza();
      else endLine();
      isBroken = true;
    } else if (INLINE.has(element.name) && holds(element, kinds.partsLines) && depth < DEPTH_MAX) {
      shells.push({ source: element, open: null });
      walk(element, depth + 1);
      shells.pop();
    } else if (INLINE.has(element.name) || ATOMS.has(element.name)) add(element);
    else {
      endStanza();
      poem.children.push(...line.splice(0), element);
    }
  };

  const walk = (parent: XmlElement, depth: number): void => {
    const areStanzas = parent.children.some((child) => isElement(child) && kinds.isStanza(child));
    for (const child of parent.children) {
      if (isElement(child)) walkElement(child, depth, areStanzas);
      else if (line.length > 0 || child.trim() !== '') add(child);
    }
  };

  walk(root, 0);
  endLine();
  poem.children.push(...line);
  return poem;
}

const ATOMS = new Set('bdo button code data del dfn img ins kbd mark math ruby samp time var wbr'.split(' '));

const ownOf = (element: XmlElement): string[] =>
  OWN.flatMap((name) => {
    const value = attributeOf(element, name);
    return value === null ? [] : [name, value];
  });

const placeOf = (element: XmlElement): XmlElement =>
  htmlElement('span', element, [], { id: attributeOf(element, 'id') ?? '' });

function holds(element: XmlElement, is: (inner: XmlElement) => boolean): boolean {
  for (const inner of elementsIn(element)) if (inner !== element && is(inner)) return true;
  return false;
}

function kindsOf(looks: Looks) {
  const isSetAsBlock = (element: XmlElement): boolean =>
    /(?:^|;)\s*display\s*:\s*block/i.test(looks(element) ?? '');
  /** True for a span that is a line, not part of one. */
  const isLine = (element: XmlElement): boolean =>
    element.name === 'span' && (isNamed(element, LINE) || isSetAsBlock(element));
  const isBlock = (element: XmlElement): boolean => GROUPS.has(element.name) || isLine(element);
  const partsLines = (element: XmlElement): boolean => element.name === 'br' || isBlock(element);
  return {
    isBlock,
    partsLines,
    isNumber: (element: XmlElement): boolean =>
      (INLINE.has(element.name) || GROUPS.has(element.name)) &&
      isNamed(element, NUMBER_NAME) &&
      NUMBER.test(textOf(element)),
    isStanza: (element: XmlElement): boolean =>
      GROUPS.has(element.name) && (isNamed(element, STANZA) || holds(element, partsLines)),
  };
}
