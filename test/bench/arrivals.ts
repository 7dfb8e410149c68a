/**
 * Sends requests at a fixed pace, answered or not. A stalled server therefore delays every request that arrives
 * meanwhile. A histogram stores the times, so that half an hour needs no memory.
 */
import { Agent, request as httpRequest } from 'node:http';

export type Ask = {
  port: number;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** Separate connections. Without an agent, all requests share one. */
  agent?: Agent;
};
/** `again`: the server had closed the connection, so the request was sent twice. */
export type Answer = { status: number; bytes: number; again?: true };

export const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'text/html' };

const shared = new Agent({ keepAlive: true, maxSockets: 512 });
const TIMEOUT_MS = 30_000;

export function send({ port, method = 'GET', path, headers, body, agent = shared }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = httpRequest(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      },
    );
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('no answer in 30 s')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection. Browsers retry, too.
      if (request.reusedSocket && error.code === 'ECONNRESET' && method === 'GET')
        send({ port, method, path, agent, ...(headers && { headers }) }).then(
          (answer) => resolve({ ...answer, again: true }),
          reject,
        );
      else reject(error);
    });
    request.end(body);
  });
}

export const endConnections = (): void => shared.destroy();

export const crowdOf = (clients: number): Agent => new Agent({ keepAlive: true, maxSockets: clients });

/** Buckets grow by 5 % from 0.1 ms on, so a quantile is at most 5 % too high. */
const STEP = 1.05;
const LEAST_MS = 0.1;

export class Times {
  readonly counts = new Map<number, number>();
  count = 0;
  worst = 0;

  add(ms: number): void {
    const at = Math.max(0, Math.ceil(Math.log(ms / LEAST_MS) / Math.log(STEP)));
    this.counts.set(at, (this.counts.get(at) ?? 0) + 1);
    this.count += 1;
    this.worst = Math.max(this.worst, ms);
  }

  quantile(share: number): number {
    let left = Math.ceil(this.count * share);
    for (const at of [...this.counts.keys()].sort((one, other) => one - other)) {
      left -= this.counts.get(at) ?? 0;
      if (left <= 0) return Math.min(this.worst, LEAST_MS * STEP ** at);
    }
    return Number.NaN;
  }
}

export type Stream = {
  name: string;
  perSecond: number;
  /** Expected statuses. */
  statuses: readonly number[];
  ask(turn: number): Ask;
};

export type Told = { times: Times; errors: Map<string, number>; left: number };

/** Above this number of open requests, further requests are skipped and counted as left out. */
const UNDER_WAY_MAX_COUNT = 300;

export async function run(stream: Stream, until: number): Promise<Told> {
  const told: Told = { times: new Times(), errors: new Map(), left: 0 };
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  const fail = (why: string): void => void told.errors.set(why, (told.errors.get(why) ?? 0) + 1);
  for (let turn = 0; ; turn += 1) {
    const due = begun + (turn * 1000) / stream.perSecond;
    if (due >= until) break;
    const waitMs = due - performance.now();
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (underWay.size >= UNDER_WAY_MAX_COUNT) {
      told.left += 1;
      continue;
    }
    const sentAt = performance.now();
    const one = send(stream.ask(turn)).then(
      ({ status }) => {
        if (stream.statuses.includes(status)) told.times.add(performance.now() - sentAt);
        else fail(`${status}`);
      },
      (error: Error) => fail(error.message),
    );
    underWay.add(one);
    void one.finally(() => underWay.delete(one));
  }
  await Promise.all(underWay);
  return told;
}

/** Slope of the least-squares line through the points. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const over = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const under = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
