import { formatNumber } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { BrowseIndex } from '../../server/domains/discovery/lists/queries.ts';
import { listGenres } from '../../server/domains/publishing/stories/categories.ts';
import { browseAddress } from '../browse/address.ts';
import { Leaders } from '../ui/Leaders.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';

export function Genres({ genres }: Pick<BrowseIndex, 'genres'>) {
  const t = useTranslations('landing');
  const href = useHref();
  const counts = new Map(genres.map(({ value, count }) => [value, count]));
  const items = listGenres(useLocale()).flatMap(({ id, label }) => {
    const count = counts.get(id);
    if (count === undefined) return [];
    return [{ href: href(browseAddress({ by: 'genre', value: id })), label, count: formatNumber(count) }];
  });
  return (
    <section>
      <SectionHead heading={t('byGenre')} more={{ href: href('/genres'), label: t('genresAndLanguages') }} />
      <Leaders label={t('byGenre')} items={items} />
    </section>
  );
}
