/** Maps an event to the jobs it causes, from all domains. A recorded job maps to itself. */
import { allParts } from '../server/domains/index.ts';
import type { ToJobs } from '../server/outbox/relay.ts';
import { isJobName, type Job } from '../server/queue/jobs.ts';

const reactions = allParts.flatMap((domain) => domain.reactions);

export const toJobs: ToJobs = (event) =>
  isJobName(event.name)
    ? [event as Job]
    : reactions.filter((one) => one.event === event.name).map(({ react }) => react(event.payload) as Job);
