/** An episode as a row of a list, and what the pages of readers share besides. */
import { notFound, unavailableForLegalReasons } from '../../lib/errors.ts';
import { type PresentedPicture, presentPicture, type Signer } from '../media/present.ts';
import { type PricingFacts, priceInForce } from '../pricing/rules.ts';
import type { Access } from '../unlock/rules.ts';
import type { ListedRow } from './facts.ts';
import { freshSince } from './rules.ts';

export type EpisodeItem = {
  id: string;
  number: number;
  title: string;
  publishedAt: Date | null;
  pagesCount: number;
  chaptersCount: number;
  priceCoins: number;
  fresh: boolean;
  thumbnail: Omit<PresentedPicture, 'placeholder'> | null;
};

/** An old slug: the page has moved to the present one. */
export type Moved = { movedTo: string };

export function refuse(access: Access): void {
  if (access === 'hidden') throw notFound('not_found');
  if (access === 'unavailable') throw unavailableForLegalReasons('story_not_available');
}

export function presentItem(
  row: ListedRow,
  pricing: PricingFacts | null,
  now: Date,
  sign?: Signer,
): EpisodeItem {
  // Listed though only scheduled: by then it is out.
  const publishedAt = row.status === 'scheduled' ? row.publishAt : row.publishedAt;
  return {
    id: row.id,
    number: row.position ?? 0,
    title: row.title,
    publishedAt,
    pagesCount: row.pagesCount,
    chaptersCount: row.chaptersCount,
    priceCoins: priceInForce(pricing, row),
    fresh: publishedAt !== null && publishedAt >= freshSince(now),
    thumbnail: withoutPlaceholder(presentPicture(row.thumbnail, sign)),
  };
}

/** Lists have dozens of small pictures; the placeholder of each would weigh more than all the rest of its row. */
function withoutPlaceholder(picture: PresentedPicture | null): EpisodeItem['thumbnail'] {
  if (picture === null) return null;
  const { placeholder: _blurred, ...rest } = picture;
  return rest;
}
