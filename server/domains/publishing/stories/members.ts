/** Owns `story_members`. Callers check who may change them. */
import { and, eq } from 'drizzle-orm';
import { storyMembers, type TeamRole } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';

export type Member = { storyId: string; userId: string };

export const isMember = ({ storyId, userId }: Member) =>
  and(eq(storyMembers.storyId, storyId), eq(storyMembers.userId, userId));

export async function putMember(tx: TransactionDeps, member: Member, role: TeamRole): Promise<void> {
  const createdAt = tx.clock.now();
  await tx.db
    .insert(storyMembers)
    .values({ ...member, role, createdAt })
    .onConflictDoNothing();
}

export async function setRole(tx: TransactionDeps, member: Member, role: TeamRole): Promise<void> {
  await tx.db.update(storyMembers).set({ role }).where(isMember(member));
}

export async function dropMember(tx: TransactionDeps, member: Member): Promise<void> {
  await tx.db.delete(storyMembers).where(isMember(member));
}

export async function dropMemberships(tx: TransactionDeps, userId: string): Promise<void> {
  await tx.db.delete(storyMembers).where(eq(storyMembers.userId, userId));
}
