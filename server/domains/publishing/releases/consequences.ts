/** Tells in advance what an action would change for other published episodes. Writes nothing. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { episodes, pricingStrategies, unlocks } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { ALL_FREE, decidePricing, type PricingFacts, type PricingWish } from '../pricing/rules.ts';
import { strategyColumns } from '../pricing/service.ts';
import { requireStory } from '../stories/team.ts';
import { type Consequence, consequencesOf, type EpisodeLine } from './rules.ts';

export const CONSEQUENCES_LISTED = 20;

export type Deed = {
  deed: 'publish' | 'unpublish' | 'delete' | 'move' | 'order' | 'price';
  episodeId?: string | undefined;
  number?: number | undefined;
  episodeIds?: readonly string[] | undefined;
  pricing?: PricingWish | undefined;
};

export async function foretell(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  deed: Deed,
): Promise<{ consequences: Consequence[]; total: number; hiddenBefore: number; buyers: number }> {
  const { story } = await requireStory(deps, viewer, storyId, 'view');
  const [found] = await deps.db
    .select(strategyColumns)
    .from(pricingStrategies)
    .where(eq(pricingStrategies.storyId, story.id));
  const strategy: PricingFacts = found ?? ALL_FREE;
  const rows = await deps.db
    .select({
      id: episodes.id,
      title: episodes.title,
      status: episodes.status,
      customPriceCoins: episodes.customPriceCoins,
      firstPublishedAt: episodes.firstPublishedAt,
    })
    .from(episodes)
    .where(and(eq(episodes.storyId, story.id), isNull(episodes.deletedAt)))
    .orderBy(asc(episodes.position));
  const lines = rows.map(({ status, ...row }) => ({ ...row, isPublished: status === 'published' }));
  const before = { strategy, lines };
  const consequences = consequencesOf(before, afterwards(before, deed), deps.clock.now());
  return {
    consequences: consequences.slice(0, CONSEQUENCES_LISTED),
    total: consequences.length,
    hiddenBefore: deed.deed === 'publish' ? countHidden(lines, deed.episodeId) : 0,
    buyers: await countBuyers(deps, story.id, deed),
  };
}

function countHidden(lines: readonly EpisodeLine[], episodeId: string | undefined): number {
  const place = lines.findIndex(({ id }) => id === episodeId);
  return lines.slice(0, Math.max(place, 0)).filter(({ isPublished }) => !isPublished).length;
}

/** Readers whose coins are at stake: of the episode, or of a whole deleted story. */
async function countBuyers(deps: Deps, storyId: string, { deed, episodeId }: Deed): Promise<number> {
  if (deed !== 'delete' && (deed !== 'unpublish' || episodeId === undefined)) return 0;
  const [row] = await deps.db
    .select({ count: sql<number>`count(distinct ${unlocks.readerId})`.mapWith(Number) })
    .from(unlocks)
    .where(
      and(
        eq(unlocks.storyId, storyId),
        episodeId === undefined ? undefined : eq(unlocks.episodeId, episodeId),
        isNull(unlocks.returnedAt),
      ),
    );
  return row?.count ?? 0;
}

type Plan = { strategy: PricingFacts; lines: readonly EpisodeLine[] };

/** The story after the action. An action that will be refused changes nothing. */
function afterwards(
  { strategy, lines }: Plan,
  { deed, episodeId, number, episodeIds = [], pricing }: Deed,
): Plan {
  switch (deed) {
    case 'publish':
    case 'unpublish': {
      const isPublished = deed === 'publish';
      return {
        strategy,
        lines: lines.map((line) => (line.id === episodeId ? { ...line, isPublished } : line)),
      };
    }
    case 'delete':
      return { strategy, lines: lines.filter(({ id, isPublished }) => isPublished || id !== episodeId) };
    case 'move': {
      const moved = lines.filter(({ id }) => id === episodeId);
      const others = lines.filter(({ id }) => id !== episodeId);
      const place = (number ?? 1) - 1;
      return { strategy, lines: [...others.slice(0, place), ...moved, ...others.slice(place)] };
    }
    case 'order': {
      const known = new Map(lines.map((line) => [line.id, line]));
      const ordered = episodeIds.flatMap((id) => known.get(id) ?? []);
      const isWhole = new Set(ordered).size === lines.length && ordered.length === lines.length;
      return { strategy, lines: isWhole ? ordered : lines };
    }
    case 'price': {
      if (pricing === undefined) return { strategy, lines };
      const decision = decidePricing(pricing, strategy, new Set(lines.map(({ id }) => id)));
      if (decision.kind !== 'set') return { strategy, lines };
      const own = new Map(decision.prices.map(({ id, priceCoins }) => [id, priceCoins]));
      return {
        strategy: decision.strategy,
        lines: lines.map((line) => ({
          ...line,
          customPriceCoins: own.get(line.id) ?? line.customPriceCoins,
        })),
      };
    }
  }
}
