import { eq } from 'drizzle-orm';
import { storyInvitations } from '../../db/schema/index.ts';
import { tokenText } from '../../server/domains/platform/mail/tokens.ts';
import type { Account } from '../support/app.ts';
import { createStory } from '../support/console.ts';
import type { House } from '../support/house.ts';
import { inviteTo, joinTeam } from '../support/team.ts';

export type TeamPaths = Record<'team' | 'teamAlone' | 'invitation' | 'invitationClosed', string | null>;
export const NO_TEAM: TeamPaths = { team: null, teamAlone: null, invitation: null, invitationClosed: null };

export type Cast = { creator: Account; colleague: Account; third: Account };

/** The creator's story has a full team. A third person has invited the colleague, who has not answered. */
export async function makeTeam(
  house: House,
  storyId: string,
  { creator, colleague, third }: Cast,
): Promise<TeamPaths> {
  const { db, signingKey } = house.deps;
  const room = (id: string) => `/creator/stories/${id}/collaborators`;
  const page = (id: string) => `/invitation?token=${tokenText(signingKey, 'join_team', id)}`;
  const ask = async (owner: Account, story: string, email: string, role: string): Promise<string> => {
    const reply = await inviteTo(house, owner, story, email, role);
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json<{ invitation: { id: string } }>().invitation.id;
  };
  await joinTeam(house, creator, storyId, third, 'publisher');
  await joinTeam(house, creator, storyId, colleague, 'editor');
  await ask(creator, storyId, 'jules.arnaud@studio-meridian.example', 'viewer');
  const late = await ask(creator, storyId, 'lettering@inkhouse.example', 'editor');
  const no = await ask(creator, storyId, 'o.brandt@example.org', 'publisher');
  const past = new Date(Date.now() - 86_400_000);
  await db.update(storyInvitations).set({ expiresAt: past }).where(eq(storyInvitations.id, late));
  await db.update(storyInvitations).set({ declinedAt: past }).where(eq(storyInvitations.id, no));
  const alone = await createStory(house, third, { title: 'The Moth Queen: Sketches' });
  const open = await ask(third, alone.id, colleague.email, 'publisher');
  const own = await createStory(house, creator, { title: 'Untitled Western' });
  return {
    team: room(storyId),
    teamAlone: room(own.id),
    invitation: page(open),
    invitationClosed: page(late),
  };
}
