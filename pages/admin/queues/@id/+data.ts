import { jobText } from '#pages/admin/queues/labels.ts';
import { administratorData } from '#pages/layout/data.ts';
import { listSchedules } from '#server/domains/administration/jobs/queries.ts';
import { findJob } from '#server/domains/administration/jobs/queries-job.ts';
import { notFound } from '#server/lib/errors.ts';

export const data = administratorData(async ({ deps, params: { id = '' } }) => {
  if (!/^[\w.-]{1,100}$/.test(id)) throw notFound('not_found');
  const [job, schedules] = await Promise.all([findJob(deps, id), listSchedules(deps)]);
  return {
    head: { title: jobText(job) },
    job,
    schedules: schedules.filter(({ area }) => area === job.area),
    now: deps.clock.now().toISOString(),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
