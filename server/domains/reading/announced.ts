/** The next release that readers are told of: its number and its moment. Its title stays with its team until then. */
import { type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import { episodes, stories } from '../../../db/schema/index.ts';

export type NextRelease = { number: number; publishAt: Date };

/** As it comes out of a row. */
type Announced = { number: number; at: string };

/**
 * As a column of a select, of the story that stands in it unless told; an index holds all that is asked. What is due and late is
 * not told any more. `offset 0` keeps the moment apart: with it the database goes through the announcements of all stories.
 */
export const announcedColumn = (now: Date | Placeholder, storyId: SQLWrapper = stories.id) =>
  sql<Announced | null>`(select jsonb_build_object('number', own.position, 'at', own.publish_at) from (
      select ${episodes.position}, ${episodes.publishAt} from ${episodes}
      where ${episodes.storyId} = ${storyId} and ${episodes.status} = 'scheduled'
        and ${episodes.isAnnounced} and ${episodes.deletedAt} is null offset 0) own
    where own.publish_at > ${now} order by own.publish_at, own.position limit 1)`;

export const presentRelease = (announced: Announced | null): NextRelease | null =>
  announced && { number: announced.number, publishAt: new Date(announced.at) };
