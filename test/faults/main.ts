/**
 * `npm run faults -- [--queue=postgres] [--storage=files] [name …]`: kills every part under a constant load, on an
 * installation of processes. Prints one table and exits with 1 when a figure misses its target.
 */
import { parseArgs } from 'node:util';
import { atMost, figure, printRows, type Row } from '../bench/row.ts';
import { startInstallation } from '../support/installation.ts';
import { mailsTwice, settle } from './books.ts';
import { clockFaults } from './clocks.ts';
import { diskFaults } from './disks.ts';
import { startLoad } from './load.ts';
import { lineFaults, processFaults, storageFaults } from './processes.ts';
import { proxiedFaults } from './proxied.ts';
import { countBy, judgeReleases, type MakeFault, runFault, type Scene } from './scene.ts';
import { databaseFaults, queueFaults } from './services.ts';
import { makeWorld } from './world.ts';

const RELEASES = 1_200;
const { queue, storage, wanted } = readOptions(process.argv.slice(2));
const faults: Record<string, MakeFault> = {
  ...databaseFaults,
  ...(queue === 'redis' ? queueFaults : {}),
  ...(storage === 's3' ? storageFaults : {}),
  ...processFaults,
  ...clockFaults,
  ...lineFaults,
  ...diskFaults,
  ...proxiedFaults(queue),
};

const unknown = wanted.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0) {
  process.stderr.write(`no fault ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}\n`);
  process.exit(1);
}

const house = await startInstallation({
  queue,
  storage,
  smallDisks: process.getuid?.() === 0,
  // A release counts from its commit, however early its transaction began.
  postgres: { track_commit_timestamp: 'on' },
});
const begunAt = Date.now();
const rows: Row[] = [];
const findings: string[] = [];
try {
  const world = await makeWorld(house, { releases: RELEASES });
  const load = startLoad(house, world);
  const scene: Scene = { house, world, load, outages: [], releases: [], rows, findings };
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const [name, make] of Object.entries(faults)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`${Math.round((Date.now() - begunAt) / 1000)} s: ${name}\n`);
    const before = rows.length;
    await runFault(scene, await make(scene));
    for (const { name: what, value, ok } of rows.slice(before))
      process.stderr.write(`  ${ok === false ? 'NO ' : '   '} ${what}: ${value}\n`);
  }
  await judgeReleases(scene);
  await load.stop();
  const wrong = await settle(house, world);
  findings.push(...wrong);
  const { others, same } = mailsTwice(house);
  rows.push(
    atMost('in the end: not as it should be', wrong.length, 0),
    figure(
      'in the end: acknowledged actions',
      Object.values(load.books).reduce((sum, { length }) => sum + length, 0),
      '',
    ),
    figure('in the end: mails', house.mails.received.length, ''),
    atMost('in the end: mails twice', others, 0),
    figure('in the end: mails twice under one Message-ID', same, ''),
    figure('in all', (Date.now() - begunAt) / 1000, 's'),
  );
  if (process.env.FAULTS_LOGS !== undefined) await keepLogs(process.env.FAULTS_LOGS);
  for (const member of [...house.servers, ...house.workers])
    for (const [what, count] of countBy(member.lines(), messageOf).slice(0, 12))
      if (count > 1) process.stderr.write(`${member.name}: ${count} × ${what}\n`);
} finally {
  printRows(rows);
  for (const line of findings) process.stdout.write(`! ${line}\n`);
  await house.close();
}
process.exit(rows.some(({ ok }) => ok === false) ? 1 : 0);

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      queue: { type: 'string', default: 'redis' },
      storage: { type: 'string', default: 's3' },
    },
  });
  const { queue, storage } = values;
  if ((queue !== 'redis' && queue !== 'postgres') || (storage !== 's3' && storage !== 'files'))
    throw new Error('--queue is redis or postgres, --storage s3 or files');
  return { queue, storage, wanted: positionals } as const;
}

function messageOf(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg: string;
      err?: { message?: string };
    };
    return `${level} ${msg}${err?.message === undefined ? '' : ` (${err.message.slice(0, 100).replaceAll('\n', ' ')})`}`;
  } catch {
    return line.slice(0, 100);
  }
}

async function keepLogs(folder: string): Promise<void> {
  const { mkdir, writeFile } = await import('node:fs/promises');
  await mkdir(folder, { recursive: true });
  for (const member of [...house.servers, ...house.workers])
    await writeFile(`${folder}/${member.name}.log`, `${member.lines().join('\n')}\n`);
}
