/**
 * What processes keep while they work: what is in use after a collection, which tells whether anything is held for good, and resident
 * memory, in which what the heap and the allocator hold in store comes and goes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import type { Member } from '../support/installation/member.ts';
import { slopeOf } from './arrivals.ts';
import { atMost, figure, type Row } from './row.ts';

/** What a process may have grown by in an hour and be taken to stay as it is; a short run knows nothing of hours. */
const GROWTH_MAX_MIB_AN_HOUR = 20;
const USED_FROM_MINUTES = 10;
const RESIDENT_FROM_MINUTES = 30;
const SAMPLES = 120;
/** Of the samples; caches have filled by the first. */
const COLLECTED_AT = [0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];
const MIB = 1024 * 1024;

/** With this among its options of Node a process can be asked what it has in use. */
export const ASKABLE = '--inspect-port=0';

type Sample = { hours: number; mib: number };
type Known = { member: Member; resident: Sample[]; used: Sample[] };

/** At intervals until `until`. Each collection takes a process some tenths of a second. */
export async function watchMemory(members: readonly Member[], until: number): Promise<Row[]> {
  const begun = performance.now();
  const hours = (): number => (performance.now() - begun) / 3_600_000;
  const everyMs = (until - begun) / SAMPLES;
  const known: Known[] = members.map((member) => ({ member, resident: [], used: [] }));
  for (let turn = 0; turn <= SAMPLES; turn += 1) {
    await sleep(Math.max(0, begun + turn * everyMs - performance.now()));
    for (const { member, resident } of known) resident.push({ hours: hours(), mib: member.memoryMib() });
    if (!COLLECTED_AT.includes(turn / SAMPLES)) continue;
    for (const { member, used } of known) used.push({ hours: hours(), mib: await usedMib(member) });
  }
  return known.flatMap((one) => rowsOf(one, (until - begun) / 60_000));
}

function rowsOf({ member, resident, used }: Known, minutes: number): Row[] {
  const told = (label: string, growth: number, fromMinutes: number): Row =>
    minutes >= fromMinutes
      ? atMost(label, growth, GROWTH_MAX_MIB_AN_HOUR, 'MiB/h')
      : figure(label, growth, 'MiB/h');
  const at = [0, 0.25, 0.5, 0.75, 1].map((share) => resident[Math.floor((resident.length - 1) * share)]);
  const half = resident.slice(resident.length >> 1);
  return [
    told(
      `${member.name}: in use after collection (${mibs(used)} MiB): growth`,
      slopeIn(used),
      USED_FROM_MINUTES,
    ),
    told(
      `${member.name}: resident (${mibs(at)} MiB): growth in the second half`,
      slopeIn(half),
      RESIDENT_FROM_MINUTES,
    ),
  ];
}

const mibs = (samples: readonly (Sample | undefined)[]): string =>
  samples.map((one) => Math.round(one?.mib ?? 0)).join(', ');
const slopeIn = (samples: readonly Sample[]): number =>
  slopeOf(samples.map(({ hours, mib }) => ({ x: hours, y: mib })));

/** Objects and buffers that somebody still holds. */
async function usedMib(member: Member): Promise<number> {
  process.kill(member.pid(), 'SIGUSR1');
  const address = await eventually(`${member.name} can be asked`, () =>
    member
      .lines()
      .map((line) => /^Debugger listening on (ws:\S+)/.exec(line)?.[1])
      .findLast((one) => one !== undefined),
  );
  const socket = new WebSocket(address);
  const answers = new Map<number, (result: Record<string, number>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Record<string, number> };
    answers.get(id)?.(result);
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const ask = (method: string): Promise<Record<string, number>> =>
    new Promise((resolve) => {
      answers.set(answers.size, resolve);
      socket.send(JSON.stringify({ id: answers.size - 1, method }));
    });
  // What the first one has let go by finalisers, the second one takes.
  for (let turn = 0; turn < 2; turn += 1) await ask('HeapProfiler.collectGarbage');
  const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
  socket.close();
  return (usedSize + backingStorageSize) / MIB;
}
