/** Faults of the house's own processes, of their storage, their clocks and their lines. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Member } from '../support/installation/member.ts';
import { openIsland } from '../support/installation.ts';
import type { MakeFault } from './scene.ts';

const AWAY_MS = 10_000;
/** Longer than a worker may be silent before its jobs are taken over. */
const BEYOND_LOCK_MS = 35_000;
const KILLS = 50;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

const SLOW_DOWN = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/xml',
  'content-length: 66',
  'connection: close',
  '',
  '<Error><Code>SlowDown</Code><Message>Reduce rate</Message></Error>',
].join('\r\n');

const storageFault =
  (name: string, state: 'refusing' | 'silent' | { answer: string }): MakeFault =>
  ({ house }) => ({
    name,
    async happen() {
      house.s3?.gate.set(state);
      await sleep(AWAY_MS);
      house.s3?.gate.set('open');
    },
  });

/** One after the other, each started again at once, so that one of them lives all the time. */
async function killInTurns(members: readonly Member[], kills: number): Promise<void> {
  for (let killed = 0; killed < kills; killed += 1) {
    const member = members[killed % members.length];
    await member?.kill();
    await member?.start();
  }
}

export const processFaults: Record<string, MakeFault> = {
  'server-killed': ({ house }) => ({
    name: 'servers killed, one after the other',
    happen: () => killInTurns(house.servers, 4),
  }),
  'worker-killed': ({ house }) => ({
    name: `a worker killed ${KILLS} times`,
    happen: () => killInTurns(house.workers.slice(0, 2), KILLS),
  }),
  'worker-frozen': ({ house }) => ({
    name: 'a worker frozen beyond its lock',
    async happen() {
      house.workers[0]?.freeze();
      await sleep(BEYOND_LOCK_MS);
      house.workers[0]?.thaw();
    },
  }),
  'server-frozen': ({ house }) => ({
    name: 'a server frozen for 10 s',
    async happen() {
      house.servers[0]?.freeze();
      await sleep(AWAY_MS);
      house.servers[0]?.thaw();
    },
  }),
};

export const storageFaults: Record<string, MakeFault> = {
  's3-refusing': storageFault('S3 refuses for 10 s', 'refusing'),
  's3-silent': storageFault('S3 is silent for 10 s', 'silent'),
  's3-busy': storageFault('S3 answers 503 for 10 s', { answer: SLOW_DOWN }),
};

export const clockFaults: Record<string, MakeFault> = {
  'clock-skew': async ({ house }) => {
    if (!existsSync(FAKETIME)) throw new Error('libfaketime is missing: apt-get install libfaketime');
    const faked = (offset: string) => ({
      LD_PRELOAD: FAKETIME,
      FAKETIME: offset,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    });
    const [ahead, behind] = house.workers;
    const restart = async (member: Member | undefined, extra = {}) => {
      await member?.stop();
      await member?.start(extra);
    };
    return {
      name: 'workers 3 minutes ahead and behind',
      async happen() {
        await restart(ahead, faked('+180s'));
        await restart(behind, faked('-180s'));
        await sleep(AWAY_MS);
        await restart(ahead);
        await restart(behind);
      },
    };
  },
};

export const lineFaults: Record<string, MakeFault> = {
  'table-locked': ({ house }) => ({
    name: 'a hot table locked for 8 s',
    async happen() {
      const client = new Client({ connectionString: house.postgres.url });
      await client.connect();
      await client.query('begin; lock table likes in access exclusive mode');
      await sleep(8_000);
      await client.query('commit');
      await client.end();
    },
  }),
  'worker-cut-off': async ({ house }) => {
    const island = openIsland();
    const far = await house.addWorker('far-worker', { island });
    return {
      name: 'a worker cut off for 35 s',
      async happen() {
        island.cut();
        await sleep(BEYOND_LOCK_MS);
        island.heal();
      },
      async end() {
        await sleep(3_000);
        await far.stop();
        house.workers.splice(house.workers.indexOf(far), 1);
        await island.end();
      },
    };
  },
  'server-cut-off': async ({ house }) => {
    const island = openIsland();
    const far = await house.addServer('far-server', { island });
    // Nobody comes to it but those who ask whether it is back: its own line is the one that is cut.
    house.servers.splice(house.servers.indexOf(far), 1);
    return {
      name: 'a server cut off for 10 s',
      servers: [far],
      async happen() {
        island.cut();
        await sleep(AWAY_MS);
        island.heal();
      },
      async end() {
        await far.stop();
        await island.end();
      },
    };
  },
};
