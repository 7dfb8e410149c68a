import { countWords, lengthOf } from '../text.ts';
import { escapeText, escapeValue } from './escape.ts';
import type { Block, Container, Inline, Line, Mark, Own } from './model.ts';
import { sectionEndsOf } from './sections.ts';
import { isInsideHref, roleOf } from './stored.ts';
import { LINK_REL } from './tags.ts';

export type WrittenProse = {
  html: string;
  /** Offsets in `html` (UTF-16) between blocks, about one per screen. */
  sectionEnds: number[];
};

export function writeProse(blocks: readonly Block[]): WrittenProse {
  const html = blocks.map(createWriter()).join('\n');
  return { html, sectionEnds: sectionEndsOf(html) };
}

/** Writes each link target once, even when lines split a link. */
function createWriter(): (block: Block) => string {
  const written = new Set<string>();

  const writeBlock = (block: Block): string => {
    if (block.kind === 'scene') return '<hr>';
    const { tag } = block;
    if (block.kind === 'container') return `<${tag}${partsOf(block)}>${writeInside(block)}</${tag}>`;
    return `<${tag}${attributesOf(block)}>${writeInline(block.inline)}</${tag}>`;
  };

  /** The first line of a part and the pictures of a figure need no paragraph. */
  const writeInside = ({ tag, blocks }: Container): string =>
    blocks
      .map((block, index) => {
        const mayBeBare = tag === 'figure' ? isOfPictures(block) : index === 0 && BARE.has(tag);
        return mayBeBare && isPlain(block) ? writeInline(block.inline) : writeBlock(block);
      })
      .join('');

  const openingOf = (mark: Mark): string => {
    if (mark.tag === 'span') return `<span${attributesOf(mark)}>`;
    if (mark.tag !== 'a') return `<${mark.tag}>`;
    const href = mark.href ?? '';
    let opening = `<a href="${escapeValue(href)}"`;
    if (mark.id !== undefined && !written.has(mark.id)) {
      written.add(mark.id);
      opening += ` id="${mark.id}"`;
    }
    if (mark.note !== undefined) opening += ` role="${roleOf(mark.note)}"`;
    return `${opening}${isInsideHref(href) ? '' : ` rel="${LINK_REL}"`}>`;
  };

  const writeInline = (items: readonly Inline[]): string => {
    let html = '';
    let open: readonly Mark[] = NO_MARKS;
    const turnTo = (marks: readonly Mark[]): void => {
      if (marks === open) return;
      let same = 0;
      while (same < open.length && isSame(open[same], marks[same], written)) same += 1;
      for (let at = open.length - 1; at >= same; at -= 1) html += `</${open[at]?.tag}>`;
      for (let at = same; at < marks.length; at += 1) html += openingOf(marks[at] as Mark);
      open = marks;
    };
    for (const item of items) {
      turnTo(item.marks);
      html += writeItem(item);
    }
    turnTo(NO_MARKS);
    return html;
  };

  return writeBlock;
}

const NO_MARKS: readonly Mark[] = [];
const BARE: ReadonlySet<string> = new Set(['li', 'dt', 'dd', 'th', 'td', 'caption', 'figcaption']);

function writeItem(item: Inline): string {
  switch (item.kind) {
    case 'text':
      return escapeText(item.text);
    case 'break':
      return '<br>';
    case 'picture':
      return `<img data-picture="${item.picture}" alt="${escapeValue(item.alt)}">`;
    case 'math':
      return item.html;
    case 'place':
      return `<span id="${item.id}"></span>`;
    case 'ruby':
      return `<ruby>${item.parts
        .map(({ tag, text }) => (tag === 'base' ? escapeText(text) : `<${tag}>${escapeText(text)}</${tag}>`))
        .join('')}</ruby>`;
  }
}

const isPlain = (block: Block): block is Line =>
  block.kind === 'line' && block.tag === 'p' && attributesOf(block) === '';

const isOfPictures = (block: Block): boolean =>
  block.kind === 'line' && block.inline.every(({ kind }) => kind === 'picture' || kind === 'place');

const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${typeof value === 'number' ? value : escapeValue(value)}"`;

const attributesOf = ({ id, look, lang, dir }: Own): string =>
  attribute('id', id) + attribute('class', look) + attribute('lang', lang) + attribute('dir', dir);

function partsOf(container: Container): string {
  const { tag, start, isReversed, colspan, rowspan, scope } = container;
  const role = tag === 'aside' ? ' role="doc-footnote"' : '';
  const list = attribute('start', start) + (isReversed ? ' reversed=""' : '');
  const cell = attribute('colspan', colspan) + attribute('rowspan', rowspan) + attribute('scope', scope);
  return attributesOf(container) + role + list + cell;
}

const isSame = (one: Mark | undefined, other: Mark | undefined, written: ReadonlySet<string>): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.tag === other.tag &&
    one.href === other.href &&
    one.note === other.note &&
    (other.id === undefined || written.has(other.id)) &&
    one.look === other.look &&
    one.lang === other.lang &&
    one.dir === other.dir);

export type ProseFigures = { words: number; characters: number };

/** Ignores readings of ruby and descriptions of pictures. */
export function countProse(blocks: readonly Block[]): ProseFigures {
  let words = 0;
  let characters = 0;
  const count = (block: Block): void => {
    if (block.kind === 'scene') return;
    if (block.kind === 'container') {
      for (const inner of block.blocks) count(inner);
      return;
    }
    let text = '';
    for (const item of block.inline) text += textOf(item);
    words += countWords(text);
    characters += lengthOf(text);
  };
  for (const block of blocks) count(block);
  return { words, characters };
}

function textOf(item: Inline): string {
  switch (item.kind) {
    case 'text':
    case 'math':
      return item.text;
    case 'break':
      return ' ';
    case 'ruby':
      return item.parts.map(({ tag, text }) => (tag === 'base' ? text : '')).join('');
    default:
      return '';
  }
}

/** Text typed without an editor: blank lines separate paragraphs, `***` separates scenes. HTML in it is HTML. */
export function htmlOfTyped(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  return paragraphs
    .map((paragraph) =>
      /^\s*(?:\*\s?\*\s?\*|⁂|-{3,}|—{3,})\s*$/.test(paragraph)
        ? '<hr>'
        : `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`,
    )
    .join('');
}
