/** Parts chapters that are longer than one may be, between blocks, and turns the links around. */
import type { Block } from '../../../lib/prose/model.ts';
import { countProse, writeProse } from '../../../lib/prose/write.ts';
import { CHAPTER_MAX_BYTES, CHAPTER_TITLE_MAX_LENGTH } from '../rules.ts';
import type { WrittenChapter } from './prose.ts';
import { EpubRefused } from './refused.ts';

/** A part holds less than a chapter may, since its links grow a little. */
const PART_MAX_BYTES = CHAPTER_MAX_BYTES * 0.8;

export function partLongChapters(chapters: readonly WrittenChapter[]): WrittenChapter[] {
  if (chapters.every(({ html }) => Buffer.byteLength(html) <= CHAPTER_MAX_BYTES)) return [...chapters];
  let last = chapters.length;
  /** The chapter that holds a place now, where it is another one. */
  const moved = new Map<string, string>();
  const all = chapters.flatMap((chapter) => {
    if (Buffer.byteLength(chapter.html) <= CHAPTER_MAX_BYTES) return [chapter];
    return partsOf(chapter).map((blocks, index): WrittenChapter => {
      const written = { ...writeProse(blocks), ...countProse(blocks) };
      if (index === 0) return { ...chapter, ...written, blocks, notes: callsIn(written.html) };
      last += 1;
      const key = `c${last}`;
      for (const [, place] of written.html.matchAll(/ id="(t\d+)"/g))
        moved.set(`${chapter.key}#${place}`, key);
      const title = `${chapter.title.slice(0, CHAPTER_TITLE_MAX_LENGTH - 6)} (${index + 1})`;
      return { ...chapter, ...written, key, title, blocks, notes: callsIn(written.html) };
    });
  });
  const origins = originsOf(all, chapters);
  return all.map((chapter) => relink(chapter, origins.get(chapter.key) ?? chapter.key, moved));
}

const callsIn = (html: string): number => html.split(' role="doc-noteref"').length - 1;

function partsOf({ blocks, source }: WrittenChapter): Block[][] {
  const parts: Block[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const block of blocks) {
    const size = Buffer.byteLength(writeProse([block]).html) + 1;
    if (size > PART_MAX_BYTES) throw new EpubRefused({ reason: 'too_long', file: source });
    if (bytes + size > PART_MAX_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    bytes += size;
    parts.at(-1)?.push(block);
  }
  return parts;
}

/** By position: the parts of a chapter stand behind it. */
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

/** Over our own writing, in which an address has one form. */
function relink(chapter: WrittenChapter, origin: string, moved: ReadonlyMap<string, string>): WrittenChapter {
  const html = chapter.html.replace(
    /(<a href=")(?:chapter:(c\d+))?#(t\d+)"/g,
    (_, start: string, named: string | undefined, place: string) => {
      const old = named ?? origin;
      const now = moved.get(`${old}#${place}`) ?? old;
      return `${start}${now === chapter.key ? '' : `chapter:${now}`}#${place}"`;
    },
  );
  return html === chapter.html ? chapter : { ...chapter, html };
}
