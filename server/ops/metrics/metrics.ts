/** Prometheus metrics of a process, created by a composition root and updated through `deps.metrics`. */
import { getHeapStatistics } from 'node:v8';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Answer, tallyAnswers } from './tallies.ts';

export type Outcome = 'done' | 'failed' | 'refused';

/**
 * `unmarked`: its network already had a device without a mark. `network`: its network has too many devices at this
 * slot. `too_many`: its network sends more requests than people do.
 */
export type AdLeftOut = 'unmarked' | 'network' | 'too_many';

export type Metrics = {
  readonly registry: Registry;
  answered(answer: Answer): void;
  pageAsked(result: 'hit' | 'miss'): void;
  worked(job: { name: string; outcome: Outcome; seconds: number }): void;
  gaveUp(name: string): void;
  swept(sweep: { name: string; outcome: 'done' | 'failed'; seconds: number }): void;
  /** Delay between a release's scheduled time and its publication. */
  released(lateSeconds: number): void;
  adLeftOut(reason: AdLeftOut): void;
  countAdsLeftOut(): Promise<number>;
  /** Starts metrics that cost something even when nobody reads them. */
  watchProcess(): void;
};

const LAG_PRECISION_MS = 20;
const WORK_BOUNDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const LATENESS_BOUNDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const histogram = <L extends string>(
    name: string,
    help: string,
    shape: { labelNames: readonly L[]; buckets: number[] },
  ) => new Histogram({ name: `tsuzuki_${name}`, help, registers, ...shape });
  const answers = tallyAnswers(registry);
  // Counted in plain variables, like the answers, and exported on request.
  const asked = { hit: 0, miss: 0 };
  new Counter({
    name: 'tsuzuki_page_cache_total',
    help: 'Public pages asked for, by whether they were kept.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(asked)) this.inc({ result }, count);
    },
  });
  // Not `job`: Prometheus uses that label for its targets and would rename ours.
  const jobs = histogram('job_seconds', 'Attempts at jobs, by how they ended.', {
    labelNames: ['name', 'outcome'],
    buckets: WORK_BOUNDS,
  });
  const givenUp = new Counter({
    name: 'tsuzuki_jobs_given_up_total',
    help: 'Jobs that failed for good.',
    labelNames: ['name'],
    registers,
  });
  const sweeps = histogram('sweep_seconds', 'Rounds of sweeps, by how they ended.', {
    labelNames: ['sweep', 'outcome'],
    buckets: WORK_BOUNDS,
  });
  const releases = histogram('release_lateness_seconds', 'How long after its moment an episode came out.', {
    labelNames: [],
    buckets: LATENESS_BOUNDS,
  });
  const adsLeftOut = new Counter({
    name: 'tsuzuki_ads_left_out_total',
    help: 'Impressions of advertisements and presses on them that were answered and not counted.',
    labelNames: ['reason'],
    registers,
  });
  let isWatched = false;
  return {
    registry,
    answered: answers.add,
    pageAsked(result) {
      asked[result] += 1;
    },
    worked: ({ name, outcome, seconds }) => jobs.observe({ name, outcome }, seconds),
    gaveUp: (name) => givenUp.inc({ name }),
    swept: ({ name, outcome, seconds }) => sweeps.observe({ sweep: name, outcome }, seconds),
    released: (lateSeconds) => releases.observe(Math.max(0, lateSeconds)),
    adLeftOut: (reason) => adsLeftOut.inc({ reason }),
    async countAdsLeftOut() {
      const { values } = await adsLeftOut.get();
      return values.reduce((sum, { value }) => sum + value, 0);
    },
    watchProcess() {
      if (isWatched) return;
      isWatched = true;
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
      // Node sets it once, from the memory of the machine or container.
      new Gauge({
        name: 'tsuzuki_heap_bytes_max',
        help: 'The most that the heap of JavaScript may grow to.',
        registers,
      }).set(getHeapStatistics().heap_size_limit);
    },
  };
}
