/** Only an account with the invited, confirmed address may accept. A forwarded link opens no unpublished work. */

import { and, count, eq, isNull, lt, or } from 'drizzle-orm';
import { stories, storyInvitations, storyMembers, type TeamRole, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unauthorized, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { record } from '../../../outbox/record.ts';
import { isEmail } from '../../accounts/accounts/rules.ts';
import { mailLimits } from '../../platform/limits.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { hashOf, tokenText } from '../../platform/mail/tokens.ts';
import { teamInvited, teamJoined } from '../events.ts';
import { teamLimits } from '../limits.ts';
import { requireStory } from '../stories/team.ts';
import { type InvitationView, presentInvitation } from './queries.ts';
import {
  canBeAccepted,
  INVITATION_MS,
  INVITATIONS_KEPT_MS,
  type InvitedRole,
  invitationState,
  isSameAddress,
  lastInvitedAt,
  MAIL_AGAIN_MS,
  TEAM_MAX_COUNT,
} from './rules.ts';
import { addMember, findRole } from './service.ts';

type Invitation = typeof storyInvitations.$inferSelect;
type Change = Partial<Pick<Invitation, 'role' | 'expiresAt' | 'acceptedAt' | 'declinedAt' | 'revokedAt'>>;

const isPending = and(isNull(storyInvitations.acceptedAt), isNull(storyInvitations.revokedAt));

/**
 * Throws 422 for an invalid address, the viewer's own or a member's. Throws 409 when the team is full or the viewer's
 * address unconfirmed, 429 after too many mails.
 */
export async function inviteMember(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  { email, role }: { email: string; role: InvitedRole },
): Promise<InvitationView> {
  await requireStory(deps, viewer, storyId, 'manage_team');
  if (!viewer.emailConfirmed) throw conflict('email_unconfirmed_invite');
  if (!isEmail(email)) throw unprocessable({ email: ['invalid'] });
  return withinLimits(deps, viewer, email, async (tx) => {
    await requireStory(tx, viewer, storyId, 'manage_team', { forUpdate: true });
    await refuseMember(tx, viewer, storyId, email);
    const [known] = await tx.db
      .select()
      .from(storyInvitations)
      .where(and(eq(storyInvitations.storyId, storyId), eq(storyInvitations.email, email), isPending));
    if (known !== undefined) return mailAgain(tx, viewer, known, role);
    await requirePlace(tx, storyId);
    return add(tx, viewer, { storyId, email, role });
  });
}

/** Throws 404 for an accepted or revoked invitation. */
export async function resendInvitation(
  deps: Deps,
  viewer: Viewer,
  { storyId, invitationId }: { storyId: string; invitationId: string },
): Promise<InvitationView> {
  await requireStory(deps, viewer, storyId, 'manage_team');
  const wanted = and(eq(storyInvitations.id, invitationId), eq(storyInvitations.storyId, storyId), isPending);
  const [known] = await deps.db.select().from(storyInvitations).where(wanted);
  if (known === undefined) throw notFound('not_found');
  return withinLimits(deps, viewer, known.email, async (tx) => {
    await requireStory(tx, viewer, storyId, 'manage_team', { forUpdate: true });
    const [row] = await tx.db.select().from(storyInvitations).where(wanted);
    if (row === undefined) throw notFound('not_found');
    return mailAgain(tx, viewer, row, row.role);
  });
}

export async function revokeInvitation(
  deps: Deps,
  viewer: Viewer,
  { storyId, invitationId }: { storyId: string; invitationId: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await requireStory(tx, viewer, storyId, 'manage_team', { forUpdate: true });
    const rows = await tx.db
      .update(storyInvitations)
      .set({ revokedAt: tx.clock.now() })
      .where(and(eq(storyInvitations.id, invitationId), eq(storyInvitations.storyId, storyId), isPending))
      .returning({ id: storyInvitations.id });
    if (rows.length === 0) throw notFound('not_found');
  });
}

/** Repeating it joins only once. Throws 404 for somebody else's invitation, 409 for one that is no longer valid. */
export async function acceptInvitation(
  deps: Deps,
  viewer: Viewer,
  invitationId: string,
): Promise<{ storyId: string; role: TeamRole }> {
  return inTransaction(deps, async (tx) => {
    const invitation = await requireOwn(tx, viewer, invitationId);
    const { storyId } = invitation;
    const member = { storyId, userId: viewer.id };
    if (invitation.acceptedAt !== null) {
      const role = await findRole(tx, member);
      // The invitation was used, and its user has left the team.
      if (role === null) throw conflict('invitation_closed');
      return { storyId, role };
    }
    if (!canBeAccepted(invitation, tx.clock.now())) throw conflict('invitation_closed');
    await change(tx, invitation, { acceptedAt: tx.clock.now() });
    const joined = await addMember(tx, member, invitation.role);
    await record(tx, teamJoined, member);
    return { storyId, role: joined };
  });
}

export async function declineInvitation(deps: Deps, viewer: Viewer, invitationId: string): Promise<void> {
  await inTransaction(deps, async (tx) => decline(tx, await requireOwn(tx, viewer, invitationId)));
}

/** For anybody with the link, because declining needs no account. */
export async function declineByToken(
  deps: Deps,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const guess = await attempt(deps, mailLimits.mailedLink, [subjects.address(address)]);
  await inTransaction(deps, async (tx) => {
    const [invitation] = await tx.db
      .select()
      .from(storyInvitations)
      .where(eq(storyInvitations.tokenHash, hashOf(token)))
      .for('update');
    if (invitation === undefined) throw conflict('invitation_closed');
    await decline(tx, invitation);
  });
  await guess.takeBack();
}

