import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { media, stories, storyInvitations, storyMembers, type TeamRole, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { smallAddress } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import { hashOf } from '../../platform/mail/tokens.ts';
import { mayDo, TEAM_ROLES } from '../../platform/policy/rules.ts';
import { requireStory } from '../stories/team.ts';
import type { Collaborator, Invitation, OwnInvitation } from './contract.ts';
import {
  canBeAccepted,
  type InvitationState,
  invitationState,
  lastInvitedAt,
  TEAM_MAX_COUNT,
} from './rules.ts';

export type CollaboratorView = Static<typeof Collaborator>;
export type InvitationView = Static<typeof Invitation>;
export type OwnInvitationView = Static<typeof OwnInvitation>;
export type TeamView = {
  role: TeamRole;
  collaborators: CollaboratorView[];
  invitations: InvitationView[];
  most: number;
};

type InvitationRow = typeof storyInvitations.$inferSelect;

const pending = and(isNull(storyInvitations.acceptedAt), isNull(storyInvitations.revokedAt));

/** The owner first, then by rights. Only managers of the team see invitations, which contain addresses. */
export async function findTeam(deps: Deps, viewer: Viewer, storyId: string): Promise<TeamView> {
  const { role } = await requireStory(deps, viewer, storyId, 'view');
  const collaborators = await listCollaborators(deps, viewer, storyId);
  const rows = mayDo(role, 'manage_team')
    ? await deps.db
        .select()
        .from(storyInvitations)
        .where(and(eq(storyInvitations.storyId, storyId), pending))
        .orderBy(asc(storyInvitations.id))
        .limit(TEAM_MAX_COUNT)
    : [];
  const now = deps.clock.now();
  return {
    role,
    collaborators,
    invitations: rows.map((row) => presentInvitation(row, now)),
    most: TEAM_MAX_COUNT,
  };
}

async function listCollaborators(deps: Deps, viewer: Viewer, storyId: string): Promise<CollaboratorView[]> {
  const rank = sql`array_position(${sql.param([...TEAM_ROLES])}::text[], ${storyMembers.role})`;
  const rows = await deps.db
    .select({ member: storyMembers, user: users, picture: media })
    .from(storyMembers)
    .innerJoin(users, eq(users.id, storyMembers.userId))
    .leftJoin(media, eq(media.id, users.pictureMediaId))
    .where(eq(storyMembers.storyId, storyId))
    .orderBy(rank, asc(storyMembers.createdAt), asc(storyMembers.userId))
    .limit(TEAM_MAX_COUNT);
  return rows.map(({ member, user, picture }) => ({
    user_id: user.id,
    display_name: user.displayName,
    mini_thumbnail_url: picture && smallAddress(picture, 160),
    role: member.role,
    since: member.createdAt.toISOString(),
    own: user.id === viewer.id,
  }));
}

export async function findCollaborator(
  deps: Deps,
  viewer: Viewer,
  { storyId, userId }: { storyId: string; userId: string },
): Promise<CollaboratorView> {
  const found = (await listCollaborators(deps, viewer, storyId)).find((one) => one.user_id === userId);
  if (found === undefined) throw notFound('not_found');
  return found;
}

export function presentInvitation(row: InvitationRow, now: Date): InvitationView {
  const state = invitationState(row, now);
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    state: state === 'expired' || state === 'declined' ? state : 'open',
    invited_at: lastInvitedAt(row).toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}

const invited = (deps: Deps) =>
  deps.db
    .select({ invitation: storyInvitations, story: stories, cover: media, inviter: users.displayName })
    .from(storyInvitations)
    .innerJoin(stories, and(eq(stories.id, storyInvitations.storyId), isNull(stories.deletedAt)))
    .innerJoin(users, eq(users.id, storyInvitations.invitedBy))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .$dynamic();

type InvitedRow = Awaited<ReturnType<typeof invited>>[number];

/** Open invitations of the viewer. Only a confirmed address is known to be theirs. */
export async function listOwnInvitations(deps: Deps, viewer: Viewer): Promise<OwnInvitationView[]> {
  if (!viewer.emailConfirmed) return [];
  const rows = await invited(deps)
    .where(
      and(
        eq(storyInvitations.email, addressOf(deps, viewer)),
        pending,
        isNull(storyInvitations.declinedAt),
        gt(storyInvitations.expiresAt, deps.clock.now()),
      ),
    )
    .orderBy(desc(storyInvitations.id))
    .limit(TEAM_MAX_COUNT);
  return rows.map((row) => presentOwn(deps, row));
}

function presentOwn(deps: Deps, { invitation, story, cover, inviter }: InvitedRow): OwnInvitationView {
  return {
    id: invitation.id,
    story: {
      id: story.id,
      title: story.title,
      language: story.language,
      mini_thumbnail_url: cover && smallAddress(cover, 160, privateSigner(deps)),
    },
    invited_by: { display_name: inviter },
    role: invitation.role,
    expires_at: invitation.expiresAt.toISOString(),
  };
}

export type FoundInvitation = OwnInvitationView & { state: InvitationState; holds: boolean; email: string };

/** By the token in the mail. Null when the invitation or its story is gone. */
export const findInvitation = (deps: Deps, token: string): Promise<FoundInvitation | null> =>
  findOne(deps, eq(storyInvitations.tokenHash, hashOf(token)));

/** Null unless it went to the viewer's confirmed address. */
export async function findOwnInvitation(
  deps: Deps,
  viewer: Viewer,
  id: string,
): Promise<FoundInvitation | null> {
  return viewer.emailConfirmed
    ? findOne(deps, and(eq(storyInvitations.id, id), eq(storyInvitations.email, addressOf(deps, viewer))))
    : null;
}

async function findOne(deps: Deps, which: SQL | undefined): Promise<FoundInvitation | null> {
  const [row] = await invited(deps).where(which);
  if (row === undefined) return null;
  const { invitation } = row;
  const now = deps.clock.now();
  const state = invitationState(invitation, now);
  const holds = canBeAccepted(invitation, now);
  return { ...presentOwn(deps, row), state, holds, email: invitation.email };
}

const addressOf = (deps: Deps, viewer: Viewer) =>
  deps.db.select({ email: users.email }).from(users).where(eq(users.id, viewer.id));

export async function collectInvitations(
  deps: Deps,
  { userId, address }: { userId: string; address: string | null },
): Promise<Record<'sent' | 'received', object[]>> {
  const collect = async (whose: SQL): Promise<object[]> => {
    const rows = await invited(deps).where(whose).orderBy(asc(storyInvitations.id));
    return rows.map(({ invitation, story, inviter }) => {
      const { email, role, createdAt, expiresAt, acceptedAt, declinedAt, revokedAt } = invitation;
      const moments = { createdAt, expiresAt, acceptedAt, declinedAt, revokedAt };
      return { story: { id: story.id, title: story.title }, inviter, email, role, ...moments };
    });
  };
  return {
    sent: await collect(eq(storyInvitations.invitedBy, userId)),
    received: address === null ? [] : await collect(eq(storyInvitations.email, address)),
  };
}
