/** Owns reading times: characters per minute, measured for silent reading of running text (IReST, 2012). */

const USUAL = 1_000;
const PACES: Readonly<Record<string, number>> = { ar: 610, he: 830, ja: 360, zh: 260 };

export const readingSpeedOf = (language: string): number => PACES[language.split('-')[0] ?? ''] ?? USUAL;

/** At least one minute. */
export const minutesFor = (characters: number, language: string): number =>
  Math.max(1, Math.round(characters / readingSpeedOf(language)));

export type BookPlace = {
  /** Share of the episode before the chapter, 0 to 1. */
  before: number;
  share: number;
};

/** If no chapter has a count, all count as equally long. */
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
