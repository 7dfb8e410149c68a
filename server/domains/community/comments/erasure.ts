/**
 * Erases all comments and likes of an account, with statements per thread, not per comment. Other people see the same
 * parents and counts as after deleting each comment.
 */
import { and, eq, ne, sql } from 'drizzle-orm';
import { commentLikes, comments } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { commentsTopic, tellNews } from '../../../live/news.ts';
import { isListedRow, isShownRow } from './corrections.ts';
import { type Counts, growThread } from './threads.ts';

/** Deletes all comments. A comment with replies leaves an anonymous placeholder. */
export async function eraseWritten(tx: TransactionDeps, authorId: string): Promise<void> {
  const own = sql`(select id from comments where author_id = ${authorId})`;
  const above = sql`(select parent_id from comments where author_id = ${authorId} and parent_id is not null)`;
  await tx.db.execute(sql`delete from comment_mentions where comment_id in ${own}`);
  // Parents first, then own comments: the usual lock order.
  await tx.db.execute(sql`select 1 from comments where id in ${above} order by id for no key update`);
  await tx.db.execute(sql`select 1 from comments where id in ${own} order by id for no key update`);
  const before = await countThreads(tx, sql`id in ${own} or id in ${above}`);
  await tx.db.execute(sql`
    update comments above set replies_count = greatest(0, above.replies_count - gone.count)
    from (select parent_id, count(*)::int as count from comments
      where author_id = ${authorId} and parent_id is not null and state = 'shown' group by 1) gone
    where above.id = gone.parent_id`);
  await tx.db
    .update(comments)
    .set({ state: 'deleted', body: '', editedAt: null, pinnedAt: null })
    .where(and(eq(comments.authorId, authorId), ne(comments.state, 'deleted')));
  const after = await countThreads(tx, sql`id in ${own} or id in ${above}`);
  for (const [subjectId, { shown, listed, ...thread }] of before) {
    const is = after.get(subjectId) ?? { shown: 0, listed: 0 };
    await growThread(tx, thread, { shown: is.shown - shown, listed: is.listed - listed });
    tellNews(tx, commentsTopic(thread));
  }
  await tx.db.update(comments).set({ authorId: null, sentKey: null }).where(eq(comments.authorId, authorId));
}

type Counted = Counts & { storyId: string; episodeId: string | null };

/** Counts these comments per thread, in the order of threads. */
async function countThreads(
  { db }: TransactionDeps,
  which: ReturnType<typeof sql>,
): Promise<Map<string, Counted>> {
  const { rows } = await db.execute<Counted & { subjectId: string }>(sql`
    select coalesce(episode_id, story_id) as "subjectId", story_id as "storyId", episode_id as "episodeId",
      count(*) filter (where ${isShownRow})::int as shown, count(*) filter (where ${isListedRow})::int as listed
    from comments where ${which} group by 1, 2, 3 order by 1`);
  return new Map(rows.map(({ subjectId, ...counted }) => [subjectId, counted]));
}

export async function unlikeAll(tx: TransactionDeps, readerId: string): Promise<void> {
  await tx.db.execute(sql`
    with held as materialized (
      select id from comments where id in (select comment_id from comment_likes where reader_id = ${readerId})
      order by id for no key update)
    update comments c set likes_count = greatest(0, c.likes_count - 1) from held where c.id = held.id`);
  await tx.db.delete(commentLikes).where(eq(commentLikes.readerId, readerId));
}
