/** The next announced release: its number and time. Its title stays with its team until then. */
import { type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';

export type NextRelease = { number: number; publishAt: Date };

type Announced = { number: number; at: string };

/**
 * A column for selects from `stories`, or for another `storyId`. An index covers the query. Overdue releases are no
 * longer announced. Compares the time together with the story: alone, it would scan releases of all stories.
 */
export const announcedColumn = (now: Date | Placeholder, storyId: SQLWrapper = stories.id) =>
  sql<Announced | null>`(select jsonb_build_object('number', ${episodes.position}, 'at', ${episodes.publishAt})
    from ${episodes} where ${episodes.storyId} = ${storyId} and ${episodes.status} = 'scheduled'
      and ${episodes.isAnnounced} and ${episodes.deletedAt} is null
      and (${episodes.storyId}, ${episodes.publishAt}) > (${storyId}, ${now}::timestamptz)
    order by ${episodes.publishAt}, ${episodes.position} limit 1)`;

export const presentRelease = (announced: Announced | null): NextRelease | null =>
  announced && { number: announced.number, publishAt: new Date(announced.at) };
