/** Makes chapters of the pieces of a book. A piece without a name continues the one before. */
import { CHAPTERS_MAX_COUNT } from '../rules.ts';
import { divideText, lengthOf, type Piece } from './divide.ts';
import { firstHeadingOf, headingsOfTitle, leadingHeadings, shortTitle } from './headings.ts';
import type { Leavings } from './left-out.ts';
import type { Package } from './package.ts';
import { sourceOf } from './pictures.ts';
import { EpubRefused } from './refused.ts';
import type { Text } from './texts.ts';
import type { Toc } from './toc.ts';
import { elementsNamed, textOf, type XmlElement } from './xml.ts';

export type Chapter = { key: string; title: string; pieces: Piece[] };

type Options = { book: Package; toc: Toc; texts: readonly Text[]; leavings: Leavings };

/** Longest chapter that pieces without a name may join, so that readers get one page. */
const JOINED_MAX_LENGTH = 200_000;

export function makeChapters(options: Options): Chapter[] {
  const { texts, leavings } = options;
  let all = piecesOf(options, false);
  if (all.length > CHAPTERS_MAX_COUNT) all = piecesOf(options, true);
  const visible = all.filter(({ length }) => length > 0);
  // A book of only sounds is still a book.
  const pieces = visible.length > 0 ? visible : all;
  const kept = pieces.filter((piece) => !isLeftOut(piece, options));
  // A book of only a cover is still a book.
  const chapters = joined(kept.length > 0 ? kept : pieces);
  if (chapters.length === 0) throw new EpubRefused({ reason: 'no_text' });
  if (kept.length > 0) {
    for (const { text, body } of pieces.filter((piece) => isLeftOut(piece, options)))
      if (textOf(body) !== '') leavings.add('empty', firstHeadingOf(body) || text.title || text.path);
  }
  return chapters.map((pieces, index) => ({
    key: `c${index + 1}`,
    title: titleOf(pieces, options.book, texts) || String(index + 1),
    pieces,
  }));
}

function piecesOf({ texts, toc }: Options, isCoarse: boolean): Piece[] {
  return texts.flatMap((text) => {
    const entries = toc.entries.filter(({ path }) => path === text.path);
    return divideText(text, entries, isCoarse);
  });
}

function isLeftOut(piece: Piece, { book, toc }: Options): boolean {
  const { text, body, length } = piece;
  const isNamed = (type: string): boolean =>
    toc.landmarks.some((each) => each.path === text.path && each.type === type) || text.types.includes(type);
  if (text.path === book.nav) return isListOfLinks(body, length);
  if (isNamed('toc') || isNamed('contents')) return isListOfLinks(body, length);
  return (
    length === 1 &&
    elementsNamed(body, 'img').length === 1 &&
    (isNamed('cover') || showsCover(text, body, book))
  );
}

/** A list of links mostly repeats the titles of chapters. */
function isListOfLinks(body: XmlElement, length: number): boolean {
  const linked = elementsNamed(body, 'a').reduce((sum, link) => sum + textOf(link).length, 0);
  return linked * 2 >= length;
}

function showsCover(text: Text, body: XmlElement, book: Package): boolean {
  const [image] = elementsNamed(body, 'img');
  const source = image === undefined ? null : sourceOf(image);
  const target = source === null ? null : text.targetOf(source);
  return target?.kind === 'file' && target.path === book.cover;
}

/** Groups pieces into chapters. A page with only a title joins the next piece. */
function joined(pieces: readonly Piece[]): Piece[][] {
  const chapters: Piece[][] = [];
  let waiting: Piece[] = [];
  for (const piece of pieces) {
    const last = chapters.at(-1);
    const length = last?.reduce((sum, each) => sum + each.length, piece.length) ?? 0;
    const isMore = piece.entry === null && leadingHeadings(piece.body).length === 0 && !isNotes(piece);
    if (isTitleOnly(piece)) waiting.push(piece);
    else if (isMore && waiting.length === 0 && last !== undefined && length < JOINED_MAX_LENGTH)
      last.push(piece);
    else {
      chapters.push([...waiting, piece]);
      waiting = [];
    }
  }
  if (waiting.length > 0) chapters.push(waiting);
  return chapters;
}

const isNotes = ({ text }: Piece): boolean =>
  text.types.some((type) =>
    ['endnotes', 'footnotes', 'rearnotes', 'bibliography', 'glossary', 'index'].includes(type),
  );

function isTitleOnly({ body, length }: Piece): boolean {
  const headings = leadingHeadings(body);
  const own = headings.reduce((sum, { heading }) => sum + lengthOf(heading), 0);
  return headings.length > 0 && own >= length && elementsNamed(body, 'img').length === 0;
}

function titleOf(pieces: readonly Piece[], book: Package, texts: readonly Text[]): string {
  const main = pieces.find((piece) => !isTitleOnly(piece)) ?? pieces[0];
  if (main === undefined) return '';
  const named = main.entry?.title || firstHeadingOf(main.body);
  if (named !== '') return shortTitle(named);
  const inside = pieces.find(({ entry }) => entry !== null && entry.title !== '')?.entry?.title;
  // Programs write the book's title into every file.
  const isOwn =
    main.text.title !== book.title && texts.filter(({ title }) => title === main.text.title).length === 1;
  return shortTitle(inside ?? (isOwn ? main.text.title : ''));
}

/** Keeps them when nothing else would be left. Returns the removed headings. */
export function takeTitleAway({ title, pieces }: Chapter): XmlElement[] {
  const main = pieces.find((piece) => !isTitleOnly(piece));
  if (main === undefined || main !== pieces[0]) return [];
  const found = headingsOfTitle(main.body, title);
  for (const { heading, parent } of found)
    parent.children = parent.children.filter((child) => child !== heading);
  return found.map(({ heading }) => heading);
}
