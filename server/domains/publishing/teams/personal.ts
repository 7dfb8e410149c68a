import { eq } from 'drizzle-orm';
import { stories, storyInvitations, storyMembers } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
import { dropMemberships } from '../stories/members.ts';
import { collectInvitations } from './queries.ts';

export async function collectTeams(deps: Deps, { id, email, emailConfirmedAt }: Person) {
  const address = emailConfirmedAt === null ? null : email;
  const teams = await deps.db
    .select({
      story: { id: stories.id, title: stories.title },
      role: storyMembers.role,
      createdAt: storyMembers.createdAt,
    })
    .from(storyMembers)
    .innerJoin(stories, eq(stories.id, storyMembers.storyId))
    .where(eq(storyMembers.userId, id));
  return { files: { teams, invitations: await collectInvitations(deps, { userId: id, address }) } };
}

/** Its places in the teams of others, and every invitation that was sent by it or to its proven address. */
export async function eraseTeams(tx: TransactionDeps, person: Person): Promise<void> {
  const { id, email, emailConfirmedAt } = person;
  await dropMemberships(tx, id);
  await tx.db.delete(storyInvitations).where(eq(storyInvitations.invitedBy, id));
  if (emailConfirmedAt !== null) {
    await tx.db.delete(storyInvitations).where(eq(storyInvitations.email, email));
  }
}
