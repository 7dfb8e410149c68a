/** Loads a server from another process and compares two servers in turn on the same machine. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { figure, median, type Row } from './row.ts';

export type Target = {
  port: number;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
};
export type LoadOrder = Target & { connections: number; durationMs: number };
export type LoadResult = { requests: number; durationMs: number; bytes: number };

/** Many short rounds, so that other load on the machine affects both sides alike. */
const ROUNDS = 24;
const ROUND_MS = 300;
const WARM_UP_MS = 1500;
const CONNECTIONS = 32;

export type Rate = { perSecond: number; cpuMicroseconds: number };
export type Comparison = {
  ours: Rate;
  other: Rate;
  /** Requests per second, ours divided by the other. Median over the rounds. */
  ratio: number;
};

type Load = {
  run(target: Target, options: { connections: number; durationMs: number }): Promise<Rate>;
  stop(): void;
};

/** The server runs in this process, which measures its CPU. The load comes from another process. */
function startLoad(): Load {
  const child = fork(new URL('./load-process.ts', import.meta.url), { stdio: 'inherit' });
  return {
    async run(target, options) {
      const before = process.cpuUsage();
      child.send({ ...target, ...options } satisfies LoadOrder);
      const [answer] = (await once(child, 'message')) as [LoadResult | { error: string }];
      if ('error' in answer) throw new Error(answer.error);
      const { user, system } = process.cpuUsage(before);
      return {
        perSecond: (answer.requests / answer.durationMs) * 1000,
        cpuMicroseconds: (user + system) / answer.requests,
      };
    },
    stop: () => child.disconnect(),
  };
}

export async function compare(ours: Target, other: Target): Promise<Comparison> {
  const load = startLoad();
  const run = (target: Target, durationMs: number) =>
    load.run(target, { connections: CONNECTIONS, durationMs });
  try {
    await run(ours, WARM_UP_MS);
    await run(other, WARM_UP_MS);
    const rounds: { ours: Rate; other: Rate }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 2 === 0) {
        rounds.push({ ours: await run(ours, ROUND_MS), other: await run(other, ROUND_MS) });
      } else {
        const second = await run(other, ROUND_MS);
        rounds.push({ ours: await run(ours, ROUND_MS), other: second });
      }
    }
    return {
      ours: middleOf(rounds.map((round) => round.ours)),
      other: middleOf(rounds.map((round) => round.other)),
      ratio: median(rounds.map((round) => round.ours.perSecond / round.other.perSecond)),
    };
  } finally {
    load.stop();
  }
}

/** Sends one request after the other, so that no time includes waiting for another request. */
export async function measureAlone(target: Target, { rounds = 5, roundMs = 1000 } = {}): Promise<Rate> {
  const load = startLoad();
  try {
    const rates: Rate[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      rates.push(await load.run(target, { connections: 1, durationMs: roundMs }));
    }
    return middleOf(rates.slice(1));
  } finally {
    load.stop();
  }
}

export const rateRows = (name: string, rate: Rate): Row[] => [
  figure(name, rate.perSecond, 'requests/s'),
  figure(`${name}: CPU of the server`, rate.cpuMicroseconds, 'µs/request'),
];

export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const middleOf = (rates: Rate[]): Rate => ({
  perSecond: median(rates.map((rate) => rate.perSecond)),
  cpuMicroseconds: median(rates.map((rate) => rate.cpuMicroseconds)),
});
