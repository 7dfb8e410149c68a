/** Cost of traces and log lines in the web process: CPU per request beside a server without them, in turns. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerMember, startInstallation } from '../support/installation.ts';
import { addManyStories, publishedStory, storySlug } from '../support/many-stories.ts';
import { BROWSER, endConnections, send } from './arrivals.ts';
import { processMs } from './cpu.ts';
import { figure, median, type Row } from './row.ts';

const STORIES = 4_000;
const ROUNDS = 12;
const REQUESTS = { kept: 400, anew: 40, api: 60 };

export async function benchSignals(): Promise<Row[]> {
  let bytes = 0;
  const receiver = createServer((request, response) => {
    request.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const kinds: Record<string, Record<string, string>> = {
    none: {},
    'a tenth traced': { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.1' },
    'all traced': { OTEL_EXPORTER_OTLP_ENDPOINT },
    'a line for each': { ACCESS_LOG: 'on' },
  };
  const house = await startInstallation({
    servers: 1,
    workers: 0,
    queue: 'postgres' as const,
    storage: 'files' as const,
    environment: { LOG_LEVEL: 'info' },
  });
  const rows: Row[] = [];
  try {
    await addManyStories(house.postgres.url, { to: STORIES });
    const servers = new Map<string, ServerMember>();
    for (const [kind, environment] of Object.entries(kinds))
      servers.set(kind, await house.addServer(kind.replaceAll(' ', '-'), { environment }));
    let turn = 0;
    const pathOf: Record<keyof typeof REQUESTS, () => string> = {
      kept: () => `/stories/${storySlug(1)}`,
      anew: () => `/stories/${storySlug(publishedStory(turn, STORIES))}/${1 + (turn % 9)}`,
      api: () => `/api/stories/${storySlug(1 + (turn % 19))}`,
    };
    for (const [name, count] of Object.entries(REQUESTS) as [keyof typeof REQUESTS, number][]) {
      const costs = new Map<string, number[]>();
      for (let round = 0; round <= ROUNDS; round += 1) {
        const from = turn;
        for (const [kind, { port, pid }] of servers) {
          turn = from;
          const before = await processMs(pid());
          for (let at = 0; at < count; at += 1) {
            turn += 1;
            const address = `10.${round}.${(turn >> 8) & 255}.${turn & 255}`;
            const path = pathOf[name]();
            const { status } = await send({
              port,
              path,
              headers: { ...BROWSER, 'x-forwarded-for': address },
            });
            // Later episodes cost coins. Their page is as expensive.
            if (status !== 200 && status !== 402) throw new Error(`${path}: ${status}`);
          }
          // The first round is warm-up.
          if (round > 0)
            costs.set(kind, [...(costs.get(kind) ?? []), ((await processMs(pid())) - before) / count]);
        }
      }
      const plain = median(costs.get('none') ?? []);
      for (const [kind, measured] of costs) {
        const cost = median(measured);
        rows.push(figure(`${name}, ${kind}: CPU`, cost, 'ms/request'));
        if (kind !== 'none') rows.push(figure(`${name}, ${kind}: beside none`, cost / plain, 'times'));
      }
    }
    rows.push(figure('sent to the receiver', bytes / 2 ** 20, 'MiB'));
  } finally {
    endConnections();
    await house.close();
    receiver.closeAllConnections();
    receiver.close();
  }
  return rows;
}
