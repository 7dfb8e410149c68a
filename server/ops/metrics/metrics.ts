/** What a process counts of itself, in the form that Prometheus reads. Made once by a composition root, told by `deps.metrics`. */
import { getHeapStatistics } from 'node:v8';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Answer, tallyAnswers } from './tallies.ts';

export type Outcome = 'done' | 'failed' | 'refused';

/** No mark where others had none; enough devices of its network at this slot; more from its network than anybody sends. */
export type AdLeftOut = 'unmarked' | 'network' | 'too_many';

export type Metrics = {
  readonly registry: Registry;
  answered(answer: Answer): void;
  /** A public page was asked for, and was kept or had to be drawn. */
  pageAsked(result: 'hit' | 'miss'): void;
  /** One attempt at a job. */
  worked(job: { name: string; outcome: Outcome; seconds: number }): void;
  gaveUp(name: string): void;
  swept(sweep: { name: string; outcome: 'done' | 'failed'; seconds: number }): void;
  /** An episode came out so long after its moment. */
  released(lateSeconds: number): void;
  /** An impression of an advertisement, or a press on one, was answered and not counted. */
  adLeftOut(reason: AdLeftOut): void;
  /** Number of those that this process has left out since its start. */
  countAdsLeftOut(): Promise<number>;
  /** Begins what costs something even when nobody asks. */
  watchProcess(): void;
};

/** An event loop is asked this often how late it is. */
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
  // Counted by hand, as the answers are, and told when somebody asks.
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
  // Not `job`: so Prometheus calls its own targets, and it would rename ours.
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
      // Node chooses it by the memory of the machine or the container, once.
      new Gauge({
        name: 'tsuzuki_heap_bytes_max',
        help: 'The most that the heap of JavaScript may grow to.',
        registers,
      }).set(getHeapStatistics().heap_size_limit);
    },
  };
}
