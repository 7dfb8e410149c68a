import type { Deps } from '../../../deps.ts';
import { isAppError } from '../../../lib/errors.ts';
import type { Topic, TopicKind } from '../../../ports.ts';
import { type Asking, requireThread } from '../../community/comments/threads.ts';

const check: Record<TopicKind, (deps: Deps, asking: Asking, id: string) => Promise<unknown>> = {
  episode_comments: (deps, asking, episodeId) => requireThread(deps, asking, { episodeId }),
  story_comments: (deps, asking, storyId) => requireThread(deps, asking, { storyId }),
};

/** Throws the error of reading the first topic (404, 451 or 402) when none is allowed. */
export async function findHeard(deps: Deps, asking: Asking, wanted: string): Promise<Topic[]> {
  const heard: Topic[] = [];
  let refusal: unknown = null;
  for (const topic of new Set(wanted.split(',') as Topic[])) {
    const [kind, id = ''] = topic.split(':') as [TopicKind, string];
    try {
      await check[kind](deps, asking, id);
      heard.push(topic);
    } catch (error) {
      if (!isAppError(error)) throw error;
      refusal ??= error;
    }
  }
  if (heard.length === 0) throw refusal;
  return heard;
}
