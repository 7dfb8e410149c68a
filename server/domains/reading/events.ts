/** What happens in this room and others react to. */
import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** Somebody follows a story who did not before. */
export const storySubscribed = event('story.subscribed', { storyId: Id, readerId: Id });
