import { Id } from '../../../lib/schemas.ts';
import { event } from '../../define.ts';

/** Gone for good, with its episodes: long after it was deleted, or with the account of its owner. */
export const storyErased = event('story.erased', { storyId: Id });
