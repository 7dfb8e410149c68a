import type { ReadPage } from '../../../../server/domains/reading/queries-reader.ts';
import css from './ComicPages.module.css';
import { Pieces } from './Pieces.tsx';

/** Edge to edge, without a gap: the pieces of a strip join. */
export function ComicPages({ pages }: { pages: readonly ReadPage[] }) {
  return (
    <label className={css.pages} htmlFor="bars">
      {pages.map((page) => (
        <span key={page.id} className={css.item} id={`page-${page.number}`} data-item>
          <Pieces page={page} sizes="(width >= 60rem) 60rem, 100vw" className={css.page} />
        </span>
      ))}
    </label>
  );
}
