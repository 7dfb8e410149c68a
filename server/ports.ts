/** Types of what `Deps` carries. Their modules implement them, so that no type leads back to a module. */
import type { ServerResponse } from 'node:http';
import type { Origin } from './lib/trail.ts';

export type SubjectKind = 'story' | 'episode' | 'profile';
/** `landing:new`: something new tops the landing page, which may wait. `landing`: something may be hidden. */
export type WholeTag = 'landing' | 'landing:new' | 'ads' | 'all';
export type PurgeTag = `${SubjectKind}:${string}` | WholeTag;

/** Caches of public content in this process. A purge by tag takes effect here at once, and elsewhere by NOTIFY. */
export type CachePurger = {
  purge(tags: readonly PurgeTag[]): void;
  /** Processes whose acknowledgements a purge awaits. Without it, this process sends purges but receives none. */
  others?: PurgeAcks;
};

export type AckMark = `${number}.${number}`;

export type PurgeAcks = {
  /** Backend process id of our listening connection. Null while offline. */
  ear: number | null;
  /** Mark for a notice. Null when nobody could acknowledge it to us. */
  begin(): AckMark | null;
  /** Resolves when these connections have acknowledged, or on timeout. */
  heardBy(mark: AckMark, listeners: readonly number[]): Promise<void>;
  acknowledge(mark: string, listener: number): void;
};

export type TopicKind = 'episode_comments' | 'story_comments';
export type Topic = `${TopicKind}:${string}`;
/** A topic has changed, or a user signed out: their streams end, and the pages reconnect as visitors. */
export type News = Topic | `signed_out:${string}`;

/** Addresses that one client counts for, with the multiple of a household's limit. */
export type Network = { name: string; times: number };

export type StreamClient = {
  response: ServerResponse;
  networks: readonly Network[];
  topics: readonly Topic[];
  userId: string | null;
};

/** The open event streams of this process. */
export type LiveStreams = {
  readonly name: string;
  readonly count: number;
  /** Throws 429 when a network or person has too many streams, 503 when the process has. */
  requireRoom(caller: Pick<StreamClient, 'networks' | 'userId'>): void;
  /** Starts the response. Do not await anything between checking that the client is still there and this call. */
  open(client: StreamClient): void;
  hear(news: News): void;
  /** News may have been missed, so every client reloads. */
  hearAll(): void;
  close(): void;
};

/** Jobs of one group share workers. Image jobs keep the cores busy. All other jobs mostly wait for other systems. */
export type JobGroup = 'quick' | 'images';

export type JobSettings = {
  group: JobGroup;
  attempts: number;
  /** Wait before the second attempt. It doubles each time, minus up to half at random. */
  backoffMs: number;
  /** 0 goes first. A job runs only when no job with a lower number waits in its group. */
  priority: number;
};

export type QueuedJob = {
  id: string;
  name: string;
  payload: Record<string, unknown>;
  delayMs: number;
  origin?: Origin;
};

export type RunningJob = {
  id: string;
  name: string;
  payload: unknown;
  attempt: number;
  attempts: number;
  /** When it could first have run. */
  dueAt?: Date;
  origin?: Origin;
};

export type FailedJob = {
  id: string;
  name: string;
  payload: unknown;
  error: string;
  attempts: number;
  addedAt: Date;
};

export type DelayedJob = { name: string; payload: Record<string, unknown>; until: Date };

export type WorkOptions = {
  concurrency: number;
  /** Called when a job failed for good. It stays in the queue until `forget`. */
  onGivenUp(job: FailedJob): void;
  /** How long a worker may be silent before others take over its jobs, ms. */
  lockMs?: number | undefined;
  patienceMs?: number | undefined;
};

/** `close` waits a few seconds for running jobs, then returns the rest to the queue. */
export type JobWorker = { close(): Promise<void> };

export type GroupCounts = { waiting: number; active: number; delayed: number; failed: number };

/** Waiting jobs of one priority. Lower numbers run first. */
export type WaitingSince = { priority: number; at: Date };

export type GroupSurvey = {
  waiting: number;
  active: number;
  delayed: number;
  isPaused: boolean;
  oldest: WaitingSince[];
  next: { id: string; at: Date } | null;
};

/** For administration. */
export type QueueCare = {
  survey(): Promise<Record<JobGroup, GroupSurvey>>;
  /** Affects the workers of all processes. Running jobs finish. */
  setPaused(group: JobGroup, isPaused: boolean): Promise<void>;
  /** Finds a delayed job and its due time. Null when no delayed job has this id. */
  findDelayed(id: string): Promise<DelayedJob | null>;
  /** Runs a delayed job now. Returns false when no delayed job has this id. */
  promote(id: string): Promise<boolean>;
};

export type JobQueue = QueueCare & {
  readonly backend: 'redis' | 'postgres';
  /** Accepts all jobs or throws. A job whose id is still in the queue stays unchanged. */
  addBulk(jobs: readonly QueuedJob[]): Promise<void>;
  /** Throws without an answer within 2 s. */
  ping(): Promise<void>;
  counts(): Promise<Record<JobGroup, GroupCounts>>;
  /** When the first waiting job could have run. Null when no job waits. */
  oldestWaiting(): Promise<Record<JobGroup, Date | null>>;
  isLive(name: string, id: string): Promise<boolean>;
  /** Like `isLive`, but also true for a failed job not yet recorded. */
  holds(name: string, id: string): Promise<boolean>;
  listFailed(limit: number): Promise<FailedJob[]>;
  forget(job: { id: string; name: string }): Promise<void>;
  work(group: JobGroup, run: (job: RunningJob) => Promise<void>, options: WorkOptions): Promise<JobWorker>;
  close(): Promise<void>;
};
