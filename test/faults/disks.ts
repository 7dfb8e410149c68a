/** Full disks: the one of the product's files, and the one of the database. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost } from '../bench/row.ts';
import type { SmallDisk } from '../support/installation/small-disk.ts';
import type { Installation, SmallDisks } from '../support/installation.ts';
import type { MakeFault } from './scene.ts';

const FULL_MS = 12_000;
const AGAIN_MS = 100;
/** A server checks its disk every five seconds. */
const TOLD_MS = 10_000;
/** Temporary files of uploads, storage and disk probes. */
const PASSING = /(?:^|\/)(?:tsuzuki-upload-[^/]*|\.tsuzuki-room-[^/]*|\.temporary\/[^/]+)$/;

/** Refills the disk continuously, so that removed files free no space. */
function keepFull(disk: SmallDisk): Promise<void> {
  disk.fill();
  const timer = setInterval(disk.fill, AGAIN_MS);
  return new Promise((resolve) => {
    setTimeout(() => {
      clearInterval(timer);
      disk.makeRoom();
      resolve();
    }, FULL_MS);
  });
}

function disksOf({ disks }: Installation): SmallDisks {
  if (disks === null) throw new Error('small disks are mounted by root alone');
  return disks;
}

const leftIn = (folder: string, since: number): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false });
    return PASSING.test(path) && found !== undefined && found.mtimeMs < since;
  });

async function diskOf({ servers }: Installation): Promise<string> {
  const reply = await fetch(`${servers[0]?.url}/readyz`);
  return ((await reply.json()) as { services: { disk: string } }).services.disk;
}

export const diskFaults: Record<string, MakeFault> = {
  'files-full': ({ house }) => {
    const { files } = disksOf(house);
    const name = 'no room for files for 12 s';
    let roomAt = 0;
    let left: string[] = [];
    let told = '';
    return {
      name,
      expected: [507],
      async happen() {
        const [, disk] = await Promise.all([keepFull(files), sleep(TOLD_MS).then(() => diskOf(house))]);
        told = disk;
        roomAt = Date.now();
      },
      async end() {
        left = leftIn(files.folder, roomAt);
      },
      tell: (answers) => [
        atLeast(`${name}: refused with 507`, answers.filter(({ status }) => status === 507).length, 1),
        atLeast(`${name}: told at /readyz`, Number(told === 'full'), 1),
        atMost(`${name}: files left behind`, left.length, 0),
      ],
    };
  },
  'tables-full': ({ house }) => {
    const { tables } = disksOf(house);
    const name = 'no room for tables for 12 s';
    return {
      name,
      isOutage: true,
      expected: [507],
      happen: () => keepFull(tables),
      tell: (answers) => [
        atLeast(`${name}: refused with 507`, answers.filter(({ status }) => status === 507).length, 1),
      ],
    };
  },
};
