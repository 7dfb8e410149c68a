/** A story with an episode that has one of every kind of reader content. */
import { eq } from 'drizzle-orm';
import { episodePages, signInFailures, usedAmounts, users } from '../../db/schema/index.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import type { Account, TestApp } from '../support/app.ts';
import { openShelf } from '../support/shelf.ts';

export type Work = {
  storyId: string;
  slug: string;
  episodeId: string;
  pageId: string;
  commentId: string;
  replyId: string;
  noteId: string;
  listId: string;
  /** Wrote all the content and shares the list. */
  writer: Account;
};

export async function leaveWritten(app: TestApp, owner: Account, turn: number): Promise<Work> {
  const { deps } = app;
  const { db } = deps;
  const { addEpisode, addStory } = openShelf(deps);
  // Limits are not under test.
  for (const table of [usedAmounts, signInFailures]) await db.delete(table);
  const writer = await app.signUp(`Writer ${turn}`);
  await db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  const story = await addStory(owner.id, { title: `Lamplight${turn}` });
  const { id: episodeId } = await addEpisode(story, 1);
  const [page] = await db.select().from(episodePages).where(eq(episodePages.episodeId, episodeId));
  const pageId = page?.id ?? '';
  const send = async (call: string, body: object) => {
    const reply = await app.call(call, { as: writer, body });
    if (reply.statusCode >= 300) throw new Error(`${call}: ${reply.body}`);
    return reply.json();
  };
  const { comment } = await send('POST /comments', { episode_id: episodeId, body: 'A comment' });
  const { reply } = await send('POST /comment_replies', { comment_id: comment.id, body: 'A reply' });
  const place = { episode_id: episodeId, page_id: pageId, x: 0.5, y: 0.5 };
  const { tsukkomi_comment: note } = await send('POST /tsukkomi_comments', { ...place, body: 'A note' });
  await send('POST /pop_reaction', { page_id: pageId, kind: 'wow' });
  const { collection } = await send('POST /collections', { title: 'A list', shared: true });
  await send(`PUT /collections/${collection.id}/stories/${story.id}`, {});
  return {
    storyId: story.id,
    slug: story.slug,
    episodeId,
    pageId,
    writer,
    commentId: comment.id,
    replyId: reply.id,
    noteId: note.id,
    listId: collection.id,
  };
}
