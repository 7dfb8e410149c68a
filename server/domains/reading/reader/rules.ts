import type {
  EpisodeStatus,
  PageOrientation,
  ReadMode,
  ShownDirection,
  StoryFormat,
  StoryRating,
} from '#db/schema/index.ts';
import { isDay, utcDay } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { asCountry } from '../../publishing/countries/rules.ts';

export const PREVIEW_AGES = ['under13', 'from13', 'from16'] as const;
export type PreviewAge = (typeof PREVIEW_AGES)[number];

export type PreviewWish = { country: string | null; age: PreviewAge; hasUnlocked: boolean; at: Date };

/** A scheduled episode counts as published from its moment on. */
export const asSeenAt = (status: EpisodeStatus, publishAt: Date | null, at: Date): EpisodeStatus =>
  status === 'scheduled' && publishAt !== null && publishAt <= at ? 'published' : status;

/** Ratings advise, they block nobody. */
export const isAboveAge = (rating: StoryRating, age: PreviewAge): boolean =>
  (rating === 'mature16' && age !== 'from16') || (rating === 'teen13' && age === 'under13');

type PreviewFields = Partial<Record<'country' | 'age' | 'wallet' | 'date' | 'time', string | null>>;

/** Without a day, or with a past one, the moment is now. Null if invalid. Other bad values mean the usual visitor. */
export function readPreviewWish({ date, time, ...fields }: PreviewFields, now: Date): PreviewWish | null {
  const wished = date ? minuteOf(date, time || '00:00') : now;
  return (
    wished && {
      country: asCountry(fields.country ?? undefined),
      age: PREVIEW_AGES.find((age) => age === fields.age) ?? 'from16',
      hasUnlocked: fields.wallet === 'everything',
      at: wished < now ? now : wished,
    }
  );
}

/** `2026-12-24` and `9:30`, in UTC. */
function minuteOf(date: string, time: string): Date | null {
  if (!isDay(date) || !/^\d{1,2}:\d{2}$/.test(time)) return null;
  const moment = new Date(`${date}T${time.padStart(5, '0')}:00Z`);
  // 24:00 would belong to the next day.
  return Number.isNaN(moment.getTime()) || utcDay(moment) !== date ? null : moment;
}

/** The usual directions, named alike everywhere (decisions.md §6): turned sideways, or scrolled downwards. */
export const USUAL_DIRECTIONS = ['ltr', 'rtl', 'down', 'strip'] as const;
export type UsualDirection = (typeof USUAL_DIRECTIONS)[number];
/** All directions: `_down` is turned downwards, `_along` is scrolled sideways. */
export const DIRECTIONS = [
  ...USUAL_DIRECTIONS,
  'ltr_down',
  'rtl_down',
  'ltr_along',
  'rtl_along',
] as const satisfies readonly ShownDirection[];
export type Direction = (typeof DIRECTIONS)[number];

const OWN = { page_ltr: 'ltr', page_rtl: 'rtl', strip: 'strip' } as const;

export const directionOfFormat = <Format extends StoryFormat>(format: Format): (typeof OWN)[Format] =>
  OWN[format];

export const directionsOf = (format: StoryFormat): readonly Direction[] => {
  if (format === 'strip') return ['strip', 'ltr', 'ltr_down'];
  const order = OWN[format];
  return [order, 'down', `${order}_down`, `${order}_along`];
};

/** How an episode opens: two questions (EPI-04, EPI-05). */
export type Reading = { readMode: ReadMode; pageOrientation: PageOrientation };

/** A strip is higher than any screen, so it cannot be scrolled sideways. */
export const isStripAside = (format: StoryFormat | null, direction: Direction | null): boolean =>
  format === 'strip' && (direction === 'ltr_along' || direction === 'rtl_along');

export const directionsShown = (format: StoryFormat | null): readonly Direction[] =>
  DIRECTIONS.filter((direction) => !isStripAside(format, direction));

export const storedDirection = (direction: Direction): Reading => {
  const isTurned = direction === 'ltr' || direction === 'rtl' || direction.endsWith('_down');
  const isDown = direction === 'strip' || direction.endsWith('down');
  return {
    readMode: isTurned ? 'page_flip' : 'continuous',
    pageOrientation: isDown ? 'vertical' : 'horizontal',
  };
};

