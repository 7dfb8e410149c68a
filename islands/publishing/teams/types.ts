import type { Api } from '../../../server/api.ts';
import type { ReplyOf } from '../../../server/lib/contract.ts';

type Team = ReplyOf<Api['GET /creator/stories/:id/collaborators']>;

export type Collaborator = Team['collaborators'][number];

export type Invitation = Team['invitations'][number];

export type InvitedRole = Invitation['role'];

export type TeamStory = { id: string; title: string };
