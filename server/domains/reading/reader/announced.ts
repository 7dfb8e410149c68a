/** The next release that readers are told of: its number and its moment. Its title stays with its team until then. */
import { type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';

export type NextRelease = { number: number; publishAt: Date };

/** As it comes out of a row. */
type Announced = { number: number; at: string };

/**
 * As a column of a select, of the story that stands in it unless told; an index holds all that is asked. What is due and late is
 * not told any more. The moment is compared together with the story: by itself it would lead through those of all stories.
 */
export const announcedColumn = (now: Date | Placeholder, storyId: SQLWrapper = stories.id) =>
  sql<Announced | null>`(select jsonb_build_object('number', ${episodes.position}, 'at', ${episodes.publishAt})
    from ${episodes} where ${episodes.storyId} = ${storyId} and ${episodes.status} = 'scheduled'
      and ${episodes.isAnnounced} and ${episodes.deletedAt} is null
      and (${episodes.storyId}, ${episodes.publishAt}) > (${storyId}, ${now}::timestamptz)
    order by ${episodes.publishAt}, ${episodes.position} limit 1)`;

export const presentRelease = (announced: Announced | null): NextRelease | null =>
  announced && { number: announced.number, publishAt: new Date(announced.at) };
