import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import {
  EmailText,
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  RequiredText,
} from '../../../lib/schemas.ts';
import { TEAM_ROLES } from '../../platform/policy/rules.ts';
import { INVITED_ROLES } from './rules.ts';

const Role = OneOf(INVITED_ROLES, 'publisher: may publish; editor: edits drafts; viewer: looks');

/** Somebody of the team, as all of it sees them. */
export const Collaborator = Type.Object({
  user_id: Id,
  display_name: Type.String(),
  mini_thumbnail_url: Nullable(Type.String()),
  role: OneOf(TEAM_ROLES),
  since: Moment,
  own: Type.Boolean({ description: 'true for the caller' }),
});

/** For the owner alone, since it names an address. It takes up a place until it is accepted or revoked. */
export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: Role,
  state: OneOf(['open', 'expired', 'declined']),
  invited_at: Moment,
  expires_at: Moment,
});

/** An invitation as it is shown to whom it went. */
export const OwnInvitation = Type.Object({
  id: Id,
  story: Type.Object({
    id: Id,
    title: Type.String(),
    language: Type.String(),
    mini_thumbnail_url: Nullable(Type.String()),
  }),
  invited_by: Type.Object({ display_name: Type.String() }),
  role: Role,
  expires_at: Moment,
});

const Team = Type.Object({
  role: OneOf(TEAM_ROLES, 'role of the caller'),
  collaborators: Type.Array(Collaborator),
  invitations: Type.Array(Invitation, { description: 'empty unless the caller owns the story' }),
  most: Type.Integer({ description: 'members and invitations together' }),
});

const MemberParams = Type.Object({ id: Id, user_id: Id });
const InvitationParams = Type.Object({ id: Id, invitation_id: Id });

export const teamsContract = defineContract({
  'GET /creator/stories/:id/collaborators': {
    tag: 'Console',
    summary: "List a story's team and open invitations",
    access: 'user',
    params: IdParams,
    replies: { 200: Team },
  },
  'POST /creator/stories/:id/collaborators': {
    tag: 'Console',
    summary: 'Invite somebody by e-mail',
    description:
      'Mails a link that is valid for 14 days. An address that is already invited keeps its one invitation; it gets the new role and another mail. The answer does not tell whether the address has an account.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ email: EmailText(254, 'address'), role: Role }),
    replies: { 201: Type.Object({ invitation: Invitation }) },
    refusals: [403, 409, 429],
    form: { empty: ['email'] },
  },
  'PATCH /creator/stories/:id/collaborators/:user_id': {
    tag: 'Console',
    summary: "Change a member's role",
    access: 'user',
    params: MemberParams,
    body: Type.Object({ role: Role }),
    replies: { 200: Type.Object({ collaborator: Collaborator }) },
    refusals: [403, 409],
    form: {},
  },
  'DELETE /creator/stories/:id/collaborators/me': {
    tag: 'Console',
    summary: 'Leave the team',
    access: 'user',
    params: IdParams,
    replies: { 204: null },
    refusals: [409],
    form: {},
  },
  'DELETE /creator/stories/:id/collaborators/:user_id': {
    tag: 'Console',
    summary: 'Remove a member',
    description: 'The owner removes others, a member may remove themselves. Access ends at once.',
    access: 'user',
    params: MemberParams,
    replies: { 204: null },
    refusals: [403, 409],
    form: {},
  },
  'POST /creator/stories/:id/invitations/:invitation_id/resend': {
    tag: 'Console',
    summary: 'Mail an invitation again',
    description: 'The link is valid for another 14 days. Also reopens an expired or declined invitation.',
    access: 'user',
    params: InvitationParams,
    replies: { 200: Type.Object({ invitation: Invitation }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'DELETE /creator/stories/:id/invitations/:invitation_id': {
    tag: 'Console',
    summary: 'Withdraw an invitation',
    access: 'user',
    params: InvitationParams,
    replies: { 204: null },
    refusals: [403],
    form: {},
  },
  'GET /user/invitations': {
    tag: 'Console',
    summary: "List invitations that wait for the viewer's answer",
    description: "Lists invitations to the viewer's own address; empty until that address is confirmed.",
    access: 'user',
    replies: { 200: Type.Object({ invitations: Type.Array(OwnInvitation) }) },
  },
  'POST /user/invitations/:id/accept': {
    tag: 'Console',
    summary: 'Join a team',
    description:
      'An invitation belongs to the address it was sent to. Only the account with this confirmed address may accept it. Accepting again changes nothing.',
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Object({ story_id: Id, role: OneOf(TEAM_ROLES) }) },
    refusals: [409],
    form: {},
  },
  'POST /user/invitations/:id/decline': {
    tag: 'Console',
    summary: 'Decline an invitation',
    access: 'user',
    params: IdParams,
    replies: { 204: null },
    refusals: [409],
    form: {},
  },
  'POST /invitations/decline': {
    tag: 'Console',
    summary: 'Decline an invitation by the token of its mail',
    description: 'Needs no account.',
    access: 'anyone',
    body: Type.Object({ token: RequiredText(200, 'from the link') }),
    replies: { 200: Message },
    refusals: [409, 429],
    form: {},
  },
});
