/** All access decisions look up story teams here. */
import { and, inArray, sql } from 'drizzle-orm';
import { stories, storyMembers } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isAdministrator, type Person } from '../../../lib/viewer.ts';

export type { Person };

export type Teams = (person: Person, storyId: string) => boolean;

/** Administrators may read every story. */
export async function findTeams(
  deps: Deps,
  { people, storyIds }: { people: readonly Person[]; storyIds: readonly string[] },
): Promise<Teams> {
  const userIds = [...new Set(people.flatMap((person) => (isAdministrator(person) ? [] : [person.id])))];
  const isNobody = userIds.length === 0 || storyIds.length === 0;
  const rows = isNobody
    ? []
    : await deps.db
        .select({ storyId: storyMembers.storyId, userId: storyMembers.userId })
        .from(storyMembers)
        .where(and(inArray(storyMembers.userId, userIds), inArray(storyMembers.storyId, [...storyIds])));
  const members = new Set(rows.map(({ storyId, userId }) => `${storyId} ${userId}`));
  return (person, storyId) => isAdministrator(person) || members.has(`${storyId} ${person.id}`);
}

/** The same as a column of a select from stories. Saves a query. */
export function isTeamOf(person: Person | null) {
  if (person === null) return sql<boolean>`false`;
  if (isAdministrator(person)) return sql<boolean>`true`;
  return sql<boolean>`exists (select 1 from ${storyMembers}
    where ${storyMembers.storyId} = ${stories.id} and ${storyMembers.userId} = ${person.id})`;
}
