/** Addresses in a story's episode list. The hundred shown first has no address of its own. */

import {
  type EpisodeOrder,
  type Hundred,
  hundredOf,
  pickHundred,
} from '../../../server/domains/reading/reader/rules.ts';
import { type Address, address } from '../../addresses.ts';

/** Episode number from an address. Undefined when invalid. */
export const numberIn = (text: string | null | undefined): number | undefined =>
  /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined;

export type ListPlace = {
  slug: string;
  hundreds: readonly Hundred[];
  order: EpisodeOrder;
  from?: number | undefined;
};

export function listAddress({ slug, hundreds, order, from }: ListPlace, hash?: string): Address {
  const query = {
    order: order === 'newest' ? order : null,
    episodes: from === pickHundred(hundreds, { order })?.from ? null : from,
  };
  return address('/stories/@slug', { slug }, { query, hash });
}

export const rowId = (number: number): string => `episode-${number}`;

export function placeInList(slug: string, number: number): Address {
  const from = hundredOf(number);
  const query = { episodes: from > 1 ? from : null };
  return address('/stories/@slug', { slug }, { query, hash: rowId(number) });
}

type EpisodeQuery = Partial<Record<'chapter' | 'panels' | 'episodes', number | null | undefined>>;

export const episodeAddress = (
  { slug, number }: { slug: string; number: number },
  query: EpisodeQuery = {},
): Address => address('/stories/@slug/@number', { slug, number }, { query });

export const chapterAnchor = (number: number): string => `chapter-${number}`;

/**
 * The first chapter has the episode's address. The anchor says that the chapter is meant, not the reader's last
 * position (islands/runtime/theme.ts).
 */
export const chapterAddress = (
  { slug, number }: { slug: string; number: number },
  chapter: number,
  /** Anchor within the chapter. */
  place: string | null = null,
): Address =>
  address(
    '/stories/@slug/@number',
    { slug, number },
    {
      query: { chapter: chapter > 1 ? chapter : null },
      hash: place ?? (chapter > 1 ? undefined : chapterAnchor(1)),
    },
  );
