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

const Name = Type.String({ description: 'name of the job, such as `media.process`' });
const Payload = Type.Record(Type.String(), Type.Unknown(), { description: "ids of the job's subjects" });

const Queue = Type.Object({
  name: OneOf(QUEUE_NAMES),
  state: OneOf(QUEUE_STATES),
  waiting: Type.Integer(),
  active: Type.Integer(),
  delayed: Type.Integer(),
  failed: Type.Integer({ description: 'jobs of this queue that wait for a person' }),
  oldest_at: Nullable(Moment),
  next_at: Nullable(Type.String({ ...Moment, description: 'when the next delayed job is due' })),
  next_job_id: Nullable(Type.String({ description: 'id of the next delayed job' })),
});

const Area = Type.Object({
  name: OneOf(JOB_AREAS),
  state: OneOf(AREA_STATES),
  done: Type.Integer({ description: 'successful tries in the last hour' }),
  failed_tries: Type.Integer({ description: 'failed tries in the last hour' }),
  failed: Type.Integer({ description: 'jobs that wait for a person' }),
  average_ms: Nullable(Type.Integer()),
  longest_wait_ms: Nullable(Type.Integer()),
  counts: Type.Array(Type.Integer(), { description: 'tries per two minutes of the last hour' }),
});

const FailedJob = Type.Object({
  id: Id,
  job_id: Nullable(Type.String({ description: 'job id in the queue; null in older entries' })),
  number: Type.String(),
  name: Name,
  area: OneOf(JOB_AREAS),
  payload: Payload,
  reason: Type.String(),
  tries: Type.Integer(),
  failed_at: Moment,
  alike: Type.Integer({
    description: 'number of waiting jobs with the same name and reason, including this job',
  }),
});

const Schedule = Type.Object({
  name: Type.String(),
  area: OneOf(JOB_AREAS),
  every_ms: Nullable(Type.Integer({ description: 'null when this release has no such sweep' })),
  last_at: Nullable(Moment),
  duration_ms: Nullable(Type.Integer({ description: 'null while it runs' })),
  next_at: Nullable(Moment),
  worker: Nullable(Type.String()),
  error: Nullable(Type.String({ description: 'error of the latest run, unless it succeeded' })),
  failed_at: Nullable(Type.String({ ...Moment, description: 'when a run last failed' })),
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
  failure_id: Nullable(Type.String({ ...Id, description: 'id for retrying or dropping the job' })),
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
  event: Nullable(Type.String({ description: 'event that caused the job; deleted after three days' })),
  recorded_at: Nullable(Moment),
  delayed_until: Nullable(
    Type.String({ ...Moment, description: 'when the queue will run the job; null unless it is delayed' }),
  ),
  reason: Nullable(Type.String()),
  error: Nullable(Type.String()),
  tries: Type.Array(Try, { description: 'tries that are still stored, at most 50' }),
  failed_at: Nullable(Moment),
  retried_at: Nullable(Moment),
  dropped_at: Nullable(Moment),
  alike: Type.Object({
    count: Type.Integer({ description: 'number of similar jobs, including this job' }),
    jobs: Type.Array(Type.Object({ id: Type.String(), number: Type.String() }), {
      description: 'some of the other similar jobs',
    }),
  }),
});

const administration = { tag: 'Administration', access: 'administrator' } as const;
const Alike = Type.Object({
  alike: Type.Optional(Type.Boolean({ description: 'also all jobs with the same name and reason' })),
});
const JobParams = Type.Object({
  id: Type.String({
    maxLength: 100,
    pattern: '^[\\w.-]+$',
    description: 'job id in the queue, or id of a failed job',
  }),
});
const QueueParams = Type.Object({ name: OneOf(ASKED_QUEUES) });

export const queuesContract = defineContract({
  'GET /admin/queues': {
    ...administration,
    summary: 'Get the state of queues, areas of work and schedules',
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
      'Running jobs finish, and no process starts new jobs. Releases are still published, because a sweep finds them.',
    params: QueueParams,
    form: {},
    replies: { 204: null },
    refusals: [503],
  },
  'DELETE /admin/queues/:name/pause': {
    ...administration,
    summary: 'Resume a paused queue',
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
    summary: 'Retry a failed job',
    params: IdParams,
    body: Alike,
    form: {},
    replies: {
      200: Type.Object({
        retried: Type.Integer(),
        job_ids: Type.Array(Type.String(), {
          description: `ids of the first ${AT_ONCE_MAX_COUNT} jobs`,
          maxItems: AT_ONCE_MAX_COUNT,
        }),
      }),
    },
    refusals: [404, 409],
  },
  'DELETE /admin/failed_jobs/:id': {
    ...administration,
    summary: 'Drop a failed job, so that it is not retried',
    params: IdParams,
    body: Alike,
    form: {},
    replies: { 200: Type.Object({ dropped: Type.Integer() }) },
    refusals: [404, 409],
  },
  'GET /admin/jobs/:id': {
    ...administration,
    summary: 'Get a job with its tries',
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
