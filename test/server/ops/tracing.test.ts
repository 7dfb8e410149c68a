import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import t from 'tap';
import { tracer } from '../../../server/ops/tracing/tracing.ts';
import { startTestApp } from '../../support/app.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
};
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

async function startReceiver() {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    const { resourceSpans } = (await json(request)) as Sent;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { spans, url: `http://127.0.0.1:${port}`, close };
}

t.test('a trace leads from the request over its statements to the job, and holds no values', async (t) => {
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  const site = await startTestApp({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
  const { email } = await site.signUp('Somebody');
  await site.runJobs();
  await site.close();

  const { spans } = receiver;
  const named = (name: string): Span => {
    const found = spans.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no span ${name}`);
    return found;
  };
  const request = named('POST /api/users');
  const job = named('job mail.send');
  t.equal(request.kind, 2, 'of a server');
  t.equal(request.parentSpanId ?? '', '', 'the first of its trace');
  t.equal(job.kind, 5, 'of a consumer');
  t.equal(job.traceId, request.traceId);
  t.equal(job.parentSpanId, request.spanId);
  const attribute = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value;
  t.equal(attribute(request, 'http.route')?.stringValue, '/api/users');
  t.equal(attribute(request, 'http.response.status_code')?.intValue, 201);
  const statements = spans.filter(
    ({ parentSpanId }) => parentSpanId === request.spanId && parentSpanId !== '',
  );
  const texts = statements.map((one) => attribute(one, 'db.query.text')?.stringValue ?? '');
  t.ok(
    texts.some((text) => /^insert into "users".*\$\d/s.test(text)),
    'the statement with places instead of values',
  );
  const ofJob = spans.filter(({ parentSpanId }) => parentSpanId === job.spanId);
  t.ok(ofJob.length > 0, 'statements of the job');
  t.notMatch(JSON.stringify(spans), email);
  t.notMatch(JSON.stringify(spans), 'correct horse');
});

t.test('a parent that the public names is passed over; a receiver that is away ends nothing', async (t) => {
  const receiver = await startReceiver();
  const site = await startTestApp({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
  const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
  await site.call('GET /stories/none', { headers: { traceparent } });
  await receiver.close();
  const reply = await site.call('GET /stories/none');
  t.equal(reply.statusCode, 404);
  await site.close();
  t.notMatch(JSON.stringify(receiver.spans), '1111111111111111');
});

t.test('without a receiver nothing of traces is loaded', async (t) => {
  const site = await startTestApp();
  t.teardown(site.close);
  t.equal(tracer.of(site.deps), null);
});
