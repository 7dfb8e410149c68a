/**
 * News: that something has changed which open pages show. Only what has changed is named, never how; whoever hears of it
 * asks for the list that they may see. It is told by NOTIFY in the transaction of the change, as purges are.
 */
import type { TransactionDeps } from '../deps.ts';

/** What a page may listen to: the comments of an episode, or of a story as a whole. */
export const TOPIC_KINDS = ['episode_comments', 'story_comments'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];
export type Topic = `${TopicKind}:${string}`;

/** Whoever was signed in here may hear nothing more as themselves; their streams end, and they come anew as visitors. */
type Farewell = `signed_out:${string}`;
export type News = Topic | Farewell;

export const NEWS_CHANNEL = 'tsuzuki_news';

export const commentsTopic = ({
  storyId,
  episodeId,
}: {
  storyId: string;
  episodeId: string | null;
}): Topic => (episodeId === null ? `story_comments:${storyId}` : `episode_comments:${episodeId}`);

/** Told once for each topic and transaction, however often it is called. */
export function tellNews(tx: TransactionDeps, news: News): void {
  // The name keeps a process from hearing itself twice.
  tx.notices.add(NEWS_CHANNEL, `${tx.live.name} ${news}`);
  tx.afterCommit(() => tx.live.hear(news));
}

export const endStreamsOf = (tx: TransactionDeps, userId: string): void =>
  tellNews(tx, `signed_out:${userId}`);

/** Whose streams end; null for news of a topic. */
export const leaverIn = (news: News): string | null =>
  news.startsWith('signed_out:') ? news.slice('signed_out:'.length) : null;

/** What another process has told; null for its own words, which it has heard already. */
export function newsFrom(payload: string, ownName: string): News | null {
  const [name, news] = payload.split(' ', 2);
  return name === ownName || news === undefined ? null : (news as News);
}
