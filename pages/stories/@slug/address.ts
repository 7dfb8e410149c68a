/** Addresses of a story's list of episodes. The hundred that a reader sees first has none of its own. */
import {
  type EpisodeOrder,
  type Hundred,
  hundredOf,
  pickHundred,
} from '../../../server/domains/reading/rules.ts';

export type ListPlace = {
  slug: string;
  hundreds: readonly Hundred[];
  order: EpisodeOrder;
  /** Where the hundred begins. */
  from?: number | undefined;
};

export function listAddress({ slug, hundreds, order, from }: ListPlace): string {
  const search = new URLSearchParams();
  if (order === 'newest') search.set('order', order);
  if (from !== undefined && from !== pickHundred(hundreds, { order })?.from) {
    search.set('episodes', String(from));
  }
  return `/stories/${slug}${search.size > 0 ? `?${search}` : ''}`;
}

export const rowId = (number: number): string => `episode-${number}`;

/** The row of an episode, by its number alone. */
export function placeInList(slug: string, number: number): string {
  const from = hundredOf(number);
  return `/stories/${slug}${from > 1 ? `?episodes=${from}` : ''}#${rowId(number)}`;
}
