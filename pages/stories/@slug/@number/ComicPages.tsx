import { useTranslations } from '../../../../locales/react.tsx';
import type { ReadPage } from '../../../../server/domains/reading/queries-reader.ts';
import { Picture } from '../../../ui/Picture.tsx';
import css from './ComicPages.module.css';

/** Edge to edge, without a gap: the pieces of a strip join. The first picture is fetched at once, the others when near. */
export function ComicPages({ pages }: { pages: readonly ReadPage[] }) {
  const t = useTranslations('reader');
  return (
    <label className={css.pages} htmlFor="bars">
      {pages.map(({ id, number, pieces }) => (
        <span key={id} className={css.item} id={`page-${number}`} data-item>
          {pieces.map((piece, index) => (
            <Picture
              key={piece.url}
              {...piece}
              alt={
                pieces.length === 1
                  ? t('page', { number })
                  : t('pagePart', { number, part: index + 1, parts: pieces.length })
              }
              sizes="(width >= 60rem) 60rem, 100vw"
              priority={number === 1 && index === 0 ? 'high' : 'lazy'}
              className={css.page}
            />
          ))}
        </span>
      ))}
    </label>
  );
}
