import type { Account, TestApp } from './app.ts';

export type InvitedRole = 'publisher' | 'editor' | 'viewer';

export const inviteTo = (app: TestApp, owner: Account, storyId: string, email: string, role: string) =>
  app.call(`POST /creator/stories/${storyId}/collaborators`, { as: owner, body: { email, role } });

export const invitationsFor = async (app: TestApp, account: Account) =>
  (await app.call('GET /user/invitations', { as: account })).json<{
    invitations: { id: string; role: string; story: { id: string; title: string } }[];
  }>().invitations;

export const accept = (app: TestApp, account: Account, id: string) =>
  app.call(`POST /user/invitations/${id}/accept`, { as: account, body: {} });

export async function joinTeam(
  app: TestApp,
  owner: Account,
  storyId: string,
  member: Account,
  role: InvitedRole,
): Promise<void> {
  const invited = await inviteTo(app, owner, storyId, member.email, role);
  if (invited.statusCode !== 201) throw new Error(invited.body);
  const reply = await accept(app, member, invited.json<{ invitation: { id: string } }>().invitation.id);
  if (reply.statusCode !== 200) throw new Error(reply.body);
}

export const findTeam = async (app: TestApp, as: Account, storyId: string) =>
  (await app.call(`GET /creator/stories/${storyId}/collaborators`, { as })).json<{
    role: string;
    collaborators: { user_id: string; display_name: string; role: string; own: boolean }[];
    invitations: { id: string; email: string; role: string; state: string; expires_at: string }[];
    most: number;
  }>();
