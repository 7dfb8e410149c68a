import { eq, sql } from 'drizzle-orm';
import { type RankedKind, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { GeofilterFacts } from '../../publishing/countries/rules.ts';
import { presentCard, type StoryCardView } from '../../reading/reader/cards.ts';
import { endOfDay } from '../../reading/reader/rules.ts';
import { type Move, movesOf, rankedDays, rankedTops } from './ranked.ts';
import { findShelfRows } from './shelf-rows.ts';
import { mostRead, type Picked, topListsOf } from './top-lists.ts';

export const RANKING_MAX_COUNT = 50;

export type RankingPeriod = 'week' | 'all';
export type RankedStory = StoryCardView & { views: number; move: Move | null };

export type Ranking = {
  stories: RankedStory[];
  /** When the week was ranked. Null when nothing was read. */
  countedAt: Date | null;
  geofilters: GeofilterFacts[];
  validUntil: Date;
};

const kind = sql.placeholder('kind');
const findOfWeek = topListsOf(rankedTops(sql`${kind}`, RANKING_MAX_COUNT));

const ever = { of: 'stories', order: mostRead, most: RANKING_MAX_COUNT } as const;
const findOfAll = topListsOf({ ranked: ever });
const findOfKind = topListsOf({ ranked: { ...ever, where: eq(stories.publicationType, kind) } });

/** Two queries. */
export async function findRanking(
  deps: Deps,
  { country, period, kind }: { country: string | null; period: RankingPeriod; kind: RankedKind },
): Promise<Ranking> {
  const now = deps.clock.now();
  const { ranked, before, geofilters } = await findPlaces(deps, { country, period, kind });
  const rows = await findShelfRows(deps, ranked);
  const ids = (picked: readonly Picked[]) => picked.map(({ storyId }) => storyId);
  const moves = movesOf(ids(ranked), ids(before));
  return {
    stories: ranked.flatMap(({ storyId, number }, place) => {
      const row = rows.get(storyId);
      if (row === undefined) return [];
      const views = period === 'week' ? number : (row.views ?? 0);
      return [{ ...presentCard(row, now), views, move: moves[place] ?? null }];
    }),
    countedAt: period === 'week' ? (ranked[0]?.at ?? null) : null,
    geofilters,
    validUntil: endOfDay(now),
  };
}

type Places = { ranked: Picked[]; before: Picked[]; geofilters: GeofilterFacts[] };

async function findPlaces(
  deps: Deps,
  { country, period, kind }: { country: string | null; period: RankingPeriod; kind: RankedKind },
): Promise<Places> {
  if (period === 'week') {
    const values = { kind, ...rankedDays(deps.clock.now()) };
    const { picked, geofilters } = await findOfWeek(deps, country, values);
    return { ...picked, geofilters };
  }
  const { picked, geofilters } =
    kind === 'all' ? await findOfAll(deps, country, {}) : await findOfKind(deps, country, { kind });
  return { ...picked, before: [], geofilters };
}
