/**
 * Owns who gets mails about a story with country rules. Accounts store no country, as promised, so nobody knows where a
 * mail is read. Readers who followed or read the story since its last change of countries had access then.
 */
import { sql } from 'drizzle-orm';
import { geofilterStrategies, notifications, storyPlaces, subscriptions } from '#db/schema/index.ts';

export const wasLetIn = sql`not exists (select 1 from ${geofilterStrategies} g
  where g.story_id = ${notifications.storyId} and g.type <> 'worldwide'
    and not exists (select 1 from ${subscriptions} s
      where s.story_id = g.story_id and s.reader_id = ${notifications.userId}
        and s.created_at > coalesce(g.changed_at, '-infinity'))
    and not exists (select 1 from ${storyPlaces} p
      where p.story_id = g.story_id and p.reader_id = ${notifications.userId}
        and p.read_at > coalesce(g.changed_at, '-infinity')))`;
