import { useTranslations } from '#locales/react.tsx';
import type { ReadPage } from '#server/domains/reading/queries-reader.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import css from './ComicPages.module.css';
import { Pieces } from './Pieces.tsx';

/**
 * Edge to edge, without a gap: the pieces of a strip join. Each page is a stop of the Tab key, so that it leads on page by
 * page and not past all of them. The stop lies over the page, not around it: a press is the label's alone.
 */
export function ComicPages({ pages }: { pages: readonly ReadPage[] }) {
  const t = useTranslations('reader');
  return (
    <label className={css.pages} htmlFor="bars">
      {pages.map((page) => (
        <span key={page.id} className={css.item} id={`page-${page.number}`} data-item>
          <Pieces page={page} sizes="(width >= 60rem) 60rem, 100vw" className={css.page} />
          <a className={css.stop} href={`#page-${page.number}`}>
            <VisuallyHidden>{t('page', { number: page.number })}</VisuallyHidden>
          </a>
        </span>
      ))}
    </label>
  );
}
