import { searchChanges, searchDocuments, searchPostings, searchWords } from '#db/schema/index.ts';
import { defineDomain, OFTEN_MS } from '../../define.ts';
import { searchContract } from './contract.ts';
import { searchLimits } from './limits.ts';
import { searchRoutes } from './routes.ts';
import { settleSearch } from './service.ts';

export const search = defineDomain({
  name: 'search',
  contract: searchContract,
  routes: searchRoutes,
  // Triggers write them for the domains before this one, which call no later one.
  tables: [searchDocuments, searchPostings, searchWords, searchChanges],
  sweeps: [{ name: 'search.settle', everyMs: OFTEN_MS, run: settleSearch }],
  limits: searchLimits,
});
