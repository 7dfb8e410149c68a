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

/** The lists are always current. The counts beside them may be this old. */
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
  // Triggers write these tables for earlier domains, which must not call this one.
  tables: [searchDocuments, searchPostings, searchWords, searchChanges],
  sweeps: [{ name: 'search.settle', everyMs: OFTEN_MS, run: settleSearch }],
  limits: searchLimits,
});

export const discovery = defineDomain('discovery', listsPart, searchPart);
