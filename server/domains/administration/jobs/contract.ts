import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf, PageQuery, PageReply } from '../../../lib/schemas.ts';
import { JOB_AREAS } from '../../platform/tables/rules.ts';
import {
  AREA_STATES,
  ASKED_QUEUES,
  AT_ONCE_MAX_COUNT,
  JOB_STATES,
  QUEUE_NAMES,
  QUEUE_STATES,
} from './rules.ts';

const Name = Type.String({ description: 'of the job, like `media.process`' });
const Payload = Type.Record(Type.String(), Type.Unknown(), { description: 'ids of what the job is for' });

const Queue = Type.Object({
  name: OneOf(QUEUE_NAMES),
  state: OneOf(QUEUE_STATES),
  waiting: Type.Integer(),
  active: Type.Integer(),
  delayed: Type.Integer(),
  failed: Type.Integer({ description: 'jobs of its kinds that wait for a person' }),
  oldest_at: Nullable(Moment),
  next_at: Nullable(Type.String({ ...Moment, description: 'when the next delayed one is due' })),
  next_job_id: Nullable(Type.String({ description: 'the next delayed job' })),
});

const Area = Type.Object({
  name: OneOf(JOB_AREAS),
  state: OneOf(AREA_STATES),
  done: Type.Integer({ description: 'tries that went well in the last hour' }),
  failed_tries: Type.Integer({ description: 'tries that did not, in the last hour' }),
  failed: Type.Integer({ description: 'jobs that wait for a person' }),
  average_ms: Nullable(Type.Integer()),
  longest_wait_ms: Nullable(Type.Integer()),
  counts: Type.Array(Type.Integer(), { description: 'tries in each two minutes of the last hour' }),
});

const FailedJob = Type.Object({
  id: Id,
  job_id: Nullable(Type.String({ description: "the queue's own; null in older entries" })),
  number: Type.String(),
  name: Name,
  area: OneOf(JOB_AREAS),
  payload: Payload,
  reason: Type.String(),
  tries: Type.Integer(),
  failed_at: Moment,
  alike: Type.Integer({ description: 'how many wait with the same name and reason, this one included' }),
});

const Schedule = Type.Object({
  name: Type.String(),
  area: OneOf(JOB_AREAS),
  every_ms: Nullable(Type.Integer({ description: 'null when this release has no such sweep' })),
  last_at: Nullable(Moment),
  duration_ms: Nullable(Type.Integer({ description: 'null while it runs' })),
  next_at: Nullable(Moment),
  worker: Nullable(Type.String()),
  error: Nullable(Type.String({ description: 'of the latest round, unless it went well' })),
  failed_at: Nullable(Type.String({ ...Moment, description: 'when a round failed last' })),
});

const Try = Type.Object({
  attempt: Type.Integer(),
  outcome: OneOf(['done', 'failed', 'gave_up']),
  reason: Nullable(Type.String()),
  worker: Type.String(),
  started_at: Moment,
  duration_ms: Type.Integer(),
});

const Job = Type.Object({
  id: Type.String(),
  failure_id: Nullable(Type.String({ ...Id, description: 'to retry or drop it by' })),
  number: Type.String(),
  name: Name,
  area: OneOf(JOB_AREAS),
  state: OneOf(JOB_STATES),
  payload: Payload,
  subjects: Type.Array(
    Type.Object({
      type: OneOf(['user', 'story', 'episode', 'import', 'picture', 'book', 'mail']),
      id: Id,
      name: Type.String(),
    }),
  ),
  event: Nullable(Type.String({ description: 'what it came from; forgotten after three days' })),
  recorded_at: Nullable(Moment),
  delayed_until: Nullable(
    Type.String({ ...Moment, description: 'when the queue will run it; null unless it is delayed' }),
  ),
  reason: Nullable(Type.String()),
  error: Nullable(Type.String()),
  tries: Type.Array(Try, { description: 'those that are still remembered, at most 50' }),
  failed_at: Nullable(Moment),
  retried_at: Nullable(Moment),
  dropped_at: Nullable(Moment),
  alike: Type.Object({
    count: Type.Integer({ description: 'this one included' }),
    jobs: Type.Array(Type.Object({ id: Type.String(), number: Type.String() }), {
      description: 'some of the others',
    }),
  }),
});

const administration = { tag: 'Administration', access: 'administrator' } as const;
const Alike = Type.Object({
  alike: Type.Optional(Type.Boolean({ description: 'all with its name and reason as well' })),
});
const JobParams = Type.Object({
  id: Type.String({
    maxLength: 100,
    pattern: '^[\\w.-]+$',
    description: "the queue's own id, or that of a failed job",
  }),
});
const QueueParams = Type.Object({ name: OneOf(ASKED_QUEUES) });

export const queuesContract = defineContract({
  'GET /admin/queues': {
    ...administration,
    summary: 'See how queues, areas of work and schedules stand',
    replies: {
      200: Type.Object({
        queues: Nullable(Type.Array(Queue, { description: 'null while the queue does not answer' })),
        areas: Type.Array(Area),
        schedules: Type.Array(Schedule),
      }),
    },
  },
  'PUT /admin/queues/:name/pause': {
    ...administration,
    summary: 'Pause a queue',
    description:
      'What runs comes to its end; nothing new begins in any process. Releases go out all the same, since a sweep finds them.',
    params: QueueParams,
    form: {},
    replies: { 204: null },
    refusals: [503],
  },
  'DELETE /admin/queues/:name/pause': {
    ...administration,
    summary: 'Let a paused queue go on',
    params: QueueParams,
    form: {},
    replies: { 204: null },
    refusals: [503],
  },
  'GET /admin/failed_jobs': {
    ...administration,
    summary: 'List jobs that failed for good and wait for a person',
    query: Type.Object({ area: Type.Optional(OneOf(JOB_AREAS)), ...PageQuery }),
    replies: { 200: Type.Object({ failed_jobs: Type.Array(FailedJob), ...PageReply }) },
  },
  'POST /admin/failed_jobs/:id/retry': {
    ...administration,
    summary: 'Queue a failed job again',
    params: IdParams,
    body: Alike,
    form: {},
    replies: {
      200: Type.Object({
        retried: Type.Integer(),
        job_ids: Type.Array(Type.String(), {
          description: `of the first ${AT_ONCE_MAX_COUNT}`,
          maxItems: AT_ONCE_MAX_COUNT,
        }),
      }),
    },
    refusals: [404, 409],
  },
  'DELETE /admin/failed_jobs/:id': {
    ...administration,
    summary: 'Drop a failed job: it is not tried again',
    params: IdParams,
    body: Alike,
    form: {},
    replies: { 200: Type.Object({ dropped: Type.Integer() }) },
    refusals: [404, 409],
  },
  'GET /admin/jobs/:id': {
    ...administration,
    summary: 'Get one job with its tries',
    params: JobParams,
    replies: { 200: Type.Object({ job: Job }) },
    refusals: [404],
  },
  'POST /admin/jobs/:id/promote': {
    ...administration,
    summary: 'Run a delayed job now',
    params: JobParams,
    form: {},
    replies: { 204: null },
    refusals: [404, 409, 503],
  },
});
