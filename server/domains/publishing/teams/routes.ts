import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { teamsContract } from './contract.ts';
import {
  acceptInvitation,
  declineByToken,
  declineInvitation,
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts';
import { findCollaborator, findTeam, listOwnInvitations } from './queries.ts';
import { changeRole, removeMember } from './service.ts';

export const teamsRoutes = defineRoutes<typeof teamsContract, Deps>(teamsContract, {
  'GET /creator/stories/:id/collaborators': ({ deps, viewer, params }) => findTeam(deps, viewer, params.id),
  'POST /creator/stories/:id/collaborators': async ({ deps, viewer, params, body }) => ({
    invitation: await inviteMember(deps, viewer, params.id, body),
  }),
  'PATCH /creator/stories/:id/collaborators/:user_id': async ({ deps, viewer, params, body }) => {
    const member = { storyId: params.id, userId: params.user_id };
    await changeRole(deps, viewer, member, body.role);
    return { collaborator: await findCollaborator(deps, viewer, member) };
  },
  'DELETE /creator/stories/:id/collaborators/me': async ({ deps, viewer, params }) => {
    await removeMember(deps, viewer, { storyId: params.id, userId: viewer.id });
    return undefined;
  },
  'DELETE /creator/stories/:id/collaborators/:user_id': async ({ deps, viewer, params }) => {
    await removeMember(deps, viewer, { storyId: params.id, userId: params.user_id });
    return undefined;
  },
  'POST /creator/stories/:id/invitations/:invitation_id/resend': async ({ deps, viewer, params }) => ({
    invitation: await resendInvitation(deps, viewer, {
      storyId: params.id,
      invitationId: params.invitation_id,
    }),
  }),
  'DELETE /creator/stories/:id/invitations/:invitation_id': async ({ deps, viewer, params }) => {
    await revokeInvitation(deps, viewer, { storyId: params.id, invitationId: params.invitation_id });
    return undefined;
  },
  'GET /user/invitations': async ({ deps, viewer }) => ({
    invitations: await listOwnInvitations(deps, viewer),
  }),
  'POST /user/invitations/:id/accept': async ({ deps, viewer, params }) => {
    const { storyId, role } = await acceptInvitation(deps, viewer, params.id);
    return { story_id: storyId, role };
  },
  'POST /user/invitations/:id/decline': async ({ deps, viewer, params }) => {
    await declineInvitation(deps, viewer, params.id);
    return undefined;
  },
  'POST /invitations/decline': async ({ deps, body, request }) => {
    await declineByToken(deps, { token: body.token, address: request.ip });
    return { message: request.translate('invitation_declined') };
  },
});
