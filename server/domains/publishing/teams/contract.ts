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

const Role = OneOf(INVITED_ROLES, 'publisher: may publish; editor: may edit drafts; viewer: may only view');

export const Collaborator = Type.Object({
  user_id: Id,
  display_name: Type.String(),
  mini_thumbnail_url: Nullable(Type.String()),
  role: OneOf(TEAM_ROLES),
  since: Moment,
  own: Type.Boolean({ description: 'true for the caller' }),
});

/** Only for the owner, because it contains an address. It takes a place in the team until it is accepted or revoked. */
export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: Role,
  state: OneOf(['open', 'expired', 'declined']),
  invited_at: Moment,
  expires_at: Moment,
});

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
  most: Type.Integer({ description: 'maximum number of members and invitations together' }),
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
    summary: 'Invite someone by e-mail',
    description:
      'The mail contains a link that is valid for 14 days. If the address is already invited, its invitation gets the new role and is mailed again. The response does not reveal whether the address has an account.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ email: EmailText(254, 'e-mail address'), role: Role }),
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
    description: 'The owner may remove others, and members may remove themselves. Access ends at once.',
    access: 'user',
    params: MemberParams,
    replies: { 204: null },
    refusals: [403, 409],
    form: {},
  },
  'POST /creator/stories/:id/invitations/:invitation_id/resend': {
    tag: 'Console',
    summary: 'Resend an invitation',
    description:
      'The link is valid for another 14 days. Resending also reopens an expired or declined invitation.',
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
    summary: 'List invitations that the viewer has not answered',
    description:
      "The list contains invitations to the viewer's own address. It is empty until that address is confirmed.",
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
    summary: 'Decline an invitation with the token from its mail',
    description: 'The caller needs no account.',
    access: 'anyone',
    body: Type.Object({ token: RequiredText(200, 'token from the link') }),
    replies: { 200: Message },
    refusals: [409, 429],
    form: {},
  },
});
