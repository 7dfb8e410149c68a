import { useTranslations } from '#locales/react.tsx';
import { Picture, type PictureFacts } from '../../ui/Picture.tsx';

export type PiecesProps = {
  page: { number: number; altText: string; pieces: readonly PictureFacts[] };
  /** How many pages there are. */
  count: number;
  /** The story's language, which the creator's texts are in. */
  lang: string;
  sizes: string;
  className: string | undefined;
};

/** Those further on are fetched before anybody sees their box, and the HTML of a long episode would be a third larger. */
const PLACEHOLDERS_MAX_COUNT = 8;

/**
 * One page of an episode: a picture, or the pieces of a strip. The first picture is fetched at once, the others when near. What the
 * creator says of the page is said once, by its first piece.
 */
export function Pieces({ page: { number, altText, pieces }, count, lang, sizes, className }: PiecesProps) {
  const t = useTranslations('reader');
  const altOf = (index: number): string => {
    if (altText !== '') return index === 0 ? altText : '';
    return pieces.length === 1
      ? t('place', { page: number, pages: count })
      : t('pagePart', { number, part: index + 1, parts: pieces.length });
  };
  return pieces.map((piece, index) => (
    <Picture
      key={piece.url}
      {...piece}
      placeholder={number <= PLACEHOLDERS_MAX_COUNT ? piece.placeholder : null}
      alt={altOf(index)}
      lang={altText !== '' && index === 0 ? lang : undefined}
      sizes={sizes}
      priority={number === 1 && index === 0 ? 'high' : 'lazy'}
      isFixed
      className={className}
    />
  ));
}
