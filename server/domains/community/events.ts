import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

/** The comment is visible to other people for the first time, at once or after the team's approval. */
export const commentPosted = event('comment.posted', { commentId: Id });

/** An edit mentions a person in a comment that was already visible. */
export const commentMentioned = event('comment.mentioned', { commentId: Id, userId: Id });
