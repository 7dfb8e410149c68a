import { formatNumber } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { BrowseIndex as Index } from '../../server/domains/discovery/lists/queries.ts';
import type { Shelf } from '../../server/domains/discovery/lists/rules.ts';
import { listGenres } from '../../server/domains/publishing/stories/categories.ts';
import { Leaders } from '../ui/Leaders.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { browseAddress } from './address.ts';
import css from './Browse.module.css';
import { ownName } from './names.ts';

export function BrowseIndex({ index, current }: { index: Index; current?: Shelf }) {
  const t = useTranslations('browse');
  const href = useHref();
  const itemOf = (by: Shelf['by'], { value, count }: { value: string; count: number }) => ({
    href: href(browseAddress({ by, value })),
    count: formatNumber(count),
    current: current?.by === by && current.value === value,
  });
  const counts = new Map(index.genres.map(({ value, count }) => [value, count]));
  const genres = listGenres(useLocale()).flatMap(({ id, label }) => {
    const count = counts.get(id);
    return count === undefined ? [] : [{ ...itemOf('genre', { value: id, count }), label }];
  });
  const languages = index.languages.map((each) => ({
    ...itemOf('language', each),
    label: ownName(each.value),
    language: each.value,
  }));
  return (
    <>
      {genres.length > 0 && (
        <section id="genres" className={css.block}>
          <SectionHead heading={t('allGenres')} />
          <Leaders label={t('genres')} items={genres} />
        </section>
      )}
      {languages.length > 0 && (
        <section id="languages" className={css.block}>
          <SectionHead heading={t('byLanguage')} />
          <Leaders label={t('languages')} items={languages} />
        </section>
      )}
    </>
  );
}
