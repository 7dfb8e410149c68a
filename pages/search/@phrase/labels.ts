import { useTranslations } from '../../../locales/react.tsx';
import type { Resource } from '../../../server/domains/discovery/search/rules.ts';
import { type Address, address } from '../../addresses.ts';
import type { Data } from './+data.ts';

type Search = Pick<Data['search'], 'phrase' | 'resource' | 'filters'>;
type Change = {
  resource?: Resource;
  genre?: string | undefined;
  language?: string | undefined;
  page?: number;
};

/** Address with one change. Everything else stays, except the page. */
export function resultsAddress({ phrase, resource, filters }: Search, change: Change): Address {
  const { page = 1, ...query } = { resource, ...filters, ...change };
  return address('/search/@phrase', { phrase }, { query: { ...query, page: page > 1 ? page : null } });
}

export function useResourceName(): (resource: Resource) => string {
  const t = useTranslations('results');
  const types = useTranslations('browse.types');
  return (resource) => (resource === 'creators' ? t('creators') : types(resource));
}
