/** Fast counters: a cached page takes microseconds, so the label hashing of general counters would be noticeable. */
import type { Registry } from 'prom-client';

export const ANSWER_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** `memory`: a cached page. `made`: everything else. */
export type AnswerSource = 'memory' | 'made';

export type Answer = { method: string; route: string; status: number; from: AnswerSource; seconds: number };

type Durations = { counts: Float64Array; sum: number };
type RouteTally = {
  route: string;
  method: string;
  statuses: Map<number, number>;
  durations: Record<AnswerSource, Durations | null>;
};

export type AnswerTallies = { add(answer: Answer): void };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function tallyAnswers(registry: Registry): AnswerTallies {
  const byMethod = new Map<string, Map<string, RouteTally>>(
    [...METHODS, 'other'].map((method) => [method, new Map()]),
  );
  const tallies = (): RouteTally[] => [...byMethod.values()].flatMap((routes) => [...routes.values()]);
  registry.registerMetric(metric('counter', COUNTER, () => tallies().flatMap(statusValues)) as never);
  registry.registerMetric(metric('histogram', HISTOGRAM, () => tallies().flatMap(durationValues)) as never);

  return {
    add({ method, route, status, from, seconds }) {
      const routes = (byMethod.get(method) ?? byMethod.get('other')) as Map<string, RouteTally>;
      let tally = routes.get(route);
      if (tally === undefined) {
        tally = {
          route,
          method: METHODS.includes(method) ? method : 'other',
          statuses: new Map(),
          durations: { memory: null, made: null },
        };
        routes.set(route, tally);
      }
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      tally.durations[from] ??= { counts: new Float64Array(ANSWER_BOUNDS.length + 1), sum: 0 };
      const durations = tally.durations[from] as Durations;
      durations.sum += seconds;
      let at = 0;
      while (at < ANSWER_BOUNDS.length && seconds > (ANSWER_BOUNDS[at] as number)) at += 1;
      durations.counts[at] = (durations.counts[at] as number) + 1;
    },
  };
}

type Value = { value: number; labels: Record<string, string | number>; metricName?: string };
type Naming = { name: string; help: string };

const COUNTER = { name: 'tsuzuki_http_answers_total', help: 'Answers by route and status.' };
const HISTOGRAM = {
  name: 'tsuzuki_http_answer_seconds',
  help: 'Time until an answer began, by route; from="memory": kept pages.',
};

const metric = (type: string, naming: Naming, valuesOf: () => Value[]) => ({
  ...naming,
  type,
  aggregator: 'sum',
  get: async () => ({ ...naming, type, values: valuesOf(), aggregator: 'sum' }),
  reset() {},
});

const statusValues = ({ method, route, statuses }: RouteTally): Value[] =>
  [...statuses].map(([status, value]) => ({ value, labels: { method, route, status } }));

const durationValues = ({ method, route, durations }: RouteTally): Value[] =>
  (['memory', 'made'] as const).flatMap((from) => {
    const found = durations[from];
    return found === null ? [] : buckets(found, { method, route, from });
  });

function buckets({ counts, sum }: Durations, labels: Record<string, string>): Value[] {
  let total = 0;
  const values = [...counts].map((count, at) => {
    total += count;
    const le = ANSWER_BOUNDS[at] ?? '+Inf';
    return { value: total, labels: { ...labels, le }, metricName: `${HISTOGRAM.name}_bucket` };
  });
  return [
    ...values,
    { value: sum, labels, metricName: `${HISTOGRAM.name}_sum` },
    { value: total, labels, metricName: `${HISTOGRAM.name}_count` },
  ];
}
