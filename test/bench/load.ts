/** Loads a server from another process and compares two of them in turn, so that both meet the same machine. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Row } from './images.ts';

export type Target = { port: number; path: string; headers?: Record<string, string> };
export type LoadOrder = Target & { connections: number; durationMs: number };
export type LoadResult = { requests: number; durationMs: number; bytes: number };

/** Many short rounds: whatever else the machine does falls on both sides alike. */
const ROUNDS = 24;
const ROUND_MS = 300;
const WARM_UP_MS = 1500;
const CONNECTIONS = 32;

type Rate = { perSecond: number; cpuMicroseconds: number };
export type Comparison = {
  ours: Rate;
  other: Rate;
  /** Requests per second, ours over the other: the median over the rounds. */
  ratio: number;
};

/** Both servers must run in this process, so that their CPU time can be told; the load comes from another. */
export async function compare(ours: Target, other: Target): Promise<Comparison> {
  const child = fork(new URL('./load-process.ts', import.meta.url), { stdio: 'inherit' });
  const run = async (target: Target, durationMs: number): Promise<Rate> => {
    const before = process.cpuUsage();
    child.send({ ...target, connections: CONNECTIONS, durationMs } satisfies LoadOrder);
    const [answer] = (await once(child, 'message')) as [LoadResult | { error: string }];
    if ('error' in answer) throw new Error(answer.error);
    const { user, system } = process.cpuUsage(before);
    return {
      perSecond: (answer.requests / answer.durationMs) * 1000,
      cpuMicroseconds: (user + system) / answer.requests,
    };
  };
  try {
    await run(ours, WARM_UP_MS);
    await run(other, WARM_UP_MS);
    const rounds: { ours: Rate; other: Rate }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each goes first every other time, so that neither always follows the other.
      if (round % 2 === 0) {
        rounds.push({ ours: await run(ours, ROUND_MS), other: await run(other, ROUND_MS) });
      } else {
        const second = await run(other, ROUND_MS);
        rounds.push({ ours: await run(ours, ROUND_MS), other: second });
      }
    }
    const middle = (rates: Rate[]): Rate => ({
      perSecond: median(rates.map((rate) => rate.perSecond)),
      cpuMicroseconds: median(rates.map((rate) => rate.cpuMicroseconds)),
    });
    return {
      ours: middle(rounds.map((round) => round.ours)),
      other: middle(rounds.map((round) => round.other)),
      ratio: median(rounds.map((round) => round.ours.perSecond / round.other.perSecond)),
    };
  } finally {
    child.disconnect();
  }
}

export const rateRows = (name: string, rate: Rate): Row[] => [
  { name, value: Math.round(rate.perSecond), unit: 'requests/s' },
  {
    name: `${name}: CPU of the server`,
    value: Math.round(rate.cpuMicroseconds * 10) / 10,
    unit: 'µs/request',
  },
];

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}
