import { request } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import pino from 'pino';
import t from 'tap';
import { loadConfig } from '../../../server/config/config.ts';
import { addRounds } from '../../../server/domains/platform/tables/history.ts';
import { listenForMetrics, metricsOf } from '../../../server/ops/metrics/endpoint.ts';
import { createQueue } from '../../../server/queue/queue.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

const TOKEN = 'a-token-of-the-metrics';

export function figure(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const startMeasured = async (environment: Record<string, string>): Promise<TestApp> =>
  startTestApp({
    environment,
    app: async (deps) => ({ metricsText: metricsOf(deps.config, { deps }) }),
  });

t.test('without a token the web knows no metrics', async (t) => {
  const site = await startMeasured({});
  t.teardown(site.close);
  const reply = await site.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } });
  t.equal(reply.statusCode, 404);
});

t.test('who bears the token reads figures by route; addresses that are made up add none', async (t) => {
  const site = await startMeasured({ METRICS_TOKEN: TOKEN });
  t.teardown(site.close);
  const read = (token: string) =>
    site.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  for (const wrong of ['', 'another-token-of-metrics', `${TOKEN}x`])
    t.equal((await read(wrong)).statusCode, 404, wrong);

  await site.call('GET /stories/0198c0de-0000-7000-8000-000000000001');
  for (let at = 0; at < 30; at += 1) {
    await site.call(`GET /stories/secret-${at}`);
    await site.app.inject({ url: `/made-up-${at}?token=hidden` });
  }
  const told = await read(TOKEN);
  t.equal(told.statusCode, 200);
  t.match(told.headers['content-type'], /^text\/plain; version=0\.0\.4/);
  t.equal(told.headers['cache-control'], 'no-store');
  t.notMatch(told.body, /secret-|made-up|hidden/);
  const answers = 'tsuzuki_http_answers_total';
  t.equal(figure(told.body, `${answers}{method="GET",route="/api/stories/:id",status="404"}`), 31);
  t.equal(figure(told.body, `${answers}{method="GET",route="unknown",status="404"}`), 30);
  const seconds = 'tsuzuki_http_answer_seconds_count{method="GET",route="unknown",from="made"}';
  t.equal(figure(told.body, seconds), 30);
  t.equal(figure(told.body, 'tsuzuki_pool_waiting'), 0);
  t.equal(figure(told.body, 'tsuzuki_signals_missing{part="backlog"}'), 0);
});

t.test(
  'workers tell on a port of their own what waits, how jobs went and how late releases were',
  async (t) => {
    const site = await startMeasured({});
    const { deps, databaseUrl } = site;
    const config = loadConfig({ NODE_ENV: 'test', METRICS_PORT: '0', METRICS_TOKEN: TOKEN });
    const queue = await createQueue({ config: deps.config, databaseUrl, log: pino({ level: 'silent' }) });
    const checks = { queue: () => queue.ping(), storage: () => Promise.reject(new Error('away')) };
    const listener = await listenForMetrics(config, metricsOf(config, { deps, queue, checks }));
    t.teardown(async () => {
      await listener?.close();
      await queue.close();
      await site.close();
    });
    await site.signUp('Somebody', { confirmed: false });
    const startedAt = new Date();
    const round = { worker: 'one', startedAt, durationMs: 5, nextAt: startedAt };
    await addRounds(deps, [
      { ...round, name: 'ledger.prove', error: 'Error: 1 balances', failedAt: startedAt },
      { ...round, name: 'media.sweep' },
    ]);
    deps.metrics.worked({ name: 'mail.send', outcome: 'failed', seconds: 0.2 });
    deps.metrics.released(7);
    await queue.addBulk([
      {
        id: 'ob-1',
        name: 'mail.send',
        payload: { mailId: '0198c0de-0000-7000-8000-000000000001' },
        delayMs: 0,
      },
    ] as never);

    const port = listener?.port ?? 0;
    t.equal((await ask(port, '/metrics', {})).status, 404);
    t.equal((await ask(port, '/', { authorization: `Bearer ${TOKEN}` })).status, 404);
    const { status, text } = await ask(port, '/metrics', { authorization: `Bearer ${TOKEN}` });
    t.equal(status, 200);
    t.equal(figure(text, 'tsuzuki_queue_jobs{group="quick",state="waiting"}'), 1);
    t.ok((figure(text, 'tsuzuki_queue_oldest_seconds{group="quick"}') ?? -1) >= 0);
    t.equal(figure(text, 'tsuzuki_heap_bytes_max'), getHeapStatistics().heap_size_limit);
    t.equal(figure(text, 'tsuzuki_mails_waiting'), 1);
    t.equal(figure(text, 'tsuzuki_sweep_failed{sweep="ledger.prove"}'), 1);
    t.equal(figure(text, 'tsuzuki_sweep_failed{sweep="media.sweep"}'), undefined);
    t.ok((figure(text, 'tsuzuki_outbox_waiting') ?? 0) > 0);
    t.equal(figure(text, 'tsuzuki_job_seconds_count{name="mail.send",outcome="failed"}'), 1);
    t.equal(figure(text, 'tsuzuki_release_lateness_seconds_bucket{le="5"}'), 0);
    t.equal(figure(text, 'tsuzuki_release_lateness_seconds_bucket{le="10"}'), 1);
    t.equal(figure(text, 'tsuzuki_service_up{service="queue"}'), 1);
    t.equal(figure(text, 'tsuzuki_service_up{service="storage"}'), 0);
  },
);

t.test('figures that could not be looked up are left out', async (t) => {
  const site = await startMeasured({ METRICS_TOKEN: TOKEN });
  t.teardown(site.close);
  await site.deps.pool.query('alter table failed_jobs rename to elsewhere');
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { body: text } = await site.app.inject({ url: '/metrics', headers });
  t.equal(figure(text, 'tsuzuki_failed_jobs'), undefined);
  t.equal(figure(text, 'tsuzuki_signals_missing{part="backlog"}'), 1);
});

t.test('figures that others can reach want a token', async (t) => {
  const open = { NODE_ENV: 'test', METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' };
  t.throws(() => loadConfig(open), /^Error: METRICS_TOKEN: is required|METRICS_TOKEN: is required/);
  t.doesNotThrow(() => loadConfig({ ...open, METRICS_TOKEN: TOKEN }));
});

function ask(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}
