/** Splits text for speech: into sentences of a block, and long sentences into parts. */

/** Text and its source. Descriptions of pictures and formulas have no source. */
export type Piece<Source> = { text: string; source: Source | null };
export type Block<Source> = { language: string; pieces: readonly Piece<Source>[] };
type Place<Source> = { source: Source; offset: number };

export type Sentence<Source> = {
  /** Without soft hyphens and line breaks, which no voice should say. */
  words: string;
  language: string;
  from: Place<Source> | null;
  to: Place<Source> | null;
};

const SAID = /[\p{L}\p{N}]/u;
const NEVER_SAID = /[\u00ad\u200b\u2060\ufeff]/g;

export function sentencesOf<Source>({ language, pieces }: Block<Source>): Sentence<Source>[] {
  const text = pieces.map((piece) => piece.text).join('');
  const found: Sentence<Source>[] = [];
  for (const { segment, index } of segmentsOf(text, language)) {
    const words = segment.replaceAll(NEVER_SAID, '').replaceAll(/\s+/g, ' ').trim();
    if (!SAID.test(words)) continue;
    const start = index + segment.length - segment.trimStart().length;
    const end = index + segment.trimEnd().length;
    found.push({ words, language, ...spanOf(pieces, start, end) });
  }
  return found;
}

type Segment = { segment: string; index: number };

function segmentsOf(text: string, language: string): Segment[] {
  const segments: Segment[] = [];
  for (const { segment, index } of segmenterOf(language)?.segment(text) ?? [{ segment: text, index: 0 }]) {
    const last = segments.at(-1);
    // “Why?” she asked: the sentence continues with a lower-case letter.
    if (last && GOES_ON.test(segment)) last.segment += segment;
    else segments.push({ segment, index });
  }
  return segments;
}

const GOES_ON = /^[\s"'“”’»)\]]*\p{Ll}/u;

function segmenterOf(language: string): Intl.Segmenter | null {
  if (!('Segmenter' in Intl)) return null;
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    // Unknown language tag.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}

function spanOf<Source>(
  pieces: readonly Piece<Source>[],
  start: number,
  end: number,
): Pick<Sentence<Source>, 'from' | 'to'> {
  let from: Place<Source> | null = null;
  let to: Place<Source> | null = null;
  let before = 0;
  for (const { text, source } of pieces) {
    const after = before + text.length;
    if (source !== null && after > start && before < end) {
      from ??= { source, offset: Math.max(0, start - before) };
      to = { source, offset: Math.min(text.length, end - before) };
    }
    before = after;
  }
  return { from, to };
}

/** Some browsers fall silent after 15 seconds of one text. At the usual speed, this takes less. */
const SENTENCE_MAX_LENGTH = 180;
/** For scripts in which a character is a syllable or more. */
const SIGNS_MAX_LENGTH = 60;
const SIGNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

export const mostAtOnce = (words: string, rate: number): number =>
  Math.round((SIGNS.test(words) ? SIGNS_MAX_LENGTH : SENTENCE_MAX_LENGTH) * Math.min(1, rate));

const PAUSE = /[,;:)\]}»”’、，；：…–—](?=\s|$)|[、，；：。]/g;

/** Splits where a speaker would breathe, else between words, else anywhere. */
export function partsOf(words: string, most: number): string[] {
  const parts: string[] = [];
  let rest = words;
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const pause = [...head.matchAll(PAUSE)].at(-1)?.index ?? -1;
    const space = head.lastIndexOf(' ');
    let cut = pause > most / 3 ? pause + 1 : space > 0 ? space : most;
    // Never splits a surrogate pair.
    if (/[\ud800-\udbff]/.test(rest[cut - 1] ?? '')) cut -= 1;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}
