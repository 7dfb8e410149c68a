import { translator } from '#locales/messages.ts';
import { ownStoryData } from '#pages/layout/data.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { mayDo } from '#server/domains/platform/policy/rules.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { findTeam } from '#server/domains/publishing/teams/queries.ts';
import { INVITED_ROLES } from '#server/domains/publishing/teams/rules.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = ownStoryData(async ({ deps, viewer, locale, params }) => {
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const [story, team, { user }] = await Promise.all([
    findOwnStory(deps, viewer, id),
    findTeam(deps, viewer, id),
    findOwnAccount(deps, viewer.id),
  ]);
  const room = translator(locale, 'console')('rooms.team');
  return {
    head: { title: `${room}: ${story.title}` },
    own: story,
    team: {
      story: { id: story.id, title: story.title },
      collaborators: team.collaborators,
      invitations: team.invitations,
      most: team.most,
      may: { manage: mayDo(team.role, 'manage_team'), leave: mayDo(team.role, 'leave') },
      roles: INVITED_ROLES,
      timezone: user.timezone,
    },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
