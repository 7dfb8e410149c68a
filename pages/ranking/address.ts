import type { RankedKind } from '../../db/schema/index.ts';
import type { RankingPeriod } from '../../server/domains/discovery/lists/queries-ranking.ts';
import { type Address, address } from '../addresses.ts';

export const rankingAddress = (period: RankingPeriod, kind: RankedKind): Address =>
  address(
    '/ranking',
    {},
    { query: { period: period === 'all' ? period : null, kind: kind === 'all' ? null : kind } },
  );
