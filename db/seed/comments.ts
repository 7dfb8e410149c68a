/** Writes the demo's comments. A start after an interruption skips existing comments. */
import { and, asc, eq } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { moveComment } from '../../server/domains/community/comments/service.ts';
import { lockComment } from '../../server/domains/community/comments/threads.ts';
import { HOUR_MS } from '../../server/lib/durations.ts';
import { newId } from '../../server/lib/ids.ts';
import { commentLikes, comments, episodes, stories, type users } from '../schema/index.ts';
import { type DemoComment, demoComments } from './content/comments.ts';

type People = ReadonlyMap<string, typeof users.$inferSelect>;
type Place = { storyId: string; episodeId: string };

export async function addComments(deps: Deps, people: People): Promise<void> {
  for (const [slug, said] of Object.entries(demoComments)) {
    const [first] = await deps.db
      .select({ storyId: stories.id, episodeId: episodes.id })
      .from(stories)
      .innerJoin(episodes, and(eq(episodes.storyId, stories.id), eq(episodes.status, 'published')))
      .where(eq(stories.slug, slug))
      .orderBy(asc(episodes.position))
      .limit(1);
    if (first === undefined) continue;
    for (const [index, comment] of said.entries())
      await add(deps, people, first, comment, `demo-${slug}-${index}`);
  }
}

async function add(
  deps: Deps,
  people: People,
  place: Place,
  { by, text, hoursAgo, spoiler, pinned, likedBy = [], replies = [] }: DemoComment,
  sentKey: string,
  parentId: string | null = null,
): Promise<void> {
  const author = people.get(by);
  if (author === undefined || author.deletionRequestedAt !== null) return;
  const now = deps.clock.now();
  const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS);
  const id = newId(createdAt.getTime());
  await inTransaction(deps, async (tx) => {
    const made = await tx.db
      .insert(comments)
      .values({
        id,
        ...place,
        parentId,
        authorId: author.id,
        body: text,
        spoiler: spoiler === true,
        sentKey,
        createdAt,
        // Marked as announced: nobody is notified of an old comment.
        ...{ state: 'held', announcedAt: createdAt, pinnedAt: pinned ? createdAt : null },
      })
      .onConflictDoNothing()
      .returning({ id: comments.id });
    if (made.length === 0) return;
    const readers = likedBy.flatMap((key) => people.get(key) ?? []);
    const likes = readers.map((reader) => ({ commentId: id, readerId: reader.id, createdAt }));
    if (likes.length > 0) await tx.db.insert(commentLikes).values(likes);
    await tx.db.update(comments).set({ likesCount: likes.length }).where(eq(comments.id, id));
    await moveComment(tx, await lockComment(tx, id), { state: 'shown' });
  });
  const [known] = await deps.db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.authorId, author.id), eq(comments.sentKey, sentKey)));
  if (known === undefined) return;
  for (const [index, reply] of replies.entries())
    await add(deps, people, place, reply, `${sentKey}-${index}`, known.id);
}