async function decline(tx: TransactionDeps, invitation: Invitation): Promise<void> {
  const state = invitationState(invitation, tx.clock.now());
  if (state === 'accepted' || state === 'revoked') throw conflict('invitation_closed');
  await change(tx, invitation, { declinedAt: invitation.declinedAt ?? tx.clock.now() });
}

/** A sweep. Addresses are not kept longer than invitations are of use. */
export async function deleteOldInvitations(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - INVITATIONS_KEPT_MS);
  await deps.db
    .delete(storyInvitations)
    .where(
      or(
        lt(storyInvitations.acceptedAt, before),
        lt(storyInvitations.declinedAt, before),
        lt(storyInvitations.revokedAt, before),
        lt(storyInvitations.expiresAt, before),
      ),
    );
}

/** Counts a mail for its sender and its addressee, unless the action is refused. */
async function withinLimits<T>(
  deps: Deps,
  viewer: Viewer,
  email: string,
  deed: (tx: TransactionDeps) => Promise<T>,
): Promise<T> {
  const bySender = await attempt(deps, teamLimits.invite, [subjects.user(viewer.id)]);
  try {
    const byAddress = await attempt(deps, teamLimits.inviteMail, [subjects.account(email)]);
    try {
      return await inTransaction(deps, deed);
    } catch (error) {
      await byAddress.takeBack();
      throw error;
    }
  } catch (error) {
    await bySender.takeBack();
    throw error;
  }
}

async function refuseMember(
  tx: TransactionDeps,
  viewer: Viewer,
  storyId: string,
  email: string,
): Promise<void> {
  const [holder] = await tx.db
    .select({ id: users.id, memberId: storyMembers.userId })
    .from(users)
    .leftJoin(storyMembers, and(eq(storyMembers.userId, users.id), eq(storyMembers.storyId, storyId)))
    .where(eq(users.email, email));
  if (holder?.id === viewer.id) throw unprocessable({ email: ['own_address'] });
  if (holder?.memberId) throw unprocessable({ email: ['member_already'] });
}

async function requirePlace(tx: TransactionDeps, storyId: string): Promise<void> {
  const [members] = await tx.db
    .select({ count: count() })
    .from(storyMembers)
    .where(eq(storyMembers.storyId, storyId));
  const [invited] = await tx.db
    .select({ count: count() })
    .from(storyInvitations)
    .where(and(eq(storyInvitations.storyId, storyId), isPending));
  if ((members?.count ?? 0) + (invited?.count ?? 0) >= TEAM_MAX_COUNT) {
    throw conflict('team_full', { args: { most: TEAM_MAX_COUNT } });
  }
}

async function add(
  tx: TransactionDeps,
  viewer: Viewer,
  { storyId, email, role }: Pick<Invitation, 'storyId' | 'email' | 'role'>,
): Promise<InvitationView> {
  const now = tx.clock.now();
  const id = newId(now.getTime());
  const row: Invitation = {
    id,
    storyId,
    email,
    role,
    tokenHash: hashOf(tokenText(tx.signingKey, 'join_team', id)),
    invitedBy: viewer.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + INVITATION_MS),
    acceptedAt: null,
    declinedAt: null,
    revokedAt: null,
  };
  await tx.db.insert(storyInvitations).values(row);
  await mail(tx, viewer, row);
  return presentInvitation(row, now);
}

/** Extends the same link, so that every mail with it works. */
async function mailAgain(
  tx: TransactionDeps,
  viewer: Viewer,
  row: Invitation,
  role: InvitedRole,
): Promise<InvitationView> {
  const now = tx.clock.now();
  const isFresh = now.getTime() - lastInvitedAt(row).getTime() < MAIL_AGAIN_MS;
  if (isFresh && row.role === role && row.declinedAt === null) return presentInvitation(row, now);
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  await change(tx, row, { role, expiresAt, declinedAt: null });
  await mail(tx, viewer, row);
  return presentInvitation({ ...row, role, expiresAt, declinedAt: null }, now);
}

async function mail(tx: TransactionDeps, viewer: Viewer, { id, email }: Invitation): Promise<void> {
  await queueMail(tx, {
    userId: null,
    kind: 'team_invitation',
    to: email,
    locale: viewer.language,
    data: { invitationId: id },
  });
  await record(tx, teamInvited, { invitationId: id });
}

async function change(tx: TransactionDeps, { id }: Invitation, values: Change): Promise<void> {
  await tx.db.update(storyInvitations).set(values).where(eq(storyInvitations.id, id));
}

/** Locks the story first, like every change of its team. */
async function requireOwn(tx: TransactionDeps, viewer: Viewer, invitationId: string): Promise<Invitation> {
  const find = () => tx.db.select().from(storyInvitations).where(eq(storyInvitations.id, invitationId));
  const [known] = await find();
  if (known === undefined) throw notFound('not_found');
  const [story] = await tx.db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.id, known.storyId), isNull(stories.deletedAt)))
    .for('update');
  const [invitation] = await find().for('update');
  if (story === undefined || invitation === undefined) throw notFound('not_found');
  const [user] = await tx.db.select().from(users).where(eq(users.id, viewer.id));
  if (user === undefined) throw unauthorized('sign_in_required');
  if (!isSameAddress(user.email, invitation.email)) throw notFound('not_found');
  if (user.emailConfirmedAt === null) throw conflict('email_unconfirmed_join');
  return invitation;
}
