import { isReadableInList, type ReaderFacts } from '../../coins/unlock/rules.ts';
import { type PresentedPicture, presentPicture } from '../../media/present.ts';
import { freeAtOf, type PricingFacts, priceInForce } from '../../publishing/pricing/rules.ts';
import type { ListedRow } from './base-rows.ts';
import type { Preview } from './preview.ts';
import { freshSince } from './rules.ts';

export type EpisodeItem = {
  id: string;
  number: number;
  title: string;
  publishedAt: Date | null;
  pagesCount: number;
  chaptersCount: number;
  priceCoins: number;
  freeAt: Date | null;
  fresh: boolean;
  thumbnail: Omit<PresentedPicture, 'placeholder'> | null;
};

/** An old slug: the page has moved to the current one. */
export type Moved = { movedTo: string };

/** The creator's choice is for everybody. A first page is only for those who may read it. */
export const thumbnailOf = (
  row: ListedRow,
  pricing: PricingFacts | null,
  now: Date,
  reader?: Pick<ReaderFacts, 'hasUnlocked'>,
): ListedRow['thumbnail'] =>
  row.isOwnThumbnail || isReadableInList(row, pricing, now, reader) ? row.thumbnail : null;

export function presentItem(
  row: ListedRow,
  pricing: PricingFacts | null,
  now: Date,
  preview?: Pick<Preview, 'hasUnlocked' | 'sign'> | null,
): EpisodeItem {
  // A scheduled episode in a list is already out at the previewed moment.
  const publishedAt = row.status === 'scheduled' ? row.publishAt : row.publishedAt;
  return {
    id: row.id,
    number: row.position ?? 0,
    title: row.title,
    publishedAt,
    pagesCount: row.pagesCount,
    chaptersCount: row.chaptersCount,
    priceCoins: priceInForce(pricing, row, now),
    freeAt: freeAtOf(pricing, row, now),
    fresh: publishedAt !== null && publishedAt >= freshSince(now),
    thumbnail: withoutPlaceholder(
      presentPicture(thumbnailOf(row, pricing, now, preview ?? undefined), preview?.sign),
    ),
  };
}

/** A list has dozens of small pictures. Their placeholders and addresses would outweigh the rest of a row. */
function withoutPlaceholder(picture: PresentedPicture | null): EpisodeItem['thumbnail'] {
  if (picture === null) return null;
  const { placeholder: _blurred, sources, ...rest } = picture;
  const [best] = sources;
  const widest = best?.srcset.split(', ').at(-1);
  return { ...rest, sources: best && widest ? [{ ...best, srcset: widest }] : [] };
}
