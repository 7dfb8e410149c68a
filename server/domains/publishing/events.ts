import Type from 'typebox';
import { Id, Moment } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

/** The story is gone for good with its episodes: long after its deletion, or with its owner's account. */
export const storyErased = event('story.erased', { storyId: Id });

/** Somebody was invited, or reminded. */
export const teamInvited = event('team.invited', { invitationId: Id });
export const teamJoined = event('team.joined', { storyId: Id, userId: Id });
/** `deed` is different each time. */
export const teamRoleChanged = event('team.role_changed', { storyId: Id, userId: Id, deed: Id });
export const teamRemoved = event('team.removed', { storyId: Id, userId: Id, deed: Id });

/** Final: nobody can restore an episode. */
export const episodeDeleted = event('episode.deleted', { storyId: Id, episodeId: Id });

/** The episode was due and not ready. Its receipt says what is missing. */
export const episodeCalledOff = event('episode.called_off', { episodeId: Id, deed: Id });

/** `first`: the episode was never published before. */
export const episodePublished = event('episode.published', { episodeId: Id, first: Type.Boolean() });

/** Readers lose the episode. Those who paid before `blockedAt` get their coins back. */
export const episodeBlocked = event('episode.blocked', { storyId: Id, episodeId: Id, blockedAt: Moment });

export const epubUploaded = event('novels.read_epub', { epubId: Id });

export const epubsDeleted = event('novels.delete_epub_files', { epubIds: Type.Array(Id) });

export const episodeDue = event('episode.publish_due', { episodeId: Id, publishAt: Moment });

export const episodeUnpublished = event('episode.unpublished', { episodeId: Id });
