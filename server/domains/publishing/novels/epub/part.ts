/** Splits chapters that are too long or heavy, between blocks, and updates their links. */
import type { Block } from '#server/lib/prose/model.ts';
import { sectionEndsOf } from '#server/lib/prose/sections.ts';
import { divided, flattened, WEIGHT_MAX, weightOf } from '#server/lib/prose/weight.ts';
import { writeProse } from '#server/lib/prose/write.ts';
import { shortened } from '#server/lib/text.ts';
import { CHAPTER_MAX_BYTES, CHAPTER_TITLE_MAX_LENGTH } from '../rules.ts';
import type { Leavings } from './left-out.ts';
import { figuresOf, type WrittenChapter } from './prose.ts';
import { EpubRefused } from './refused.ts';
import { placesIn } from './xhtml.ts';

/** Below the limit of a chapter, so that its author can still add to it. */
const PART_MAX_BYTES = CHAPTER_MAX_BYTES * 0.8;
const PART_MAX_WEIGHT = WEIGHT_MAX * 0.8;

export function partLongChapters(chapters: readonly WrittenChapter[], leavings: Leavings): WrittenChapter[] {
  if (chapters.every(fits)) return [...chapters];
  let last = chapters.length;
  /** Maps a place to the chapter that contains it now, if another. */
  const moved = new Map<string, string>();
  const all = chapters.flatMap((chapter) => {
    if (fits(chapter)) return [chapter];
    return partsOf(chapter, leavings).map((blocks, index): WrittenChapter => {
      const part = { ...chapter, blocks, ...figuresOf(blocks) };
      if (index === 0) return part;
      last += 1;
      const key = `c${last}`;
      for (const place of placesIn(part.html)) moved.set(`${chapter.key}#${place}`, key);
      const title = `${shortened(chapter.title, CHAPTER_TITLE_MAX_LENGTH - 6)} (${index + 1})`;
      return { ...part, key, title };
    });
  });
  const origins = originsOf(all, chapters);
  return all.map((chapter) => relink(chapter, origins.get(chapter.key) ?? chapter.key, moved));
}

const fits = ({ html }: WrittenChapter): boolean =>
  storedBytesOf(html, 0) <= CHAPTER_MAX_BYTES && weightOf(html) <= WEIGHT_MAX;

const ID_LENGTH = 36;
const CHAPTER = 'chapter:';
const NAMES = /<img data-picture="(p\d+)"|<a href="(?:chapter:(c\d+)|#)/g;

/** Bytes of our HTML once ids replace names. `more` is added per link within the chapter. */
function storedBytesOf(html: string, more: number): number {
  let bytes = Buffer.byteLength(html);
  for (const [, picture, chapter] of html.matchAll(NAMES)) {
    const name = picture ?? chapter;
    bytes += name === undefined ? more : ID_LENGTH - name.length;
  }
  return bytes;
}

function partsOf({ blocks, source }: WrittenChapter, leavings: Leavings): Block[][] {
  const parts: Block[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  let weight = 0;
  for (const block of blocks.flatMap((each) => lightened(each, source, leavings))) {
    const { html } = writeProse([block]);
    // Any link of a block may lead into another part in the end.
    const size = storedBytesOf(html, CHAPTER.length + ID_LENGTH) + 1;
    const own = weightOf(html);
    if (size > PART_MAX_BYTES || own > PART_MAX_WEIGHT)
      throw new EpubRefused({ reason: 'too_long', file: source });
    if (bytes + size > PART_MAX_BYTES || weight + own > PART_MAX_WEIGHT) {
      parts.push([]);
      bytes = 0;
      weight = 0;
    }
    bytes += size;
    weight += own;
    parts.at(-1)?.push(block);
  }
  return parts;
}

/** Divides a block that is heavier than a chapter, or removes its readings and emphasis. */
function lightened(block: Block, source: string, leavings: Leavings): Block[] {
  const isHeavy = (each: Block): boolean => weightOf(writeProse([each]).html) > PART_MAX_WEIGHT;
  if (!isHeavy(block)) return [block];
  leavings.add('long_lines', null, source);
  return divided(block, PART_MAX_WEIGHT / 4).map((each) => {
    if (!isHeavy(each)) return each;
    leavings.add('dense', null, source);
    return flattened(each);
  });
}

/** The parts of a chapter follow it. */
function originsOf(
  all: readonly WrittenChapter[],
  chapters: readonly WrittenChapter[],
): ReadonlyMap<string, string> {
  const known = new Set(chapters.map(({ key }) => key));
  const origins = new Map<string, string>();
  let origin = '';
  for (const { key } of all) {
    if (known.has(key)) origin = key;
    origins.set(key, origin);
  }
  return origins;
}

/** Works on HTML that we wrote, in which links have one form. */
function relink(chapter: WrittenChapter, origin: string, moved: ReadonlyMap<string, string>): WrittenChapter {
  const html = chapter.html.replace(
    /(<a href=")(?:chapter:(c\d+))?#(t\d+)"/g,
    (_, start: string, named: string | undefined, place: string) => {
      const old = named ?? origin;
      const now = moved.get(`${old}#${place}`) ?? old;
      return `${start}${now === chapter.key ? '' : CHAPTER + now}#${place}"`;
    },
  );
  return html === chapter.html ? chapter : { ...chapter, html, sectionEnds: sectionEndsOf(html) };
}
