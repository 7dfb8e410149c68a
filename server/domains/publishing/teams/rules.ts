/** Owns the limits of a team and the validity of invitations. The `policy` decides who may do what in a team. */
import type { TeamRole } from '#db/schema/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';

export type InvitedRole = Exclude<TeamRole, 'owner'>;
export const INVITED_ROLES = ['publisher', 'editor', 'viewer'] as const satisfies readonly InvitedRole[];

/** Members, including the owner, and invitations that are neither accepted nor revoked. */
export const TEAM_MAX_COUNT = 20;

export const INVITATION_MS = 14 * DAY_MS;
/** Two clicks on the button are one invitation and one mail. */
export const MAIL_AGAIN_MS = MINUTE_MS;
/** Answered, revoked and expired invitations are deleted then: they contain an address and serve no purpose. */
export const INVITATIONS_KEPT_MS = 30 * DAY_MS;

export type InvitationFacts = {
  expiresAt: Date;
  acceptedAt: Date | null;
  declinedAt: Date | null;
  revokedAt: Date | null;
};

const INVITATION_STATES = ['open', 'expired', 'accepted', 'declined', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export function invitationState(facts: InvitationFacts, now: Date): InvitationState {
  if (facts.acceptedAt !== null) return 'accepted';
  if (facts.revokedAt !== null) return 'revoked';
  if (facts.declinedAt !== null) return 'declined';
  return facts.expiresAt > now ? 'open' : 'expired';
}

/** A declined invitation can still be accepted while it is valid. */
export const canBeAccepted = ({ acceptedAt, revokedAt, expiresAt }: InvitationFacts, now: Date): boolean =>
  acceptedAt === null && revokedAt === null && expiresAt > now;

export const lastInvitedAt = ({ expiresAt }: Pick<InvitationFacts, 'expiresAt'>): Date =>
  new Date(expiresAt.getTime() - INVITATION_MS);

/** Case does not matter, as everywhere (ERR-20). */
export const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
