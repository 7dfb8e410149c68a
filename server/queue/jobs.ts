/**
 * The jobs and how each is run. What is recorded under a name that is not here is an event:
 * `workers/reactions.ts` lists the jobs that it causes.
 */
import type { EventName, Events } from '../outbox/events.ts';

/** Jobs of one group share workers: pictures keep the cores busy, everything else waits for others. */
export type JobGroup = 'quick' | 'images';

export type JobSettings = {
  group: JobGroup;
  attempts: number;
  /** Wait before the second attempt; it doubles each time and is shortened by up to half at random. */
  backoffMs: number;
  /** 0 goes first; a job with a higher number runs when none with a lower one waits in its group. */
  priority: number;
};

export const jobSettings = {
  'media.process': { group: 'images', attempts: 6, backoffMs: 2_000, priority: 0 },
  // Behind what is uploaded meanwhile: a long story must not make everybody wait.
  'media.remake': { group: 'images', attempts: 6, backoffMs: 2_000, priority: 5 },
  'media.delete_old_editions': { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 10 },
  'media.make_avif': { group: 'images', attempts: 6, backoffMs: 5_000, priority: 10 },
  'media.delete_files': { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 0 },
  // Up to an hour and a half: a mail server that is away for longer is somebody's business.
  'mail.send': { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 0 },
  'account.make_export': { group: 'quick', attempts: 6, backoffMs: 30_000, priority: 10 },
  // The sweep comes to it sooner than a long wait would.
  'episode.publish_due': { group: 'quick', attempts: 4, backoffMs: 500, priority: 0 },
  'publishing.restore_episodes': { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 0 },
} satisfies Partial<Record<EventName, JobSettings>>;

export type JobName = keyof typeof jobSettings;
export type JobTable = Readonly<Record<JobName, JobSettings>>;

/** Something that happened: it has reactions and no handler of its own. */
export type FactName = Exclude<EventName, JobName>;

/** A job by name with the payload that belongs to the name. */
export type Job = { [N in JobName]: { name: N; payload: Events[N] } }[JobName];

export const jobGroups: readonly JobGroup[] = ['quick', 'images'];

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobSettings, name);
