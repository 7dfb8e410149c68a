import type { RankedKind } from '../../db/schema/index.ts';
import { translator } from '../../locales/messages.ts';
import { findRanking, type RankingPeriod } from '../../server/domains/discovery/lists/queries-ranking.ts';
import { pageData } from '../layout/data.ts';
import { earlyPicture } from '../ui/sources.ts';
import { rankingAddress } from './address.ts';
import { leaderSizes } from './leaderSizes.ts';

export const data = pageData(async ({ deps, locale, country, query }) => {
  const period: RankingPeriod = query.get('period') === null ? 'week' : 'all';
  const kind = (query.get('kind') ?? 'all') as RankedKind;
  const ranking = await findRanking(deps, { country, period, kind });
  const t = translator(locale, 'ranking');
  return {
    head: {
      title: t('title'),
      description: t('description'),
      canonicalPath: rankingAddress(period, kind),
      picture: earlyPicture(ranking.stories[0]?.cover, leaderSizes),
    },
    tags: ['landing' as const],
    validUntil: ranking.validUntil,
    geofilters: ranking.geofilters,
    period,
    kind,
    ranking,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
