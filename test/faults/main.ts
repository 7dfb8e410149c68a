/**
 * `npm run faults [name …]`: everything that may die does so under a constant load, on an installation of processes. Prints
 * one table and ends with 1 when a figure is not as wanted.
 */
import { atMost, figure, printRows, type Row } from '../bench/row.ts';
import { startInstallation } from '../support/installation.ts';
import { mailsTwice, settle } from './books.ts';
import { startLoad } from './load.ts';
import { clockFaults, lineFaults, processFaults, storageFaults } from './processes.ts';
import { countBy, type MakeFault, runFault, type Scene } from './scene.ts';
import { databaseFaults, queueFaults } from './services.ts';
import { makeWorld } from './world.ts';

const RELEASES = 800;
const faults: Record<string, MakeFault> = {
  ...databaseFaults,
  ...queueFaults,
  ...storageFaults,
  ...processFaults,
  ...clockFaults,
  ...lineFaults,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0) {
  process.stderr.write(`no fault ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}\n`);
  process.exit(1);
}

const house = await startInstallation();
const begunAt = Date.now();
const rows: Row[] = [];
const findings: string[] = [];
try {
  const world = await makeWorld(house, { releases: RELEASES });
  const load = startLoad(house, world);
  const scene: Scene = { house, world, load, outages: [], rows, findings };
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const [name, make] of Object.entries(faults)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`${Math.round((Date.now() - begunAt) / 1000)} s: ${name}\n`);
    const before = rows.length;
    await runFault(scene, await make(scene));
    for (const { name: what, value, ok } of rows.slice(before))
      process.stderr.write(`  ${ok === false ? 'NO ' : '   '} ${what}: ${value}\n`);
  }
  await load.stop();
  const wrong = await settle(house, world);
  findings.push(...wrong);
  const { others, same } = mailsTwice(house);
  rows.push(
    atMost('in the end: not as it should be', wrong.length, 0),
    figure(
      'in the end: acknowledged deeds',
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
