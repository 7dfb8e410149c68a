import { readdir, readFile } from 'node:fs/promises';
import type { TestApp } from '../support/app.ts';

const TICKS_A_SECOND = 100;

export type CpuMeter = (work: () => Promise<void>) => Promise<number>;

/** Milliseconds of CPU that this process and the database use while `work` runs. */
export async function cpuMeter({ deps }: Pick<TestApp, 'deps'>): Promise<CpuMeter> {
  const { rows } = await deps.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = await parentOf(rows[0]?.pid ?? 0);
  return async (work) => {
    const [cpu, database] = [process.cpuUsage(), await databaseMs(postmaster)];
    await work();
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000 + (await databaseMs(postmaster)) - database;
  };
}

export const parentOf = async (pid: number): Promise<number> => (await readStat(pid)).parent;

export async function processMs(pid: number): Promise<number> {
  return ((await readStat(pid)).ticks / TICKS_A_SECOND) * 1000;
}

/** CPU of the postmaster, running children (in nanoseconds, from the scheduler) and ended children. */
export async function databaseMs(postmaster: number): Promise<number> {
  const own = await readStat(postmaster);
  let ms = ((own.ticks + own.endedTicks) / TICKS_A_SECOND) * 1000;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const process = await readStat(Number(name)).catch(() => null);
    if (process?.parent === postmaster) ms += await scheduledMs(name).catch(() => 0);
  }
  return ms;
}

const scheduledMs = async (pid: string): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;

/** Parses proc_pid_stat(5). The name in brackets may contain anything. */
async function readStat(pid: number): Promise<{ parent: number; ticks: number; endedTicks: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [1, 11, 12, 13, 14].map(
    (at) => fields[at],
  );
  return { parent, ticks: utime + stime, endedTicks: cutime + cstime };
}