export function directionOf(format: StoryFormat | null, { readMode, pageOrientation }: Reading): Direction {
  const order = format === 'page_rtl' ? 'rtl' : 'ltr';
  const isDown = pageOrientation === 'vertical';
  if (readMode === 'page_flip') return isDown ? `${order}_down` : order;
  // Before the story became a strip, its episodes may have been set to run sideways.
  return format === 'strip' ? 'strip' : isDown ? 'down' : `${order}_along`;
}

/** Compares the whole page: the pieces of a strip lie below each other. */
export const isWide = (pieces: readonly { width: number; height: number }[]): boolean =>
  Math.max(...pieces.map(({ width }) => width)) > pieces.reduce((sum, { height }) => sum + height, 0);

/** Lists of episodes are split into hundreds of numbers: 1 to 100, 101 to 200 and so on. */
export const EPISODES_A_PAGE = 100;

/** A hundred with something published: its start, its first and last number, and how many. */
export type Hundred = { from: number; first: number; last: number; count: number };
export type EpisodeOrder = 'oldest' | 'newest';

export const hundredOf = (number: number): number =>
  Math.floor((number - 1) / EPISODES_A_PAGE) * EPISODES_A_PAGE + 1;

/** The hundred with this number, else the nearest before it. Without a number, the one shown first. */
export function pickHundred(
  hundreds: readonly Hundred[],
  { order, number }: { order: EpisodeOrder; number?: number | undefined },
): Hundred | null {
  if (number !== undefined) {
    return hundreds.findLast(({ from }) => from <= number) ?? hundreds[0] ?? null;
  }
  return (order === 'newest' ? hundreds.at(-1) : hundreds[0]) ?? null;
}

const FRESH_DAYS = 7;

/** The day's midnight (UTC), as the database reads it. */
export const startOfDay = (day: string): string => `${day}T00:00:00Z`;

/** The next midnight (UTC). Pages that mention days are valid until then. */
export const endOfDay = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** Something is new from this moment on. It lies whole days ago, so it changes only at midnight. */
export const freshSince = (now: Date): Date => new Date(endOfDay(now).getTime() - FRESH_DAYS * DAY_MS);

export const DAYS_A_WEEK = 7;

/** The seven days up to today. They show past releases, so no day lies ahead. */
export function weekOf(now: Date): string[] {
  return Array.from({ length: DAYS_A_WEEK }, (_, index) =>
    utcDay(new Date(now.getTime() + (index + 1 - DAYS_A_WEEK) * DAY_MS)),
  );
}

export const isCalendarDay = (now: Date, wished: string): boolean => weekOf(now).includes(wished);

const SENTENCE_MAX_LENGTH = 220;
// A full stop after a single capital ("P. L. Moreau") or a known abbreviation ends no sentence.
const SENTENCE = /^.*?[^\s.](?:[.!?…]+["'”’»«“]*(?=\s|$))/su;
const SHORT_FORM = /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|St|Prof|Nr|No|z|B|u|a|d|h)\.["'”’»«“]*$/u;

export function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  let sentence = '';
  while (sentence.length < line.length) {
    const more = SENTENCE.exec(line.slice(sentence.length))?.[0];
    if (more === undefined) {
      sentence = line;
      break;
    }
    sentence += more;
    if (!SHORT_FORM.test(sentence)) break;
  }
  if (sentence.length <= SENTENCE_MAX_LENGTH) return sentence;
  const characters = [...sentence];
  if (characters.length <= SENTENCE_MAX_LENGTH) return sentence;
  const cut = characters.slice(0, SENTENCE_MAX_LENGTH).join('');
  const atWord = cut.slice(0, cut.lastIndexOf(' '));
  return `${(atWord.length > SENTENCE_MAX_LENGTH / 2 ? atWord : cut).replace(/[\s,;:–-]+$/, '')}…`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export function openingText(html: string): string {
  const paragraph = /<p\b[^>]*>(.*?)(?:<\/p>|$)/s.exec(html)?.[1] ?? html;
  return paragraph
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (entity, decimal, hexadecimal, name) => {
      const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (ENTITIES[name] ?? entity);
    });
}

export const ratingAverage = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 100) / 100;

export const earliest = (...moments: (Date | undefined)[]): Date | undefined =>
  moments.filter((moment) => moment !== undefined).toSorted((a, b) => a.getTime() - b.getTime())[0];

export const BOOK_QUERY_MAX_LENGTH = 100;
export const HITS_MAX_COUNT = 100;
