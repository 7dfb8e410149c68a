import Type from 'typebox';
import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** For good: nobody brings an episode back. */
export const episodeDeleted = event('episode.deleted', { storyId: Id, episodeId: Id });

/** It was due and not ready; its receipt says what is missing. */
export const episodeCalledOff = event('episode.called_off', { episodeId: Id, deed: Id });

/** `first`: never before. */
export const episodePublished = event('episode.published', { episodeId: Id, first: Type.Boolean() });
