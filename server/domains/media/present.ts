import type { MediaPiece, MediaVariant, media } from '../../../db/schema/index.ts';
import { CARD_PIECE, variantPath } from './addresses.ts';

type Media = Pick<typeof media.$inferSelect, 'id' | 'hash' | 'pieces' | 'variants'>;

export type PictureSource = { type: string; srcset: string };

/** `sources` are in order of preference (AVIF, then WebP). `url` is the fallback JPEG (or WebP). */
export type PresentedPicture = {
  width: number;
  height: number;
  placeholder: string;
  sources: PictureSource[];
  url: string;
};

const PREFERENCE = ['image/avif', 'image/webp'] as const;

/** Makes the URL of a private picture readable for a while to anyone who has it. */
export type Signer = (path: string) => string;
const unsigned: Signer = (path) => path;

/** One piece for a page or cover, several for a strip. Empty until processed. */
export function presentPieces(picture: Media, sign: Signer = unsigned): PresentedPicture[] {
  return picture.pieces.map((piece, index) => presentPiece(picture, piece, index, sign));
}

/** Null until processed. */
export const presentPicture = (picture: Media | null, sign?: Signer): PresentedPicture | null =>
  (picture && presentPieces(picture, sign)[0]) ?? null;

function presentPiece(picture: Media, piece: MediaPiece, index: number, sign: Signer): PresentedPicture {
  const byType = variantsOf(picture, index);
  const addressOf = (variant: MediaVariant) => sign(variantPath(picture, variant));
  const sources: PictureSource[] = [];
  for (const type of PREFERENCE) {
    const sizes = byType[type]?.toSorted((a, b) => a.width - b.width);
    const srcset = sizes?.map((variant) => `${addressOf(variant)} ${variant.width}w`).join(', ');
    if (srcset !== undefined) sources.push({ type, srcset });
  }
  const fallback = widest(byType['image/jpeg'] ?? byType['image/webp'] ?? byType['image/avif'] ?? []);
  return {
    width: piece.width,
    height: piece.height,
    placeholder: piece.placeholder,
    sources,
    url: fallback ? addressOf(fallback) : '',
  };
}

function variantsOf({ variants }: Media, piece: number): { [Type in MediaVariant['type']]?: MediaVariant[] } {
  const found: { [Type in MediaVariant['type']]?: MediaVariant[] } = {};
  for (const variant of variants) {
    if (variant.piece !== piece) continue;
    const ofType = found[variant.type];
    if (ofType === undefined) found[variant.type] = [variant];
    else ofType.push(variant);
  }
  return found;
}

const widest = (variants: MediaVariant[]): MediaVariant | undefined =>
  variants.reduce<MediaVariant | undefined>(
    (best, one) => (best && best.width >= one.width ? best : one),
    undefined,
  );

/** The smallest JPEG (or WebP) at least `width` wide, else the widest. */
export function pictureAddress(
  picture: Omit<Media, 'pieces'>,
  width: number,
  sign: Signer = unsigned,
  types: readonly string[] = ['image/jpeg', 'image/webp'],
): string | null {
  for (const type of types) {
    const sizes = picture.variants
      .filter((variant) => variant.type === type)
      .sort((a, b) => a.width - b.width);
    const fit = sizes.find((variant) => variant.width >= width) ?? sizes.at(-1);
    if (fit) return sign(variantPath(picture, fit));
  }
  return null;
}

export const onlyPiece = (picture: Media, piece: number): Media => ({
  ...picture,
  variants: picture.variants.filter((variant) => variant.piece === piece),
});

/** For screens with many small pictures: WebP comes in small sizes, JPEG does not. */
export const smallAddress = (picture: Media, width: number, sign?: Signer): string | null =>
  pictureAddress(picture, width, sign, ['image/webp', 'image/jpeg']);

/** The cover's card. Older covers without a card are shown themselves. */
export function sharedPicture(picture: Media): PictureVariant | null {
  const [card = presentSizes(picture, 0)[0]] = presentSizes(picture, CARD_PIECE);
  return card ?? null;
}

export type PictureVariant = { address: string; type: string; width: number; height: number };

/** The widest size of each type, JPEG first: every program can show it. For public pictures only. */
export function presentSizes(picture: Media, piece: number): PictureVariant[] {
  const byType = variantsOf(picture, piece);
  return (['image/jpeg', ...PREFERENCE] as const).flatMap((type) => {
    const best = widest(byType[type] ?? []);
    if (best === undefined) return [];
    const { width, height } = best;
    return [{ address: variantPath(picture, best), type, width, height }];
  });
}
