/** Owns how long reading takes: characters a minute, as measured for silent reading of running text (IReST, 2012). */

const USUAL = 1_000;
const PACES: Readonly<Record<string, number>> = { ar: 610, he: 830, ja: 360, zh: 260 };

export const readingSpeedOf = (language: string): number => PACES[language.split('-')[0] ?? ''] ?? USUAL;

/** At least one: nothing is read in no time. */
export const minutesFor = (characters: number, language: string): number =>
  Math.max(1, Math.round(characters / readingSpeedOf(language)));

export type BookPlace = {
  /** Share of the episode that lies before the chapter, 0 to 1. */
  before: number;
  /** Share of the episode that the chapter is. */
  share: number;
};

/** Chapters of which nothing is counted are taken for equally long. */
export function placeInBook(
  toc: readonly { number: number; characters: number }[],
  number: number,
): BookPlace {
  const isCounted = toc.some(({ characters }) => characters > 0);
  const weight = (of: readonly { characters: number }[]): number =>
    isCounted ? of.reduce((sum, { characters }) => sum + characters, 0) : of.length;
  const all = Math.max(1, weight(toc));
  return {
    before: weight(toc.filter((each) => each.number < number)) / all,
    share: weight(toc.filter((each) => each.number === number)) / all,
  };
}
