/** One fault under load: responses, recovery time, lost or duplicated actions, and cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, figure, type Row } from '../bench/row.ts';
import type { Member } from '../support/installation/member.ts';
import type { Installation, ServerMember } from '../support/installation.ts';
import { audit, lateness, type Outage } from './books.ts';
import type { Answer, Load } from './load.ts';
import { askAt, doorOf, REFUSED } from './load.ts';
import { tokenOf, type World } from './world.ts';

export const BACK_MAX_MS = 5_000;
export const LATE_MAX_MS = 5_000;
/** Maximum time a client waits, whatever is down. */
export const ANSWER_MAX_MS = 15_000;
/** Reported as slow, but still allowed. */
const SLOW_MS = 4_000;
const LINES_MAX_COUNT = 60;
const MEMORY_MAX_MIB = 450;
const PROBE_MS = 100;
const GIVE_UP_MS = 60_000;

export type Scene = {
  house: Installation;
  world: World;
  load: Load;
  outages: Outage[];
  /** Releases due during each fault. Some happen during the next one. */
  releases: { row: Row; name: string; from: number; to: number }[];
  rows: Row[];
  findings: string[];
};

export type Fault = {
  name: string;
  /** Causes the fault and repairs it. The load runs until the promise resolves. */
  happen(): Promise<unknown>;
  /** Servers end, so connections may be refused or break. Otherwise that is a failure. */
  endsServers?: boolean;
  /** Releases are impossible meanwhile. */
  isOutage?: boolean;
  /** Servers that must accept writes again. All by default. */
  servers?: readonly ServerMember[];
  /** Further allowed statuses, such as 507 for a full disk. */
  expected?: readonly number[];
  /** Start of the repair, when `happen` continues after it. */
  mendedAt?(): number;
  tell?(answers: readonly Answer[]): Row[];
  end?(): Promise<void>;
};

export type MakeFault = (scene: Scene) => Promise<Fault> | Fault;

export async function runFault(scene: Scene, fault: Fault): Promise<void> {
  const { house, load, rows, outages, findings, releases } = scene;
  const members = [...house.servers, ...house.workers];
  const from = Date.now();
  const seen = load.answers.length;
  const watch = watchMembers(members);
  await fault.happen();
  const mendedAt = fault.mendedAt?.() ?? Date.now();
  const backs = await Promise.all(
    (fault.servers ?? house.servers).map((server) => whenBack(server, scene, mendedAt)),
  );
  if (fault.isOutage === true) outages.push({ from, to: mendedAt });
  await calm(load);
  const to = Date.now();
  const answers = load.answers.slice(seen);
  await fault.end?.();
  const { linesPerSecond, memoryMib, largest, loudest } = watch.stop();
  // Too early for releases of a short fault, so `judgeReleases` repeats it.
  const late = await lateRow(scene, { name: fault.name, from, to: to - LATE_MAX_MS }, 0);
  releases.push({ row: late, name: fault.name, from, to });
  const { lost, twice } = await audit(house, load.books);
  const { name } = fault;
  const bad = answers.filter((answer) => isBad(answer, fault));
  rows.push(
    atMost(`${name}: back after`, Math.max(...backs) / 1000, BACK_MAX_MS / 1000, 's'),
    late,
    atMost(`${name}: acknowledged and lost`, lost.length, 0),
    atMost(`${name}: happened twice`, twice.length, 0),
    figure(`${name}: answers`, answers.length, ''),
    figure(`${name}: connections refused`, answers.filter(({ why }) => why === REFUSED).length, ''),
    figure(`${name}: refused with Retry-After`, answers.filter(({ status }) => status === 503).length, ''),
    atMost(`${name}: answers that should not be`, bad.length, 0),
    atMost(
      `${name}: slowest answer`,
      Math.max(0, ...answers.map(({ ms }) => ms)) / 1000,
      ANSWER_MAX_MS / 1000,
      's',
    ),
    atMost(`${name}: most lines a second`, linesPerSecond, LINES_MAX_COUNT),
    atMost(`${name}: most memory (${largest})`, memoryMib, MEMORY_MAX_MIB, 'MiB'),
    ...(fault.tell?.(answers) ?? []),
  );
  findings.push(...[...lost.slice(0, 5), ...twice.slice(0, 5)].map((line) => `${name}: ${line}`));
  for (const [what, count] of countBy(
    bad,
    ({ kind, status, why, server }) => `${kind} ${status} ${why} at ${server}`,
  ))
    findings.push(`${name}: ${count} × ${what}`);
  for (const [what, count] of countBy(
    answers.filter(({ ms }) => ms > SLOW_MS),
    ({ kind, status, why, ms }) => `${kind} ${status} ${why} after ${ms < 8_000 ? 'some' : 'many'} seconds`,
  ))
    findings.push(`${name}: slow: ${count} × ${what}`);
  if (linesPerSecond > LINES_MAX_COUNT) findings.push(`${name}: loudest: ${loudest.slice(0, 300)}`);
}

