import { Id } from '../../../lib/schemas.ts';
import { event } from '../../define.ts';

/** Somebody was invited, or asked again. */
export const teamInvited = event('team.invited', { invitationId: Id });
export const teamJoined = event('team.joined', { storyId: Id, userId: Id });
/** `deed` is another one each time. */
export const teamRoleChanged = event('team.role_changed', { storyId: Id, userId: Id, deed: Id });
/** By somebody else than themselves. */
export const teamRemoved = event('team.removed', { storyId: Id, userId: Id, deed: Id });
