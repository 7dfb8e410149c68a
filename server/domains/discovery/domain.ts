import {
  browseCounts,
  browseEntries,
  searchChanges,
  searchDocuments,
  searchPostings,
  searchWords,
} from '../../../db/schema/index.ts';
import { defineDomain, definePart, OFTEN_MS } from '../define.ts';
import { searchLimits } from './limits.ts';
import { countKinds } from './lists/counts.ts';
import { searchContract } from './search/contract.ts';
import { searchRoutes } from './search/routes.ts';
import { settleSearch } from './search/service.ts';

/** The lists themselves are always right; the counts beside them may be so old. */
const COUNTED_MS = 180_000;

const listsPart = definePart({
  name: 'lists',
  tables: [browseEntries, browseCounts],
  sweeps: [{ name: 'browse.count_kinds', everyMs: COUNTED_MS, run: countKinds }],
});

const searchPart = definePart({
  name: 'search',
  contract: searchContract,
  routes: searchRoutes,
  // Triggers write them for the domains before this one, which call no later one.
  tables: [searchDocuments, searchPostings, searchWords, searchChanges],
  sweeps: [{ name: 'search.settle', everyMs: OFTEN_MS, run: settleSearch }],
  limits: searchLimits,
});

export const discovery = defineDomain('discovery', listsPart, searchPart);
