import { storyInvitations } from '#db/schema/index.ts';
import { defineDomain, SELDOM_MS } from '../../define.ts';
import { teamsContract } from './contract.ts';
import { teamInvited, teamJoined, teamRemoved, teamRoleChanged } from './events.ts';
import { deleteOldInvitations } from './invitations.ts';
import { teamLimits } from './limits.ts';
import { teamMails } from './mails.ts';
import { collectTeams, eraseTeams } from './personal.ts';
import { teamsRoutes } from './routes.ts';

export const teams = defineDomain({
  name: 'teams',
  contract: teamsContract,
  routes: teamsRoutes,
  tables: [storyInvitations],
  events: [teamInvited, teamJoined, teamRoleChanged, teamRemoved],
  sweeps: [{ name: 'invitations.delete_old', everyMs: SELDOM_MS, run: deleteOldInvitations }],
  limits: teamLimits,
  mails: teamMails,
  personal: {
    columns: { 'story_members.user_id': 'erased', 'story_invitations.invited_by': 'erased' },
    collect: collectTeams,
    erase: eraseTeams,
  },
});
