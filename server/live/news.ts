/**
 * News: something that open pages show has changed. News names the list, never its content: clients reload it with
 * their own access rights. NOTIFY sends it in the transaction of the change, like purges.
 */

import type { TransactionDeps } from '../deps.ts';
import type { News, Topic, TopicKind } from '../ports.ts';

export const TOPIC_KINDS = ['episode_comments', 'story_comments'] as const satisfies readonly TopicKind[];
export const NEWS_CHANNEL = 'tsuzuki_news';

export const commentsTopic = ({
  storyId,
  episodeId,
}: {
  storyId: string;
  episodeId: string | null;
}): Topic => (episodeId === null ? `story_comments:${storyId}` : `episode_comments:${episodeId}`);

/** Sent once per topic and transaction, however often it is called. */
export function tellNews(tx: TransactionDeps, news: News): void {
  // The name lets a process ignore its own news.
  tx.notices.add(NEWS_CHANNEL, `${tx.live.name} ${news}`);
  tx.afterCommit(() => tx.live.hear(news));
}

export const endStreamsOf = (tx: TransactionDeps, userId: string): void =>
  tellNews(tx, `signed_out:${userId}`);

/** User whose streams end. Null for news of a topic. */
export const leaverIn = (news: News): string | null =>
  news.startsWith('signed_out:') ? news.slice('signed_out:'.length) : null;

/** News from another process. Null for this process's own, already handled. */
export function newsFrom(payload: string, ownName: string): News | null {
  const [name, news] = payload.split(' ', 2);
  return name === ownName || news === undefined ? null : (news as News);
}
