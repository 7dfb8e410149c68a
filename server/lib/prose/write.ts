/** Writes prose down: as the HTML that is stored and read, and as the figures that writers go by. */
import { countWords, lengthOf } from '../text.ts';
import { LINK_REL } from './tags.ts';
import type { Block, Container, Inline, Line, Mark } from './tidy.ts';

export const writeProse = (blocks: readonly Block[]): string => blocks.map(writeBlock).join('\n');

function writeBlock(block: Block): string {
  if (block.kind === 'scene') return '<hr>';
  const own = attributes(block);
  return block.kind === 'line'
    ? `<${block.tag}${own}>${writeInline(block.inline)}</${block.tag}>`
    : `<${block.tag}${own}>${writeInside(block)}</${block.tag}>`;
}

/** The first line of an item needs no paragraph of its own. */
function writeInside({ tag, blocks }: Container): string {
  const [first, ...rest] = blocks;
  const isBare = tag === 'li' && first?.kind === 'line' && first.tag === 'p' && attributes(first) === '';
  if (!isBare) return blocks.map(writeBlock).join('');
  return writeInline(first.inline) + rest.map(writeBlock).join('');
}

const attributes = ({ lang, dir }: Line | Container): string =>
  `${lang === undefined ? '' : ` lang="${escapeValue(lang)}"`}${dir === undefined ? '' : ` dir="${escapeValue(dir)}"`}`;

function writeInline(items: readonly Inline[]): string {
  let html = '';
  let open: readonly Mark[] = [];
  const turnTo = (marks: readonly Mark[]): void => {
    let same = 0;
    while (same < open.length && isSame(open[same], marks[same])) same += 1;
    for (const mark of open.slice(same).reverse()) html += `</${mark.tag}>`;
    for (const mark of marks.slice(same)) html += openingOf(mark);
    open = marks;
  };
  for (const item of items) {
    turnTo(item.marks);
    if (item.kind === 'text') html += escapeText(item.text);
    else if (item.kind === 'break') html += '<br>';
    else {
      const parts = item.parts.map(({ tag, text }) =>
        tag === 'base' ? escapeText(text) : `<${tag}>${escapeText(text)}</${tag}>`,
      );
      html += `<ruby>${parts.join('')}</ruby>`;
    }
  }
  turnTo([]);
  return html;
}

const isSame = (one: Mark | undefined, other: Mark | undefined): boolean =>
  one !== undefined && one.tag === other?.tag && one.href === other.href;

const openingOf = ({ tag, href }: Mark): string =>
  tag === 'a' ? `<a href="${escapeValue(href)}" rel="${LINK_REL}">` : `<${tag}>`;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

export type ProseFigures = { words: number; characters: number };

/** Readings of ruby are not counted. */
export function countProse(blocks: readonly Block[]): ProseFigures {
  let words = 0;
  let characters = 0;
  for (const block of blocks) {
    if (block.kind === 'scene') continue;
    if (block.kind === 'container') {
      const inside = countProse(block.blocks);
      words += inside.words;
      characters += inside.characters;
      continue;
    }
    const text = block.inline.map(textOf).join('');
    words += countWords(text);
    characters += lengthOf(text);
  }
  return { words, characters };
}

function textOf(item: Inline): string {
  if (item.kind === 'text') return item.text;
  if (item.kind === 'break') return ' ';
  return item.parts.map(({ tag, text }) => (tag === 'base' ? text : '')).join('');
}

/** What somebody typed without an editor: paragraphs are parted by blank lines, `***` parts scenes. HTML in it counts. */
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