async function lateRow(
  { house, outages }: Scene,
  { name, from, to }: { name: string; from: number; to: number },
  ofNone: number,
): Promise<Row> {
  const late = await lateness(house, { from, to }, outages);
  const p99 = late[Math.floor(late.length * 0.99)] ?? ofNone;
  return atMost(`${name}: releases late, p99 of ${late.length}`, p99 / 1000, LATE_MAX_MS / 1000, 's');
}

/** Waits for late releases, then judges all releases due during a fault, up to its end. */
export async function judgeReleases(scene: Scene): Promise<void> {
  await sleep(LATE_MAX_MS);
  // A window without releases fails, since it tested nothing.
  for (const { row, ...window } of scene.releases)
    Object.assign(row, await lateRow(scene, window, Number.POSITIVE_INFINITY));
}

/** Allowed refusals: 503 with Retry-After, and statuses that the fault expects. */
function isBad(
  { status, why, retryAfter, kind }: Answer,
  { expected = [], endsServers = false }: Fault,
): boolean {
  // A refused or broken connection means that a server ended. Without such a fault, it crashed.
  if (status === 0) return !endsServers || why === 'TimeoutError';
  if (status === 503) return !retryAfter;
  if (expected.includes(status)) return false;
  // The first response was lost, and the address belongs to the same account.
  if (kind === 'sign-up' && status === 422) return false;
  return status >= 400;
}

export function countBy<T>(list: readonly T[], name: (one: T) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(name(one), (counts.get(name(one)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

let probes = 0;

/** Milliseconds after `since` until this server accepts a write and answers an authenticated read. */
async function whenBack(server: ServerMember, { world }: Scene, since: number): Promise<number> {
  const until = Date.now() + GIVE_UP_MS;
  const succeeds = async (write: boolean): Promise<number> => {
    while (Date.now() < until) {
      probes += 1;
      const headers = {
        authorization: `Bearer ${tokenOf(1 + (probes % 200))}`,
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.200.${probes % 250}`,
      };
      const init = write
        ? { method: 'PUT', headers, body: JSON.stringify({ stars: 1 + (probes % 5) }) }
        : { headers };
      const path = write ? `/api/stories/${world.storyIds[0]}/rating` : '/api/wallet';
      const { status } = await askAt(doorOf(server), { kind: 'probe', path, init }, 20_000);
      if (status === 200) return Date.now();
      await sleep(PROBE_MS);
    }
    return Number.POSITIVE_INFINITY;
  };
  const ats = await Promise.all([succeeds(true), succeeds(false)]);
  return Math.max(0, Math.max(...ats) - since);
}

async function calm(load: Load): Promise<void> {
  const until = Date.now() + 10_000;
  await sleep(1_500);
  while (load.waiting() > 10 && Date.now() < until) await sleep(200);
}

function watchMembers(members: readonly Member[]) {
  const before = new Map(members.map((member) => [member, member.lines().length]));
  const counts = new Map(before);
  let linesPerSecond = 0;
  let memoryMib = 0;
  let largest = '';
  let loudest = '';
  const look = (): void => {
    for (const member of members) {
      const lines = member.lines();
      const fresh = lines.length - (counts.get(member) ?? 0);
      if (fresh > linesPerSecond) {
        linesPerSecond = fresh;
        loudest = `${member.name}: ${lines.at(-1)}`;
      }
      counts.set(member, lines.length);
      const held = member.memoryMib();
      if (held > memoryMib) [memoryMib, largest] = [held, member.name];
    }
  };
  const timer = setInterval(look, 1_000);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { linesPerSecond, memoryMib, largest, loudest };
    },
  };
}
