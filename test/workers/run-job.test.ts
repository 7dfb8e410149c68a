/** A job during a database outage waits in its place and loses no attempt. */

import t from 'tap';
import type { Deps } from '../../server/deps.ts';
import { newId } from '../../server/lib/ids.ts';
import { createTrail } from '../../server/lib/trail.ts';
import { tracer } from '../../server/ops/tracing/tracing.ts';
import { runJob } from '../../workers/run-job.ts';
import { handlersWith } from '../support/jobs.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const job = { id: '1', name: 'media.process', payload: { mediaId: newId() }, attempt: 1, attempts: 1 };

function depsWith(refusals: number) {
  let asked = 0;
  const pool = {
    async query() {
      asked += 1;
      if (asked <= refusals) throw refused();
    },
  };
  const log = { warn() {}, debug() {} };
  const metrics = { worked() {} };
  const services = new Map();
  tracer.provide({ services }, null);
  return {
    deps: { pool, log, metrics, trail: createTrail(), services } as unknown as Deps,
    asked: () => asked,
  };
}

t.test('a job goes on when the database is back', async (t) => {
  const { deps, asked } = depsWith(3);
  let runs = 0;
  const handlers = handlersWith(async () => {
    runs += 1;
    if (runs === 1) throw new Error('Failed query', { cause: refused() });
  });
  await runJob(deps, handlers, job);
  t.equal(runs, 2);
  t.equal(asked(), 4);
});

t.test('a failure that is not the database’s counts', async (t) => {
  const { deps, asked } = depsWith(0);
  const ofStorage = handlersWith(async () => {
    throw refused();
  });
  await t.rejects(runJob(deps, ofStorage, job), /ECONNREFUSED/);
  t.equal(asked(), 1, 'the database was there');
  const ofProgram = handlersWith(async () => {
    throw new TypeError('undefined is not a function');
  });
  await t.rejects(runJob(deps, ofProgram, job), TypeError);
  t.equal(asked(), 1);
});

t.test('a worker that ends does not wait', async (t) => {
  const { deps } = depsWith(Number.POSITIVE_INFINITY);
  const ending = new AbortController();
  const handlers = handlersWith(async () => {
    throw refused();
  });
  const running = runJob(deps, handlers, job, ending.signal);
  ending.abort();
  await t.rejects(running, /ECONNREFUSED/);
});
