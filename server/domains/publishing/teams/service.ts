/** Owns the members of a team, except its owner, who comes and goes with the story. */

import { eq } from 'drizzle-orm';
import { storyMembers, type TeamRole, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, forbidden, notFound } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mayDo } from '../../platform/policy/rules.ts';
import { teamRemoved, teamRoleChanged } from '../events.ts';
import { dropMember, isMember, type Member, putMember, setRole } from '../stories/members.ts';
import { requireStory } from '../stories/team.ts';
import type { InvitedRole } from './rules.ts';

/** Throws 404 for non-members, 409 for the owner, whose role is fixed. */
export async function changeRole(
  deps: Deps,
  viewer: Viewer,
  member: Member,
  role: InvitedRole,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await requireStory(tx, viewer, member.storyId, 'manage_team', { forUpdate: true });
    if ((await requireMember(tx, member)) === 'owner') throw conflict('owner_stays');
    await setRole(tx, member, role);
    await record(tx, teamRoleChanged, { ...member, deed: newId(tx.clock.now().getTime()) });
    logSecurity(tx, 'role_changed', { ...member, role, actorId: viewer.id });
  });
}

/** The owner removes others. Other members may remove themselves. Once committed, they no longer find the story. */
export async function removeMember(deps: Deps, viewer: Viewer, member: Member): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { role } = await requireStory(tx, viewer, member.storyId, 'view', { forUpdate: true });
    const isOwn = member.userId === viewer.id;
    if (!isOwn && !mayDo(role, 'manage_team')) throw forbidden('role_insufficient');
    if (!mayDo(await requireMember(tx, member), 'leave')) throw conflict('owner_stays');
    await dropMember(tx, member);
    if (!isOwn) {
      await record(tx, teamRemoved, { ...member, deed: newId(tx.clock.now().getTime()) });
      await writeToRemoved(tx, member);
    }
    logSecurity(tx, 'role_changed', { ...member, role: null, actorId: viewer.id });
  });
}

/** They may not visit for long, and they lose what they worked on. */
async function writeToRemoved(tx: TransactionDeps, { storyId, userId }: Member): Promise<void> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined || user.emailConfirmedAt === null) return;
  const { email: to, language: locale } = user;
  await queueMail(tx, { userId, kind: 'team_removed', to, locale, data: { storyId } });
}

/** Part of accepting an invitation. Existing members keep their role. Returns the role. */
export async function addMember(
  tx: TransactionDeps,
  { storyId, userId }: Member,
  role: InvitedRole,
): Promise<TeamRole> {
  await putMember(tx, { storyId, userId }, role);
  const own = await requireMember(tx, { storyId, userId });
  logSecurity(tx, 'role_changed', { storyId, userId, role: own });
  return own;
}

export async function findRole(tx: TransactionDeps, member: Member): Promise<TeamRole | null> {
  const [found] = await tx.db.select({ role: storyMembers.role }).from(storyMembers).where(isMember(member));
  return found?.role ?? null;
}

async function requireMember(tx: TransactionDeps, member: Member): Promise<TeamRole> {
  const role = await findRole(tx, member);
  if (role === null) throw notFound('not_found');
  return role;
}
