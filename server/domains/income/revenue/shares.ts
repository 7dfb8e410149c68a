/**
 * REV-03, REV-04: decides in SQL who owns a line and what share is theirs. Used for crediting, the preview and
 * oddities. `shareOn` and `shareOfMicros` decide the same for one line. A test compares both.
 */
import { type SQL, sql } from 'drizzle-orm';
import { lastDayOf } from '../../../lib/months.ts';
import { FOUNDER_BASIS_POINTS, USUAL_BASIS_POINTS } from './rules.ts';

/** Each line with the current owner of its story. An erased story keeps its last owner. */
export const ownedLines = (importId: string): SQL => sql`
  select l.line, l.story_id, l.net_micros, coalesce(s.owner_id, e.owner_id) as owner_id
  from revenue_lines l
  left join stories s on s.id = l.story_id
  left join erased_stories e on e.story_id = l.story_id
  where l.import_id = ${importId}`;

/** The last day of the period decides, whatever the account is now. */
export const basisPointsIn = (period: string, userId: SQL): SQL => {
  const lastDay = lastDayOf(period);
  return sql`case when exists (select 1 from founder_terms f where f.user_id = ${userId}
      and f.since <= ${lastDay}::date and (f.until is null or f.until > ${lastDay}::date))
    then ${FOUNDER_BASIS_POINTS}::int else ${USUAL_BASIS_POINTS}::int end`;
};

/** Integer division truncates toward zero. */
export const shareOfNet = (netMicros: SQL, points: SQL): SQL => sql`${netMicros} * ${points} / 10000`;
