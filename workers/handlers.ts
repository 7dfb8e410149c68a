import { allParts } from '../server/domains/index.ts';
import type { Handlers, LastRites } from './run-job.ts';

const jobs = allParts.flatMap((domain) => domain.jobs);

export const handlers = Object.fromEntries(jobs.map(({ name, run }) => [name, run])) as Handlers;

export const lastRites: LastRites = Object.fromEntries(
  jobs.flatMap(({ name, giveUp }) => (giveUp ? [[name, giveUp]] : [])),
);
