import { useTranslations } from '#locales/react.tsx';
import { Picture, type PictureFacts } from '../../ui/Picture.tsx';

export type PiecesProps = {
  page: { number: number; altText: string; pieces: readonly PictureFacts[] };
  count: number;
  lang: string;
  sizes: string;
  className: string | undefined;
};

/** Later pictures load before they are seen, and more placeholders would enlarge long episodes' HTML by a third. */
const PLACEHOLDERS_MAX_COUNT = 8;

/** The first picture loads at once, others when near. Only the first piece has the alternative text. */
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
