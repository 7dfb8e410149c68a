import { translator } from '../../../locales/messages.ts';
import { findBrowseIndex } from '../../../server/domains/discovery/lists/queries.ts';
import { isGenre, isStoryLanguage } from '../../../server/domains/discovery/lists/rules.ts';
import { countFound, findCreators, findStories } from '../../../server/domains/discovery/search/queries.ts';
import { RESOURCES, readPhrase, storyTypeOf } from '../../../server/domains/discovery/search/rules.ts';
import { lastPart } from '../../../server/lib/paths.ts';
import { pageIn, stayWithin } from '../../creator/page.ts';
import { elsewhere, pageData } from '../../layout/data.ts';

const FOUND_A_PAGE = 24;
const PAGES_MAX_COUNT = 42;

export const data = pageData(async (request) => {
  const { deps, locale, country, path, query } = request;
  const phrase = readPhrase(lastPart(path) ?? '');
  if (phrase === '') throw elsewhere(request, '/genres');
  const asked = query.get('resource') ?? 'comics';
  // Unknown types search for creators (SRC-34).
  const resource = RESOURCES.find((known) => known === asked) ?? 'creators';
  const [genre, language] = [query.get('genre') ?? undefined, query.get('language') ?? undefined];
  const filters = {
    genre: isGenre(genre) ? genre : undefined,
    language: isStoryLanguage(language) ? language : undefined,
  };
  const part = { page: pageIn(query.get('page'), PAGES_MAX_COUNT), perPage: FOUND_A_PAGE };
  const type = storyTypeOf(resource);
  const wish = { phrase, country, ...filters };
  const [{ geofilters, isLoose, ...counters }, index] = await Promise.all([
    countFound(deps, wish),
    findBrowseIndex(deps),
  ]);
  const load = async (part: { page: number; perPage: number }) =>
    type === null
      ? { creators: await findCreators(deps, { ...wish, ...part, isLoose }), stories: null }
      : { creators: null, stories: await findStories(deps, { ...wish, ...part, type, isLoose }) };
  let found = await load(part);
  // Only pages with results know the total.
  if (part.page > 1 && (found.stories ?? found.creators).found.length === 0)
    found = await load({ ...part, page: 1 });
  const { page, pages } = found.stories ?? found.creators;
  stayWithin(request, Math.max(1, pages));
  return {
    head: {
      title: translator(locale, 'results')('title', { phrase }),
      // There are infinitely many phrases, and search engines have their own results.
      robots: 'noindex' as const,
    },
    tags: ['landing' as const],
    geofilters,
    search: { phrase, resource, filters, page, pages, counters, ...found },
    index,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
