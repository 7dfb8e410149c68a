/**
 * REV-03, REV-04: whose a line is and what of it is theirs, as the database decides it: for the deed, for the preview and for
 * what stands out. `shareOn` and `shareOfMicros` say the same of one line; a test holds both equal.
 */
import { type SQL, sql } from 'drizzle-orm';
import { lastDayOf } from '../../../lib/months.ts';
import { FOUNDER_BASIS_POINTS, USUAL_BASIS_POINTS } from './rules.ts';

/** Each line with whoever owns its story now; a story that is erased has the owner that it had. */
export const ownedLines = (importId: string): SQL => sql`
  select l.line, l.story_id, l.net_micros, coalesce(s.owner_id, e.owner_id) as owner_id
  from revenue_lines l
  left join stories s on s.id = l.story_id
  left join erased_stories e on e.story_id = l.story_id
  where l.import_id = ${importId}`;

/** Whatever the account is now: the last day of the period decides. */
export const basisPointsIn = (period: string, userId: SQL): SQL => {
  const lastDay = lastDayOf(period);
  return sql`case when exists (select 1 from founder_terms f where f.user_id = ${userId}
      and f.since <= ${lastDay}::date and (f.until is null or f.until > ${lastDay}::date))
    then ${FOUNDER_BASIS_POINTS}::int else ${USUAL_BASIS_POINTS}::int end`;
};

/** Integers divide towards nothing. */
export const shareOfNet = (netMicros: SQL, points: SQL): SQL => sql`${netMicros} * ${points} / 10000`;
