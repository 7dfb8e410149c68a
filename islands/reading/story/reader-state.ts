/** What is known of one reader of a story: from the server's answer, or from what their browser has kept. */
import type { Api } from '../../../server/api.ts';
import type { AnswerOf } from '../../../server/lib/contract.ts';
import type { KeptPlace } from './local-storage.ts';

/** Where to go on; without an item at the top of the episode. */
export type Onward = { number: number; item: number | null };

/** Of an episode that was opened; `items` and `isFinished` are unknown to a browser that has kept it alone. */
export type Mark = { item: number; furthest: number; items: number | null; isFinished: boolean };

export type KnownReader = {
  /** Somebody who is signed in, and whose answer has come. */
  isKnown: boolean;
  isTeam: boolean;
  isSubscribed: boolean;
  /** How a subscriber hears of new episodes. */
  notify: Mine['notify'];
  stars: number | null;
  ratedAt: string | null;
  reported: Mine['reported'];
  onward: Onward | null;
  /** Of the whole story; a browser alone does not know it. */
  readCount: number;
  /** Number of the episode in which they are, when its end is not reached. */
  openNumber: number | null;
  /** By the number of the episode, as the rows of the list are known. */
  marks: ReadonlyMap<number, Mark>;
  unlocked: ReadonlySet<number>;
  /** What they would have to pay for, by number. */
  locked: ReadonlyMap<number, { episodeId: string; priceCoins: number; freeAt: string | null }>;
  /** Figures that a deed has changed since the page was drawn. */
  subscribersCount: number | null;
  rating: RatingFigures | null;
};

/** `distribution`: how many gave one star, two, and so on. */
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
        // In the last chapter of a novel one is not at the end.
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

/** Figures of a page that is older than the reader's own rating hold it, too. */
export function withOwn(figures: RatingFigures, own: number | null): RatingFigures {
  const { distribution } = figures;
  if (own === null || distribution[own - 1] !== 0) return figures;
  const with1 = distribution.map((given, at) => (at === own - 1 ? 1 : given));
  const count = with1.reduce((sum, given) => sum + given, 0);
  const sum = with1.reduce((all, given, at) => all + given * (at + 1), 0);
  return { average: Math.round((100 * sum) / count) / 100, count, distribution: with1 };
}

/** The place that was kept last comes first. */
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

/** What stands in an episode's row. */
export type RowMark =
  | { kind: 'continue'; item: number; items: number }
  | { kind: 'begun'; percent: number }
  | { kind: 'read' | 'unlocked' };

/** `items`: how many the page says that it has. */
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
