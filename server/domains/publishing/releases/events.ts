import Type from 'typebox';
import { Id, Moment } from '../../../lib/schemas.ts';
import { event } from '../../define.ts';

/** For good: nobody brings an episode back. */
export const episodeDeleted = event('episode.deleted', { storyId: Id, episodeId: Id });

/** It was due and not ready; its receipt says what is missing. */
export const episodeCalledOff = event('episode.called_off', { episodeId: Id, deed: Id });

/** `first`: never before. */
export const episodePublished = event('episode.published', { episodeId: Id, first: Type.Boolean() });

/** Readers lose it, also those who paid. `blockedAt`: whoever paid before gets the coins back. */
export const episodeBlocked = event('episode.blocked', { storyId: Id, episodeId: Id, blockedAt: Moment });
