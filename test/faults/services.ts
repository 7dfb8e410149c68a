import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { MakeFault } from './scene.ts';

const AWAY_MS = 10_000;

export const databaseFaults: Record<string, MakeFault> = {
  'postgres-killed': ({ house }) => ({
    name: 'PostgreSQL killed, back at once',
    isOutage: true,
    async happen() {
      await house.postgres.kill();
      await house.postgres.start();
    },
  }),
  'postgres-away': ({ house }) => ({
    name: 'PostgreSQL away for 10 s',
    isOutage: true,
    async happen() {
      await house.postgres.kill();
      await sleep(AWAY_MS);
      await house.postgres.start();
    },
  }),
  'postgres-frozen': ({ house }) => ({
    name: 'PostgreSQL frozen for 10 s',
    isOutage: true,
    async happen() {
      house.postgres.freeze();
      await sleep(AWAY_MS);
      house.postgres.thaw();
    },
  }),
};

export const queueFaults: Record<string, MakeFault> = {
  'redis-killed': ({ house }) => ({
    name: 'Redis killed, back at once',
    async happen() {
      await house.redis?.stop();
      await house.redis?.start();
    },
  }),
  'redis-away': ({ house }) => ({
    name: 'Redis away for 10 s',
    async happen() {
      await house.redis?.stop();
      await sleep(AWAY_MS);
      await house.redis?.start();
    },
  }),
  'redis-frozen': ({ house }) => ({
    name: 'Redis frozen for 10 s',
    async happen() {
      house.redis?.freeze();
      await sleep(AWAY_MS);
      house.redis?.thaw();
    },
  }),
  'redis-flushed': ({ house }) => ({
    name: 'FLUSHALL',
    async happen() {
      const client = new Redis(house.redis?.url ?? '');
      await client.flushall();
      client.disconnect();
      await sleep(AWAY_MS);
    },
    mendedAt: () => Date.now(),
  }),
  'both-away': ({ house }) => ({
    name: 'PostgreSQL and Redis away for 5 s',
    isOutage: true,
    async happen() {
      await Promise.all([house.postgres.kill(), house.redis?.stop()]);
      await sleep(AWAY_MS / 2);
      await Promise.all([house.postgres.start(), house.redis?.start()]);
    },
  }),
};
