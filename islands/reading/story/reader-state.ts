/** Known data on one reader of a story, from the server or from this browser. */
import type { Api } from '../../../server/api.ts';
import type { AnswerOf } from '../../../server/lib/contract.ts';
import type { KeptPlace } from './local-storage.ts';

/** Where to continue. Without an item, at the top of the episode. */
export type Onward = { number: number; item: number | null };

/** For an opened episode. A browser alone does not know `items` and `isFinished`. */
export type Mark = { item: number; furthest: number; items: number | null; isFinished: boolean };

export type KnownReader = {
  /** A signed-in reader whose answer has arrived. */
  isKnown: boolean;
  isTeam: boolean;
  isSubscribed: boolean;
  notify: Mine['notify'];
  stars: number | null;
  ratedAt: string | null;
  reported: Mine['reported'];
  onward: Onward | null;
  /** For the whole story. A browser alone does not know it. */
  readCount: number;
  /** Number of the unfinished episode they are in. */
  openNumber: number | null;
  marks: ReadonlyMap<number, Mark>;
  unlocked: ReadonlySet<number>;
  /** Episodes that they would have to pay for, by number. */
  locked: ReadonlyMap<number, { episodeId: string; priceCoins: number; freeAt: string | null }>;
  /** Figures that an action has changed since the page was rendered. */
  subscribersCount: number | null;
  rating: RatingFigures | null;
};

/** `distribution`: number of ratings with one star, two, and so on. */
export type RatingFigures = { average: number | null; count: number; distribution: readonly number[] };

type Mine = AnswerOf<Api['GET /stories/:id/mine']>;

export const NOBODY: KnownReader = {
  isKnown: false,
  isTeam: false,
  isSubscribed: false,
  notify: null,
  stars: null,
  ratedAt: null,
  reported: null,
  onward: null,
  readCount: 0,
  openNumber: null,
  marks: new Map(),
  unlocked: new Set(),
  locked: new Map(),
  subscribersCount: null,
  rating: null,
};

export function readMine(mine: Mine): Partial<KnownReader> {
  const { continue: last } = mine;
  const isOpen = last !== null && (last.item < last.items || !last.finished);
  return {
    isKnown: true,
    isTeam: mine.own,
    isSubscribed: mine.subscribed,
    notify: mine.notify,
    stars: mine.stars,
    ratedAt: mine.rated_at,
    reported: mine.reported,
    onward: isOpen
      ? { number: last.number, item: last.item > 1 ? last.item : null }
      : last?.next
        ? { number: last.next.number, item: null }
        : null,
    readCount: mine.read_count,
    openNumber: isOpen ? last.number : null,
    marks: new Map(
      mine.episodes.map(({ number, item, furthest_item: furthest, items, finished: isFinished }) => [
        number,
        // Reaching the last chapter of a novel does not finish it.
        { item, furthest: isFinished ? furthest : Math.min(furthest, items - 1), items, isFinished },
      ]),
    ),
    unlocked: new Set(mine.unlocked_numbers),
    locked: new Map(
      mine.locked_episodes.map(({ id: episodeId, number, price: priceCoins, free_at: freeAt }) => [
        number,
        { episodeId, priceCoins, freeAt },
      ]),
    ),
  };
}

/** Adds the reader's own rating to figures that are older. */
export function withOwn(figures: RatingFigures, own: number | null): RatingFigures {
  const { distribution } = figures;
  if (own === null || distribution[own - 1] !== 0) return figures;
  const with1 = distribution.map((given, at) => (at === own - 1 ? 1 : given));
  const count = with1.reduce((sum, given) => sum + given, 0);
  const sum = with1.reduce((all, given, at) => all + given * (at + 1), 0);
  return { average: Math.round((100 * sum) / count) / 100, count, distribution: with1 };
}

/** Expects the latest position first. */
export function readPlaces(places: readonly KeptPlace[]): Partial<KnownReader> {
  const [last] = places;
  return {
    onward: last === undefined ? null : { number: last.number, item: last.item > 1 ? last.item : null },
    openNumber: last?.number ?? null,
    marks: new Map(
      places.map(({ number, item, furthest }) => [
        number,
        { item, furthest, items: null, isFinished: false },
      ]),
    ),
  };
}

export type RowMark =
  | { kind: 'continue'; item: number; items: number }
  | { kind: 'begun'; percent: number }
  | { kind: 'read' | 'unlocked' };

export function markOf(number: number, items: number, known: KnownReader): RowMark | null {
  const mark = known.marks.get(number);
  const isFinished = mark !== undefined && isAtEnd(mark, items);
  if (
    mark !== undefined &&
    known.openNumber === number &&
    !(isFinished && mark.item >= (mark.items ?? items))
  )
    return { kind: 'continue', item: mark.item, items: mark.items ?? items };
  if (isFinished) return { kind: 'read' };
  if (known.unlocked.has(number)) return { kind: 'unlocked' };
  return mark === undefined ? null : { kind: 'begun', percent: (100 * mark.item) / (mark.items ?? items) };
}

const isAtEnd = (mark: Mark, items: number): boolean =>
  mark.isFinished || mark.furthest >= (mark.items ?? items);
