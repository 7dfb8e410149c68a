/** What happens in this room and others react to. */
import Type from 'typebox';
import { Id, Moment } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** Gone for good, with its episodes: long after it was deleted, or with the account of its owner. */
export const storyErased = event('story.erased', { storyId: Id });

/** Somebody was invited, or asked again. */
export const teamInvited = event('team.invited', { invitationId: Id });
export const teamJoined = event('team.joined', { storyId: Id, userId: Id });
/** `deed` is another one each time. */
export const teamRoleChanged = event('team.role_changed', { storyId: Id, userId: Id, deed: Id });
/** By somebody else than themselves. */
export const teamRemoved = event('team.removed', { storyId: Id, userId: Id, deed: Id });

/** For good: nobody brings an episode back. */
export const episodeDeleted = event('episode.deleted', { storyId: Id, episodeId: Id });

/** It was due and not ready; its receipt says what is missing. */
export const episodeCalledOff = event('episode.called_off', { episodeId: Id, deed: Id });

/** `first`: never before. */
export const episodePublished = event('episode.published', { episodeId: Id, first: Type.Boolean() });

/** Readers lose it, also those who paid. `blockedAt`: whoever paid before gets the coins back. */
export const episodeBlocked = event('episode.blocked', { storyId: Id, episodeId: Id, blockedAt: Moment });
