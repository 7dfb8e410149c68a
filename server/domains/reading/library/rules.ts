/** Owns how two positions in an episode merge, how a story may be shown, and the limits of a library. */

import type {
  KeptCourse,
  KeptDirection,
  KeptNotes,
  KeptSetting,
  Notify,
  ShownDirection,
  ShownFit,
  ShownPairs,
  storyChoices,
} from '#db/schema/index.ts';

export type Setting = KeptSetting;

export type KnownPlace = {
  item: number;
  offset: number;
  furthestItem: number;
  finished: boolean;
  readAt: Date;
};
export type SentPlace = {
  item: number;
  furthestItem: number;
  offset: number;
  readAt: Date;
  /** A chapter is long, so reaching the last one is not the end. Without this field, it is. */
  finished?: boolean | undefined;
};

/** How a subscriber is notified of new episodes. The first is the default. */
export const NOTIFY = ['all', 'app', 'none'] as const satisfies readonly Notify[];
export const CREATOR_STORIES_MAX_COUNT = 100;
/** More than any reader follows. The list is sorted whenever it is shown. */
export const SUBSCRIPTIONS_MAX_COUNT = 2_000;
export const COLLECTIONS_MAX_COUNT = 1_000;
/** For collections of others. */
export const FOLLOWED_MAX_COUNT = 1_000;
export const COLLECTION_STORIES_MAX_COUNT = 500;
export const COLLECTION_TITLE_MAX_LENGTH = 120;
export const COLLECTION_ABOUT_MAX_LENGTH = 1_000;
export const WHY_MAX_LENGTH = 300;
export const ITEM_MAX = 1_000_000;
/** Positions that a browser may send in one call. */
export const PLACES_MAX_COUNT = 200;
/** Positions that a browser may resolve in one call. */
export const KEPT_PLACES_MAX_COUNT = 9;

/** No browser has stored an older position. Invalid times (leap seconds) become this time, too. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/** The time that a browser states, but never a future one, whatever its clock shows. */
export function keptAtOf(text: string, now: Date): Date {
  const atMs = Date.parse(text);
  return new Date(Math.min(now.getTime(), Math.max(EARLIEST_MS, Number.isNaN(atMs) ? 0 : atMs)));
}

/**
 * The later position counts, whichever arrives first. The furthest item never goes back, and finished stays finished.
 * Numbers beyond the end mean the end: a page may be gone since the reader opened the episode.
 */
export function mergePlace(known: KnownPlace | null, sent: SentPlace, items: number): KnownPlace {
  const within = (item: number): number => Math.max(1, Math.min(item, items));
  const isLater = known === null || sent.readAt >= known.readAt;
  const { item, offset, readAt } = isLater ? { ...sent, item: within(sent.item) } : known;
  const furthestItem = Math.max(known?.furthestItem ?? 1, within(sent.furthestItem), within(sent.item), item);
  const isAtEnd = sent.finished ?? furthestItem >= items;
  return { item, offset, furthestItem, finished: known?.finished === true || isAtEnd, readAt };
}

export const FITS = ['width', 'height', 'original'] as const satisfies readonly ShownFit[];
/** Two pages side by side: never, with the cover alone, or shifted by one. */
export const PAIRS = ['off', 'cover', 'moved'] as const satisfies readonly ShownPairs[];
/** Number of stories for which a reader's choice is kept. The oldest are deleted. */
export const CHOICES_MAX_COUNT = 500;

/** How a story is shown. Without a direction, the story's own applies. */
export type KeptChoice = Omit<typeof storyChoices.$inferSelect, 'readerId' | 'storyId'>;
export type Choice = Omit<KeptChoice, 'direction' | 'course'> & { direction: ShownDirection | null };

/** An older release that knows only the usual directions still understands the first half. */
export function courseOf(direction: ShownDirection | null): Pick<KeptChoice, 'direction' | 'course'> {
  const [order = null, course = null] = direction?.split('_') ?? [];
  return { direction: order as KeptDirection | null, course: course as KeptCourse | null };
}

export function shownChoice({ direction, course, ...rest }: KeptChoice): Choice {
  const isPaged = direction === 'ltr' || direction === 'rtl';
  return { ...rest, direction: isPaged && course ? `${direction}_${course}` : direction };
}

/** For pages that scroll by themselves. */
export const GLIDE_SPEED_MAX = 9;

/** Typography of novels. The first value of each setting is the default. */
export const SETTING = {
  ground: ['system', 'paper', 'sepia', 'grey', 'night', 'black'],
  letters: ['serif', 'sans', 'clear'],
  lines: ['book', 'close', 'wide'],
  margins: ['book', 'slim', 'broad'],
  edge: ['ragged', 'straight'],
  hyphens: ['language', 'none'],
  move: ['scroll', 'pages'],
  writing: ['book', 'horizontal'],
} as const satisfies { [Name in Exclude<keyof Setting, 'size'>]: readonly Setting[Name][] };
/** Letter sizes in rem. A setting names the step, from 1. */
export const SIZES_REM = [0.875, 1, 1.125, 1.25, 1.375, 1.5, 1.75, 2] as const;

export const usualSetting = (): Setting => ({
  ground: SETTING.ground[0],
  letters: SETTING.letters[0],
  size: 3,
  lines: SETTING.lines[0],
  margins: SETTING.margins[0],
  edge: SETTING.edge[0],
  hyphens: SETTING.hyphens[0],
  move: SETTING.move[0],
  writing: SETTING.writing[0],
});

/** How many short notes are shown. The second is the default. */
export const NOTE_DENSITIES = ['few', 'some', 'all'] as const satisfies readonly KeptNotes['density'][];
export const NOTE_STRENGTH_MAX = 10;

export const SHELVES = ['continue_reading', 'finished', 'subscriptions'] as const;
export type Shelf = (typeof SHELVES)[number];

/** Order of subscriptions. The first is the default. */
export const SUBSCRIPTION_SORTS = ['updated', 'title', 'read', 'followed'] as const;
export type SubscriptionSort = (typeof SUBSCRIPTION_SORTS)[number];

export const COLLECTION_LISTS = ['own', 'followed', 'all'] as const;
export type CollectionList = (typeof COLLECTION_LISTS)[number];

export const isOrderOf = (ids: readonly string[], known: readonly string[]): boolean =>
  ids.length === known.length && new Set(ids).size === ids.length && known.every((id) => ids.includes(id));
