import { useTranslations } from '#locales/react.tsx';
import { Picture, type PictureFacts } from '../../ui/Picture.tsx';

export type PiecesProps = {
  page: { number: number; pieces: readonly PictureFacts[] };
  sizes: string;
  className: string | undefined;
};

/** One page of an episode: a picture, or the pieces of a strip. The first picture is fetched at once, the others when near. */
export function Pieces({ page: { number, pieces }, sizes, className }: PiecesProps) {
  const t = useTranslations('reader');
  return pieces.map((piece, index) => (
    <Picture
      key={piece.url}
      {...piece}
      alt={
        pieces.length === 1
          ? t('page', { number })
          : t('pagePart', { number, part: index + 1, parts: pieces.length })
      }
      sizes={sizes}
      priority={number === 1 && index === 0 ? 'high' : 'lazy'}
      isFixed
      className={className}
    />
  ));
}
