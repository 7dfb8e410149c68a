import { and, eq, inArray } from 'drizzle-orm';
import { commentMentions, comments, stories, storyMembers, type TeamRole } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { mayDo, TEAM_ROLES } from '../../platform/policy/rules.ts';
import { notify } from './notify.ts';

/** Roles that are notified of new comments. */
const HIDERS = TEAM_ROLES.filter((role) => mayDo(role, 'hide_comments')) satisfies TeamRole[];

/** One notification per person and comment: for a mention, else a reply, else the team. None for a hidden comment. */
export async function notifyOfComment(deps: Deps, commentId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [comment] = await tx.db.select().from(comments).where(eq(comments.id, commentId));
    if (comment === undefined || comment.state !== 'shown') return;
    const { storyId, episodeId, parentId, authorId: actorId } = comment;
    const news = { storyId, episodeId, subjectId: commentId, actorId };
    const where = episodeId ?? storyId;
    const told = new Set<string>();
    const once = (ids: readonly (string | null)[]): string[] => {
      const fresh = ids.filter((id): id is string => id !== null && !told.has(id));
      for (const id of fresh) told.add(id);
      return fresh;
    };
    const named = await tx.db
      .select({ id: commentMentions.userId })
      .from(commentMentions)
      .where(eq(commentMentions.commentId, commentId));
    await notify(tx, once(named.map(({ id }) => id)), { ...news, kind: 'mention', key: `mention:${where}` });
    if (parentId !== null) {
      const [above] = await tx.db
        .select({ authorId: comments.authorId })
        .from(comments)
        .where(eq(comments.id, parentId));
      await notify(tx, once([above?.authorId ?? null]), { ...news, kind: 'reply', key: `reply:${parentId}` });
    }
    const team = await tx.db
      .select({ id: storyMembers.userId })
      .from(storyMembers)
      .where(and(eq(storyMembers.storyId, storyId), inArray(storyMembers.role, HIDERS)));
    await notify(tx, once(team.map(({ id }) => id)), {
      ...news,
      kind: 'new_comment',
      key: `new_comment:${where}`,
    });
  });
}

/** A user who was mentioned in a later edit. */
export async function notifyOfMention(
  deps: Deps,
  { commentId, userId }: { commentId: string; userId: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [comment] = await tx.db.select().from(comments).where(eq(comments.id, commentId));
    if (comment === undefined || comment.state !== 'shown') return;
    const { storyId, episodeId, authorId: actorId } = comment;
    const key = `mention:${episodeId ?? storyId}`;
    await notify(tx, [userId], { kind: 'mention', key, storyId, episodeId, subjectId: commentId, actorId });
  });
}

export async function notifyOfSubscriber(
  deps: Deps,
  { storyId, readerId }: { storyId: string; readerId: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [story] = await tx.db
      .select({ ownerId: stories.ownerId })
      .from(stories)
      .where(eq(stories.id, storyId));
    if (story === undefined) return;
    await notify(tx, [story.ownerId], {
      ...{ kind: 'new_subscriber', key: `new_subscriber:${storyId}`, storyId, episodeId: null },
      subjectId: readerId,
      actorId: readerId,
    });
  });
}
