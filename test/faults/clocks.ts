import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost } from '../bench/row.ts';
import type { Environment } from '../support/processes.ts';
import { restart, restartAll } from './restart.ts';
import type { MakeFault } from './scene.ts';

const AWAY_MS = 10_000;
const JUMP_MS = 7_000;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** Fakes the wall clock only. The monotonic clock stays real. */
function faked(settings: Environment): Environment {
  if (!existsSync(FAKETIME)) throw new Error('libfaketime is missing: apt-get install libfaketime');
  return { LD_PRELOAD: FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1', ...settings };
}

/** Measured by the `Date` header of a response. */
async function aheadSeconds(url: string): Promise<number> {
  const { headers } = await fetch(`${url}/healthz`);
  return (Date.parse(headers.get('date') ?? '') - Date.now()) / 1000;
}

export const clockFaults: Record<string, MakeFault> = {
  'clock-skew': ({ house }) => {
    const [ahead, behind] = house.workers;
    return {
      name: 'workers 3 minutes ahead and behind',
      async happen() {
        await restart([ahead], faked({ FAKETIME: '+180s' }));
        await restart([behind], faked({ FAKETIME: '-180s' }));
        await sleep(AWAY_MS);
        await restart([ahead]);
        await restart([behind]);
      },
    };
  },
  'clock-jumps': async ({ house }) => {
    const file = join(house.folder, 'clock-offset');
    const set = (offset: string): Promise<void> => writeFile(file, `${offset}\n`);
    await set('+0s');
    await restartAll(house, faked({ FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' }));
    const name = 'clocks jump by 5 minutes, ahead and back';
    const seen: number[] = [];
    return {
      name,
      async happen() {
        for (const offset of ['+300s', '-300s', '+0s']) {
          await set(offset);
          await sleep(JUMP_MS);
          seen.push(await aheadSeconds(house.servers[0]?.url ?? ''));
        }
      },
      tell: () => [
        atLeast(`${name}: furthest ahead`, Math.max(...seen), 290, 's'),
        atMost(`${name}: furthest behind`, Math.min(...seen), -290, 's'),
      ],
      end: () => restartAll(house),
    };
  },
};
