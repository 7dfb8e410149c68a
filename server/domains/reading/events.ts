import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

/** A reader follows a story that they did not follow before. */
export const storySubscribed = event('story.subscribed', { storyId: Id, readerId: Id });
