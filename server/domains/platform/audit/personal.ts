import { and, asc, eq, or } from 'drizzle-orm';
import { adminActions } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

/** What was done to an account, and what its owner did as an administrator. Entries stay, and name nobody then. */
export async function collectActions(deps: Deps, { id }: Person) {
  const actions = await deps.db
    .select()
    .from(adminActions)
    .where(
      or(
        eq(adminActions.actorId, id),
        and(eq(adminActions.subjectType, 'user'), eq(adminActions.subjectId, id)),
      ),
    )
    .orderBy(asc(adminActions.number));
  // Who else did it is not theirs to know.
  return {
    files: {
      administration: actions.map(({ actorId, ...action }) => ({ ...action, byYourself: actorId === id })),
    },
  };
}
