import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import t from 'tap';
import { parse } from 'yaml';
import { metricsOf } from '../../../server/ops/metrics/endpoint.ts';
import { createQueue } from '../../../server/queue/queue.ts';
import { startTestApp } from '../../support/app.ts';

const OPS = join(import.meta.dirname, '../../../server/ops');
const read = (name: string): string => readFileSync(join(OPS, name), 'utf8');

type Rule = { alert: string; expr: string; annotations: { runbook: string } };
const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (one) => one.rules,
);
const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };

function faultsOf(expression: string): number[] {
  const faults: number[] = [];
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) faults.push(node.from);
    },
  });
  return faults;
}

t.test('Prometheus can read each expression', async (t) => {
  for (const { alert, expr } of rules) t.same(faultsOf(expr), [], alert);
  for (const { targets } of panels) for (const { expr } of targets) t.same(faultsOf(expr), [], expr);
  t.not(faultsOf('sum by (rate(it[5m])').length, 0, 'it would refuse others');
});

t.test(
  'OPS-01 the chart names its jobs as the rules do, which would find none by the name of the operator',
  async (t) => {
    const monitor = read('deploy/chart/templates/monitor.yaml');
    const [, name = ''] = /targetLabel: job, replacement: ([\w-]+)/.exec(monitor) ?? [];
    const wanted = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\bjob=~"([^"]*)"/g)].map(([, job = '']) => job),
    );
    t.not(wanted.length, 0);
    for (const job of wanted) t.match(name, new RegExp(`^(?:${job})$`));
  },
);

t.test('each alert names an entry of the runbook', async (t) => {
  const runbook = read('runbook.md');
  for (const { alert, annotations } of rules) {
    const id = /^runbook\.md#([\w-]+)$/.exec(annotations.runbook)?.[1];
    t.ok(runbook.includes(`<a id="${id}"></a>`), alert);
  }
});

t.test('every figure that an alert, a dashboard or the runbook names is told at /metrics', async (t) => {
  const { deps, caches, databaseUrl, close } = await startTestApp();
  const queue = await createQueue({ config: deps.config, databaseUrl, log: deps.log });
  t.teardown(async () => {
    await queue.close();
    await close();
  });
  const checks = { database: async () => {} };
  const text = metricsOf({ METRICS_TOKEN: undefined, METRICS_PORT: 0 }, { deps, caches, queue, checks });
  const known = new Set(((await text?.())?.text ?? '').match(/(?<=^# TYPE )\w+/gm));
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = expressions.flatMap((expr) => expr.match(/\b(?:tsuzuki|nodejs|process)_\w+/g) ?? []);
  t.ok(named.length > 30);
  for (const [, name = ''] of read('runbook.md').matchAll(/`signals (\w+)`/g))
    t.ok([...known].join(' ').includes(name), `the runbook looks for ${name}`);
  for (const name of new Set(named))
    t.ok(known.has(name) || known.has(name.replace(/_(?:bucket|sum|count)$/, '')), name);
  // Prometheus reserves these labels for the target and would rename ours.
  for (const one of deps.metrics.registry.getMetricsAsArray()) {
    const { labelNames = [] } = one as { labelNames?: string[] };
    t.notOk(labelNames.includes('job') || labelNames.includes('instance'), one.name);
  }
});
