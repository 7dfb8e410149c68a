import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import t, { type Test } from 'tap';
import { loadConfig } from '../../../server/config/config.ts';
import { newId } from '../../../server/lib/ids.ts';
import { createQueue, startQueue } from '../../../server/queue/queue.ts';
import { reachRedis } from '../../../server/queue/redis.ts';
import { eventually } from '../../support/eventually.ts';
import { joinCluster, LOOPBACK_PEM, startTestRedis, type TestRedisOptions } from '../../support/redis.ts';

const log = pino({ level: 'silent' });
const configOf = (environment: Record<string, string>) => loadConfig({ NODE_ENV: 'test', ...environment });

async function start(t: Test, options: TestRedisOptions = {}) {
  const redis = await startTestRedis(options);
  t.teardown(() => redis.stop());
  return redis;
}

/** Rights listed in the README. */
const rightsOn = (prefix: string): string[] =>
  `on >a:b@c,d ~${prefix}:* &${prefix}:* +@all -@admin -@dangerous +info +client|list`.split(' ');

/** Adds a job for now, one for later, and one that fails at first. All must run once. */
async function works(t: Test, environment: Record<string, string>): Promise<void> {
  const config = configOf(environment);
  const queue = await startQueue({ config, databaseUrl: '', log });
  const done: string[] = [];
  let hasFailed = false;
  const worker = await queue.work(
    'images',
    async ({ id }) => {
      if (id === 'fails' && !hasFailed) {
        hasFailed = true;
        throw new Error('not yet');
      }
      done.push(id);
    },
    { concurrency: 2, onGivenUp: () => t.fail('none is given up') },
  );
  const job = (id: string, delayMs = 0) =>
    ({ id, name: 'media.process', payload: { mediaId: newId() }, delayMs }) as const;
  await queue.addBulk([job('now'), job('later', 50), job('fails')]);
  await queue.addBulk([job('now')]);
  await queue.ping();
  await eventually('all are done', () => done.length >= 3);
  t.same(done.toSorted(), ['fails', 'later', 'now']);
  t.match(await queue.counts(), { images: { waiting: 0, delayed: 0, failed: 0 } });
  await worker.close();
  await queue.close();
}

t.test('jobs run over TLS, for a user of few rights', async (t) => {
  const redis = await start(t, {
    tls: true,
    args: ['--requirepass', 'of the default user', '--user', 'tsuzuki', ...rightsOn('bull')],
  });
  const url = (user: string, password: string) =>
    redis.url.replace('rediss://', `rediss://${user}:${encodeURIComponent(password)}@`);
  const trusted = { REDIS_CA_FILE: LOOPBACK_PEM };
  await works(t, { REDIS_URL: url('tsuzuki', 'a:b@c,d'), ...trusted });
  await works(t, { REDIS_URL: url('', 'of the default user'), ...trusted });

  const refused = (environment: Record<string, string>, why: RegExp) =>
    t.rejects(reachRedis(configOf(environment), log), why);
  await refused({ REDIS_URL: url('tsuzuki', 'wrong'), ...trusted }, /^REDIS_URL: .*WRONGPASS/);
  await refused({ REDIS_URL: redis.url, ...trusted }, /^REDIS_URL: .*NOAUTH/);
  await refused({ REDIS_URL: url('tsuzuki', 'a:b@c,d') }, /^REDIS_URL: .*self.signed/);
  const none = join(t.testdir(), 'none.pem');
  await refused({ REDIS_URL: redis.url, REDIS_CA_FILE: none }, /^REDIS_CA_FILE: .* cannot be read/);
});

t.test('jobs run in a cluster', async (t) => {
  const args = ['--user', 'tsuzuki', ...rightsOn('{tsuzuki}')];
  const nodes = await Promise.all([1, 2, 3].map(() => start(t, { cluster: true, args })));
  await joinCluster(nodes);
  const [first = '', second = ''] = nodes.map(({ url }) => url.replace('/0', ''));
  await works(t, { REDIS_CLUSTER: 'on', REDIS_URL: first.replace('//', '//tsuzuki:a%3Ab%40c%2Cd@') });
  await works(t, { REDIS_CLUSTER: 'on', REDIS_URL: `redis://127.0.0.1:1,${second}` });
  await t.rejects(reachRedis(configOf({ REDIS_URL: first }), log), /^REDIS_CLUSTER: must be on/);

  await t.test('one that is away fails what is handed to it, and takes it once it is back', async (t) => {
    const config = configOf({
      REDIS_CLUSTER: 'on',
      REDIS_URL: nodes.map(({ url }) => url.replace('/0', '')).join(','),
    });
    const queue = await createQueue({ config, databaseUrl: '', log });
    const answers = () =>
      queue.ping().then(
        () => true,
        () => false,
      );
    await eventually('it answers', answers);
    await Promise.all(nodes.map((node) => node.stop()));
    const job = { id: 'waits', name: 'media.process', payload: { mediaId: newId() }, delayMs: 0 } as const;
    await t.rejects(queue.addBulk([job]), 'it is not swallowed');
    await Promise.all(nodes.map((node) => node.start()));
    await eventually('it is taken', () =>
      queue.addBulk([job]).then(
        () => true,
        () => false,
      ),
    );
    t.ok(await queue.isLive('media.process', 'waits'));
    await queue.close();
  });
});

t.test('a single server is told from a cluster', async (t) => {
  const redis = await start(t);
  await t.rejects(
    reachRedis(configOf({ REDIS_CLUSTER: 'on', REDIS_URL: redis.url }), log),
    /^REDIS_URL: .*cluster support disabled/,
  );
});

t.test('a Redis that may throw jobs away is told of in one line', async (t) => {
  const lines: unknown[] = [];
  const listening = { warn: (...line: unknown[]) => void lines.push(line) } as never;
  const redis = await start(t, { args: ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'] });
  await reachRedis(configOf({ REDIS_URL: redis.url }), listening);
  t.match(lines, [[{ policy: 'allkeys-lru' }, /noeviction/]]);
  const careful = await start(t);
  await reachRedis(configOf({ REDIS_URL: careful.url }), listening);
  t.equal(lines.length, 1);
});

t.test('a Redis that is too old is named with its version', async (t) => {
  // Speaks just enough of the protocol for a client's start.
  const old = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const [, name = ''] of `${bytes}`.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const info = 'redis_version:6.0.16\r\nredis_mode:standalone\r\nloading:0\r\n';
        socket.write(name.toLowerCase() === 'info' ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(old, 'listening');
  t.teardown(() => old.close());
  const { port } = old.address() as AddressInfo;
  await t.rejects(
    startQueue({ config: configOf({ REDIS_URL: `redis://127.0.0.1:${port}` }), databaseUrl: '', log }),
    { message: 'REDIS_URL: Redis 6.2 or newer is required, but this is 6.0.16' },
  );
});
