/**
 * Memory of processes under load. Objects left after garbage collection show leaks. Buffers follow the requests.
 * Resident memory also contains spare memory of heap and allocator.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import type { Member } from '../support/installation/member.ts';
import { slopeOf } from './arrivals.ts';
import { atMost, figure, type Row } from './row.ts';

/** Growth per hour that still counts as stable. A short run does not measure it. */
const GROWTH_MAX_MIB_AN_HOUR = 20;
const FROM_MINUTES = 10;
const SAMPLES = 120;
/** Shares of the run at which garbage is collected. Caches are full by the first. */
const COLLECTED_AT = [0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];
const MIB = 1024 * 1024;

/** Node option that lets the bench query a process for its memory use. */
export const ASKABLE = '--inspect-port=0';

type Sample = { hours: number; mib: number };
type Known = { member: Member; resident: Sample[]; objects: Sample[]; buffersMib: number[] };

/** Samples at intervals until `until`. Each collection pauses a process for some tenths of a second. */
export async function watchMemory(members: readonly Member[], until: number): Promise<Row[]> {
  const begun = performance.now();
  const hours = (): number => (performance.now() - begun) / 3_600_000;
  const everyMs = (until - begun) / SAMPLES;
  const known: Known[] = members.map((member) => ({
    member,
    resident: [],
    objects: [],
    buffersMib: [],
  }));
  for (let turn = 0; turn <= SAMPLES; turn += 1) {
    await sleep(Math.max(0, begun + turn * everyMs - performance.now()));
    for (const { member, resident } of known) resident.push({ hours: hours(), mib: member.memoryMib() });
    if (!COLLECTED_AT.includes(turn / SAMPLES)) continue;
    for (const { member, objects, buffersMib } of known) {
      const held = await heldBy(member);
      objects.push({ hours: hours(), mib: held.objectsMib });
      buffersMib.push(held.buffersMib);
    }
  }
  return known.flatMap((one) => rowsOf(one, (until - begun) / 60_000));
}

function rowsOf({ member, resident, objects, buffersMib }: Known, minutes: number): Row[] {
  const told = (label: string, growth: number): Row =>
    minutes >= FROM_MINUTES
      ? atMost(label, growth, GROWTH_MAX_MIB_AN_HOUR, 'MiB/h')
      : figure(label, growth, 'MiB/h');
  const at = [0, 0.25, 0.5, 0.75, 1].map((share) => resident[Math.floor((resident.length - 1) * share)]);
  const half = resident.slice(resident.length >> 1);
  return [
    told(`${member.name}: objects after collection (${mibs(objects)} MiB): growth`, slopeIn(objects)),
    figure(`${member.name}: buffers at the least`, Math.min(...buffersMib), 'MiB'),
    figure(`${member.name}: buffers at the most`, Math.max(...buffersMib), 'MiB'),
    told(`${member.name}: resident (${mibs(at)} MiB): growth in the second half`, slopeIn(half)),
  ];
}

const mibs = (samples: readonly (Sample | undefined)[]): string =>
  samples.map((one) => Math.round(one?.mib ?? 0)).join(', ');
const slopeIn = (samples: readonly Sample[]): number =>
  slopeOf(samples.map(({ hours, mib }) => ({ x: hours, y: mib })));

async function heldBy(member: Member): Promise<{ objectsMib: number; buffersMib: number }> {
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
  // The second collection frees objects that finalizers released during the first.
  for (let turn = 0; turn < 2; turn += 1) await ask('HeapProfiler.collectGarbage');
  const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
  socket.close();
  return { objectsMib: usedSize / MIB, buffersMib: backingStorageSize / MIB };
}
