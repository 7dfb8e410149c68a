import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { episodePages, episodes, media } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { isReadableInList } from '../../coins/unlock/rules.ts';
import { type PresentedPicture, presentPicture } from '../../media/present.ts';
import { announcedColumn, type NextRelease, presentRelease } from '../../reading/reader/announced.ts';
import { pictureColumns, presentCard, type StoryCardView } from '../../reading/reader/cards.ts';
import { DAYS_A_WEEK, endOfDay, firstSentence } from '../../reading/reader/rules.ts';
import type { ShelfRow } from './shelf-rows.ts';

/** Number of coming days that a weekday names clearly. */
const NAMED_DAYS = DAYS_A_WEEK - 1;

export type Featured = StoryCardView & {
  sentence: string;
  updatedToday: boolean;
  /** The next announced release, if it comes within `NAMED_DAYS`. */
  next: NextRelease | null;
  episodesCount: number;
  /** Number of free episodes at the start. Null when none or all episodes are free. */
  freeCount: number | null;
  firstNumber: number;
  firstPage: PresentedPicture | null;
};

const firstEpisode = prepared((db) => {
  const published = and(
    eq(episodes.storyId, sql.placeholder('storyId')),
    eq(episodes.status, 'published'),
    isNull(episodes.deletedAt),
  );
  return db
    .select({
      position: episodes.position,
      publishedRank: episodes.publishedRank,
      customPriceCoins: episodes.customPriceCoins,
      firstPublishedAt: episodes.firstPublishedAt,
      episodesCount: db.$count(episodes, published),
      announced: announcedColumn(sql.placeholder('now'), sql.placeholder('storyId')),
      page: pictureColumns,
    })
    .from(episodes)
    .leftJoin(
      media,
      sql`${media.id} = (select ${episodePages.mediaId} from ${episodePages}
        where ${episodePages.episodeId} = ${episodes.id} order by ${episodePages.position} limit 1)`,
    )
    .where(published)
    .orderBy(asc(episodes.position))
    .limit(1);
});

/** Finds the story at the top of the landing page. Includes its first page only if anyone may read it. */
export async function findFeatured(deps: Deps, star: ShelfRow, now: Date): Promise<Featured | null> {
  const [row] = await firstEpisode(deps).execute({ storyId: star.id, now });
  if (row === undefined) return null;
  const next = presentRelease(row.announced);
  const soon = new Date(endOfDay(now).getTime() + NAMED_DAYS * DAY_MS);
  const { type, freeCount } = star.pricing ?? { type: 'all_free', freeCount: 0 };
  return {
    ...presentCard(star, now),
    sentence: firstSentence(star.description),
    updatedToday: utcDay(star.lastUpdate) === utcDay(now),
    next: next !== null && next.publishAt < soon ? next : null,
    episodesCount: row.episodesCount,
    freeCount: type === 'first_free' && freeCount > 0 && freeCount < row.episodesCount ? freeCount : null,
    firstNumber: row.position ?? 1,
    firstPage: isReadableInList(row, star.pricing, now) ? presentPicture(row.page) : null,
  };
}
