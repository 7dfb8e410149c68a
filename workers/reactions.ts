/** Which jobs an event causes. A job that was recorded by its own name causes itself. */
import type { EventName, Events } from '../server/outbox/events.ts';
import type { ToJobs } from '../server/outbox/relay.ts';
import { type FactName, isJobName, type Job } from '../server/queue/jobs.ts';

// What readers see of an episode is purged by the publishing process itself; nothing else follows from it yet.
const reactions = {
  'account.kept': ({ userId }) => [{ name: 'publishing.restore_episodes', payload: { userId } }],
  'episode.published': () => [],
  'episode.unpublished': () => [],
} satisfies { [N in FactName]: (payload: Events[N]) => Job[] };

type Reactions = Record<EventName, ((payload: never) => Job[]) | undefined>;

export const toJobs: ToJobs = (event) => {
  if (isJobName(event.name)) return [event as Job];
  const react = (reactions as Partial<Reactions>)[event.name];
  return react?.(event.payload as never) ?? [];
};
