import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openGate } from '../support/installation/gate.ts';
import { openIsland } from '../support/installation.ts';
import { killInTurns, restartAll } from './restart.ts';
import type { MakeFault } from './scene.ts';

const AWAY_MS = 10_000;
/** Longer than a silent worker keeps its jobs. */
const BEYOND_LOCK_MS = 35_000;
const KILLS = 50;
const SLOW_MS = 300;

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

export const processFaults: Record<string, MakeFault> = {
  'server-killed': ({ house }) => ({
    name: 'servers killed, one after the other',
    endsServers: true,
    happen: () => killInTurns(house.servers, 4),
  }),
  'worker-killed': async ({ house }) => {
    const victims = house.workers.slice(0, 2);
    const spared = await house.addWorker('spared-worker');
    return {
      name: `two workers killed ${KILLS} times`,
      happen: () => Promise.all(victims.map((one) => killInTurns([one], KILLS / victims.length))),
      async end() {
        await spared.stop();
        house.workers.splice(house.workers.indexOf(spared), 1);
      },
    };
  },
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
  'statements-slow': async ({ house }) => {
    const gate = await openGate(house.postgres);
    const url = new URL(house.postgres.url);
    url.port = `${gate.port}`;
    await restartAll(house, { DATABASE_URL: url.href });
    return {
      name: `each statement ${SLOW_MS} ms late for 10 s`,
      async happen() {
        gate.set({ delayMs: SLOW_MS });
        await sleep(AWAY_MS);
        gate.set('open');
      },
      async end() {
        await restartAll(house);
        await gate.close();
      },
    };
  },
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
    // Removed from the load, so that only health probes ask it. The cut affects its own connections.
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
