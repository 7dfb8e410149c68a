/** Totals of a story as its readers see them. All are 0 without a row. */
import { inArray } from 'drizzle-orm';
import { episodeCounters, storyCounters } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { ratingAverage } from './rules.ts';

export type StoryFigures = {
  subscribersCount: number;
  viewsCount: number;
  likesCount: number;
  ratingAverage: number | null;
  ratingsCount: number;
  ratingDistribution: [number, number, number, number, number];
};

export const figureColumns = {
  subscribersCount: storyCounters.subscribersCount,
  viewsCount: storyCounters.viewsCount,
  likesCount: storyCounters.likesCount,
  ratingsSum: storyCounters.ratingsSum,
  ratingsCount: storyCounters.ratingsCount,
  stars1: storyCounters.stars1,
  stars2: storyCounters.stars2,
  stars3: storyCounters.stars3,
  stars4: storyCounters.stars4,
  stars5: storyCounters.stars5,
};

type Row = Pick<typeof storyCounters.$inferSelect, keyof typeof figureColumns> | null;

export const figuresOf = (row: Row): StoryFigures => ({
  subscribersCount: row?.subscribersCount ?? 0,
  viewsCount: row?.viewsCount ?? 0,
  likesCount: Math.max(0, row?.likesCount ?? 0),
  ratingAverage: row === null ? null : ratingAverage(row.ratingsSum, row.ratingsCount),
  ratingsCount: row?.ratingsCount ?? 0,
  ratingDistribution: [
    row?.stars1 ?? 0,
    row?.stars2 ?? 0,
    row?.stars3 ?? 0,
    row?.stars4 ?? 0,
    row?.stars5 ?? 0,
  ],
});

export type EpisodeFigures = Omit<typeof episodeCounters.$inferSelect, 'episodeId' | 'likesBrought'>;

const NONE: EpisodeFigures = { viewsCount: 0, likesCount: 0, commentsCount: 0, impressionsCount: 0 };

export async function findEpisodeFigures(
  deps: Deps,
  episodeIds: readonly string[],
): Promise<(episodeId: string) => EpisodeFigures> {
  const rows =
    episodeIds.length === 0
      ? []
      : await deps.db
          .select()
          .from(episodeCounters)
          .where(inArray(episodeCounters.episodeId, [...episodeIds]));
  const known = new Map(rows.map((row) => [row.episodeId, row]));
  return (episodeId) => known.get(episodeId) ?? NONE;
}
