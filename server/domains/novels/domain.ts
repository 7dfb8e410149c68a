import { chapters } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { novelsContract } from './contract.ts';
import { novelLimits } from './limits.ts';
import { collectChapters } from './personal.ts';
import { novelsRoutes } from './routes.ts';

export const novels = defineDomain({
  name: 'novels',
  contract: novelsContract,
  routes: novelsRoutes,
  tables: [chapters],
  limits: novelLimits,
  personal: { columns: {}, collect: collectChapters },
});
