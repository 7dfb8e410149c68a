import { and, asc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { prepared } from '#db/prepared.ts';
import {
  episodePlaces,
  episodes,
  likes,
  ratings,
  readingSettings,
  stories,
  storyChoices,
  storyMembers,
  storyPlaces,
  subscriptions,
  unlocks,
  violationReports,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isAdministrator } from '../../../lib/viewer.ts';
import { factColumns, joinStrategies } from '../../coins/unlock/access-facts.ts';
import { decideStoryAccess, storyFacts } from '../../coins/unlock/rules.ts';
import { refuseClosed } from '../../coins/unlock/viewing.ts';
import { freeAtOf, priceInForce } from '../../publishing/pricing/rules.ts';
import type { Reader } from '../reader/access.ts';
import { EPISODES_A_PAGE } from '../reader/rules.ts';
import type { Continue, Mine } from './contract-mine.ts';
import { furthestItemNow, itemNow, itemsCount } from './item-columns.ts';
import { type KeptChoice, shownChoice, usualSetting } from './rules.ts';

export type MineView = Static<typeof Mine>;
export type ContinueView = Static<typeof Continue>;

const readerId = sql.placeholder('readerId');
const isPublished = and(eq(episodes.status, 'published'), isNull(episodes.deletedAt));

/**
 * Where a reader continues a story, for selects that contain `stories` and `story_places`. It is the last opened
 * episode, or the last read one that is still published. Null if they have read nothing of it.
 */
export const continueColumn = (readerId: SQL | ReturnType<typeof sql.placeholder>) => {
  const last = sql`(select ${episodes.id} from ${episodes}
    where ${episodes.id} = ${storyPlaces.episodeId} and ${isPublished})`;
  const earlier = sql`(select ${episodes.id} from ${episodes} join ${episodePlaces}
    on ${episodePlaces.episodeId} = ${episodes.id} and ${episodePlaces.readerId} = ${readerId}
    where ${episodes.storyId} = ${stories.id} and ${isPublished} order by ${episodePlaces.readAt} desc limit 1)`;
  const next = sql`(select jsonb_build_object('episode_id', later.id, 'number', later.position) from ${episodes} later
    where later.story_id = ${episodes.storyId} and later.position > ${episodes.position}
      and later.status = 'published' and later.deleted_at is null order by later.position limit 1)`;
  return sql<ContinueView | null>`(select jsonb_build_object('episode_id', ${episodes.id}, 'number', ${episodes.position},
      'title', ${episodes.title}, 'item', ${itemNow}, 'items', ${itemsCount}, 'offset', ${episodePlaces.itemOffset},
      'finished', ${episodePlaces.finished}, 'next', ${next})
    from ${episodes} join ${episodePlaces}
      on ${episodePlaces.episodeId} = ${episodes.id} and ${episodePlaces.readerId} = ${readerId}
    where ${storyPlaces.episodeId} is not null and ${episodes.id} = coalesce(${last}, ${earlier}))`;
};

/** Counts the whole story, whatever part is listed. Skips the count if the reader has opened nothing. */
const readCount = sql<number>`case when ${storyPlaces.episodeId} is null then 0 else
  (select count(*) from ${episodes} join ${episodePlaces}
    on ${episodePlaces.episodeId} = ${episodes.id} and ${episodePlaces.readerId} = ${readerId}
  where ${episodes.storyId} = ${stories.id} and ${isPublished} and ${episodePlaces.finished}) end`.mapWith(
  Number,
);

const storyOfReader = prepared((db) =>
  joinStrategies(
    db
      .select({
        story: factColumns.story,
        pricing: factColumns.pricing,
        geofilter: factColumns.geofilter,
        memberId: storyMembers.userId,
        notify: subscriptions.notify,
        stars: ratings.stars,
        ratedAt: ratings.updatedAt,
        report: { number: violationReports.number, createdAt: violationReports.createdAt },
        // The first column tells whether the join found a row.
        choice: {
          chosenAt: storyChoices.chosenAt,
          direction: storyChoices.direction,
          course: storyChoices.course,
          fit: storyChoices.fit,
          pairs: storyChoices.pairs,
          saver: storyChoices.saver,
          onward: storyChoices.onward,
        },
        glideSpeed: readingSettings.glideSpeed,
        prose: readingSettings.prose,
        proseChosenAt: readingSettings.proseChosenAt,
        notes: readingSettings.notes,
        notesChosenAt: readingSettings.notesChosenAt,
        continue: continueColumn(readerId),
        readCount,
      })
      .from(stories)
      .leftJoin(storyMembers, and(eq(storyMembers.storyId, stories.id), eq(storyMembers.userId, readerId)))
      .leftJoin(
        subscriptions,
        and(eq(subscriptions.storyId, stories.id), eq(subscriptions.readerId, readerId)),
      )
      .leftJoin(ratings, and(eq(ratings.storyId, stories.id), eq(ratings.readerId, readerId)))
      .leftJoin(storyPlaces, and(eq(storyPlaces.storyId, stories.id), eq(storyPlaces.readerId, readerId)))
      .leftJoin(storyChoices, and(eq(storyChoices.storyId, stories.id), eq(storyChoices.readerId, readerId)))
      .leftJoin(readingSettings, eq(readingSettings.readerId, readerId))
      .leftJoin(
        violationReports,
        and(
          eq(violationReports.reporterId, readerId),
          // A decision that can still be undone does not count yet.
          sql`${violationReports.subjectType} = 'story' and (${violationReports.state} = 'open'
            or (${violationReports.decisionId} is not null and ${violationReports.toldAt} is null))`,
          eq(violationReports.subjectId, stories.id),
        ),
      )
      .$dynamic(),
  ).where(eq(stories.id, sql.placeholder('storyId'))),
);

const hundredOfReader = prepared((db) =>
  db
    .select({
      id: episodes.id,
      number: sql<number>`${episodes.position}`.mapWith(Number),
      publishedRank: episodes.publishedRank,
      customPriceCoins: episodes.customPriceCoins,
      firstPublishedAt: episodes.firstPublishedAt,
      placed: episodePlaces.episodeId,
      liked: likes.episodeId,
      unlocked: unlocks.episodeId,
      item: itemNow,
      furthestItem: furthestItemNow,
      finished: episodePlaces.finished,
      offset: episodePlaces.itemOffset,
      readAt: episodePlaces.readAt,
      items: sql<number>`case when ${episodePlaces.episodeId} is null then 0 else ${itemsCount} end`.mapWith(
        Number,
      ),
    })
    .from(episodes)
    .leftJoin(
      episodePlaces,
      and(eq(episodePlaces.episodeId, episodes.id), eq(episodePlaces.readerId, readerId)),
    )
    .leftJoin(likes, and(eq(likes.episodeId, episodes.id), eq(likes.readerId, readerId)))
    .leftJoin(
      unlocks,
      and(eq(unlocks.episodeId, episodes.id), eq(unlocks.readerId, readerId), isNull(unlocks.returnedAt)),
    )
    .where(
      and(
        eq(episodes.storyId, sql.placeholder('storyId')),
        isPublished,
        gte(episodes.position, sql.placeholder('from')),
      ),
    )
    .orderBy(asc(episodes.position))
    .limit(EPISODES_A_PAGE),
);

/** Two queries. Throws 404 or 451 as the story's page would. */
export async function findMine(
  deps: Deps,
  { viewer, country }: Reader,
  { storyId, episodesFrom = 1 }: { storyId: string; episodesFrom?: number | undefined },
): Promise<MineView> {
  const own = { readerId: viewer.id, storyId };
  const [[row], rows] = await Promise.all([
    storyOfReader(deps).execute(own),
    hundredOfReader(deps).execute({ ...own, from: episodesFrom }),
  ]);
  if (row === undefined) throw notFound('not_found');
  const isMember = row.memberId !== null;
  const isTeam = isMember || isAdministrator(viewer);
  refuseClosed(decideStoryAccess(storyFacts(row), { country, isTeam }));
  const unlocked = rows.filter((episode) => episode.unlocked !== null);
  const now = deps.clock.now();
  const sold = isTeam ? [] : rows.filter((episode) => episode.unlocked === null);
  return {
    own: isMember,
    subscribed: row.notify !== null,
    notify: row.notify,
    stars: row.stars,
    rated_at: row.ratedAt?.toISOString() ?? null,
    reported: row.report && {
      number: row.report.number,
      created_at: row.report.createdAt.toISOString(),
    },
    choice: presentChoice(row.choice),
    glide_speed: row.glideSpeed,
    prose: row.prose && {
      ...usualSetting(),
      ...row.prose,
      chosen_at: row.proseChosenAt?.toISOString() ?? '',
    },
    notes: row.notes && { ...row.notes, chosen_at: row.notesChosenAt?.toISOString() ?? '' },
    continue: row.continue,
    read_count: row.readCount,
    episodes: rows
      .filter(({ placed }) => placed !== null)
      .map(({ id, number, item, furthestItem, finished, items, offset, readAt }) => ({
        id,
        number,
        item,
        furthest_item: furthestItem,
        items,
        offset: offset ?? 0,
        finished: finished === true,
        read_at: readAt?.toISOString() ?? '',
      })),
    liked_episode_ids: rows.filter(({ liked }) => liked !== null).map(({ id }) => id),
    locked_episodes: sold
      .map((episode) => ({
        id: episode.id,
        number: episode.number,
        price: priceInForce(row.pricing, episode, now),
        free_at: freeAtOf(row.pricing, episode, now)?.toISOString() ?? null,
      }))
      .filter(({ price }) => price > 0),
    unlocked_episode_ids: unlocked.map(({ id }) => id),
    unlocked_numbers: unlocked.map(({ number }) => number),
  };
}

function presentChoice(choice: KeptChoice | null): MineView['choice'] {
  if (choice === null) return null;
  const { chosenAt, ...showing } = shownChoice(choice);
  return { ...showing, chosen_at: chosenAt.toISOString() };
}
