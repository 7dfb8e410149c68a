/** What happens in this room and others react to. */
import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** It is seen by others for the first time, at once or when the team has let it through. */
export const commentPosted = event('comment.posted', { commentId: Id });

/** A comment that was seen before names somebody since its author has changed it. */
export const commentMentioned = event('comment.mentioned', { commentId: Id, userId: Id });
