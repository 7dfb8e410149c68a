import { allParts, type Parts } from '../domains/index.ts';
import type { Events } from '../outbox/events.ts';
import type { JobGroup, JobSettings } from '../ports.ts';

export type JobName = Parts['jobs'][number]['name'];
export type JobTable = Readonly<Record<string, JobSettings>>;

export type Job = { [N in JobName]: { name: N; payload: Events[N] } }[JobName];

export const jobGroups: readonly JobGroup[] = ['quick', 'images'];

const parts = allParts.flatMap(({ jobs }) => jobs);

export const jobSettings = Object.fromEntries(
  parts.map(({ name, settings }) => [name, settings]),
) as Readonly<Record<JobName, JobSettings>>;

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobSettings, name);

export const prioritiesOf = (settings: JobTable, group: JobGroup): number[] =>
  Object.values(settings)
    .filter((one) => one.group === group)
    .map(({ priority }) => priority);
