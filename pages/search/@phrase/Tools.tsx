import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { BrowseIndex } from '../../../server/domains/discovery/lists/queries.ts';
import { FOUND_MAX_COUNT, RESOURCES } from '../../../server/domains/discovery/search/rules.ts';
import { address } from '../../addresses.ts';
import { useStoryWords } from '../../stories/labels.ts';
import { Filters } from '../../ui/Filters.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { Data } from './+data.ts';
import { resultsAddress, useResourceName } from './labels.ts';

const counted = (count: number): string =>
  count < FOUND_MAX_COUNT ? formatNumber(count) : `${formatNumber(FOUND_MAX_COUNT)}+`;

export function ResourceTabs({ search }: { search: Data['search'] }) {
  const t = useTranslations('browse');
  const nameOf = useResourceName();
  const href = useHref();
  return (
    <Tabs
      label={t('kind')}
      items={RESOURCES.map((resource) => ({
        href: href(resultsAddress(search, { resource })),
        label: nameOf(resource),
        count: counted(search.counters[resource]),
        current: resource === search.resource,
      }))}
    />
  );
}

/** Filters by genre and language (SRC-29, SRC-30). Only values with stories. */
export function Narrowing({ search, index }: { search: Data['search']; index: BrowseIndex }) {
  const t = useTranslations('browse');
  const results = useTranslations('results');
  const words = useStoryWords();
  const href = useHref();
  const { phrase, resource, filters, page, pages } = search;
  const { genre, language } = filters;
  const optionsOf = (
    values: BrowseIndex['genres'],
    { chosen, label }: { chosen: string | undefined; label: (value: string) => string },
  ) =>
    [...new Set([...values.map(({ value }) => value), ...(chosen === undefined ? [] : [chosen])])]
      .map((value) => ({ value, label: label(value) }))
      .sort((a, b) => a.label.localeCompare(b.label));
  const isNarrowed = genre !== undefined || language !== undefined;
  return (
    <Filters
      action={href(address('/search/@phrase', { phrase }))}
      kept={{ resource }}
      showLabel={t('show')}
      reset={
        isNarrowed
          ? {
              href: href(resultsAddress(search, { genre: undefined, language: undefined })),
              label: t('reset'),
            }
          : undefined
      }
      end={pages > 1 && results('pageOf', { page, pages })}
      filters={[
        {
          name: 'genre',
          label: t('genre'),
          value: genre ?? '',
          options: [
            { value: '', label: t('allGenres') },
            ...optionsOf(index.genres, { chosen: genre, label: words.genre }),
          ],
        },
        {
          name: 'language',
          label: t('language'),
          value: language ?? '',
          options: [
            { value: '', label: t('allLanguages') },
            ...optionsOf(index.languages, { chosen: language, label: words.language }),
          ],
        },
      ]}
    />
  );
}
