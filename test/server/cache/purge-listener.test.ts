import net from 'node:net';
import pg from 'pg';
import pino from 'pino';
import t from 'tap';
import { openDatabase } from '../../../db/client.ts';
import { createCaches } from '../../../server/cache/caches.ts';
import { parseNotice, startPurgeListener } from '../../../server/cache/listener.ts';
import { purge } from '../../../server/cache/purge.ts';
import { createPurgeAcks } from '../../../server/cache/purge-acks.ts';
import { type Deps, inTransaction } from '../../../server/deps.ts';
import type { CachePurger, PurgeTag } from '../../../server/ports.ts';
import { createTestDatabase } from '../../support/postgres.ts';

const log = pino({ level: 'silent' });

/** Lets a test wait for the listener's next message, however slow the machine is. */
function recorder() {
  const said: string[] = [];
  let wake: () => void = () => undefined;
  return {
    said,
    say: (what: string) => {
      said.push(what);
      wake();
    },
    async until(what: string, times = 1) {
      while (said.filter((one) => one === what).length < times)
        await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

const manyTags = Array.from({ length: 150 }, (_, count): PurgeTag => `episode:${count}-${'x'.repeat(40)}`);

t.test('purges are heard from other processes, and losing the ear is noticed', async (t) => {
  const database = await createTestDatabase();
  const { db, pool, close } = openDatabase(database.url, { size: 4, name: 'test', onError: () => undefined });
  t.teardown(async () => {
    await close();
    await database.drop();
  });

  const listen = (options: { url?: string; pingEveryMs?: number; pingTimeoutMs?: number } = {}) => {
    const { url = database.url, ...timing } = options;
    const heard = recorder();
    // Long enough for a slow machine.
    const others = createPurgeAcks({ patienceMs: 90_000 });
    const caches = { ...createCaches({ pageMib: 1, pictureMib: 1 }), others };
    const listener = startPurgeListener({
      databaseUrl: url,
      log,
      others: caches.others,
      ...timing,
      onPurge: (tags) => {
        caches.purge(tags);
        heard.say(tags.join(' '));
      },
      onLost: () => {
        caches.disable();
        heard.say('lost');
      },
      onReady: () => {
        caches.enable();
        heard.say('ready');
      },
    });
    return { heard, caches, listener };
  };

  const keep = (caches: ReturnType<typeof createCaches>, key: string, tags: PurgeTag[]) => {
    const head = { bytes: 1, etag: '"x"', headers: {}, prepared: [], body: Buffer.from('x') };
    return caches.pictures.store(caches.pictures.begin(), key, head, { bytes: 1, tags });
  };

  /** A partial `Deps`, as far as `purge` uses it. */
  const inOwnTransaction = (cache: CachePurger, tags: PurgeTag[], fail = false) =>
    inTransaction({ db, config: {}, cache } as unknown as Deps, (tx) => {
      purge(tx, tags);
      if (fail) throw new Error('rolled back');
    });

  t.test(
    'the process that writes purges itself at once, the others by the notice of the commit',
    async (t) => {
      const here = createCaches({ pageMib: 1, pictureMib: 1 });
      here.enable();
      const there = listen();
      await there.listener.ready;
      keep(here, 'a', ['story:1']);
      keep(there.caches, 'a', ['story:1']);
      keep(there.caches, 'b', ['story:2']);

      await t.rejects(inOwnTransaction(here, ['story:1'], true), { message: 'rolled back' });
      t.ok(here.pictures.get('a'), 'nothing is purged by what did not happen');

      await inOwnTransaction(here, ['story:1', 'landing']);
      t.equal(here.pictures.get('a'), undefined, 'without waiting for the notice');
      await there.heard.until('story:1 landing');
      t.strictSame(there.heard.said, ['ready', 'story:1 landing'], 'and the rollback was not told');
      t.equal(there.caches.pictures.get('a'), undefined);
      t.ok(there.caches.pictures.get('b'));
      await there.listener.stop();
      t.equal(there.caches.pictures.get('b'), undefined, 'whoever stops listening keeps nothing');
    },
  );

  t.test('a change is not done before all others who listen have purged', async (t) => {
    const [writer, reader, another] = [listen(), listen(), listen()];
    await Promise.all([writer, reader, another].map(({ listener }) => listener.ready));
    for (let round = 0; round < 50; round += 1) {
      for (const { caches } of [reader, another]) keep(caches, 'a', ['story:1']);
      await inOwnTransaction(writer.caches, ['story:1', ...manyTags.slice(0, round * 5)]);
      t.equal(reader.caches.pictures.get('a'), undefined);
      t.equal(another.caches.pictures.get('a'), undefined);
    }
    for (const { listener } of [reader, another]) await listener.stop();
    await inOwnTransaction(writer.caches, ['story:1']);
    t.pass('whoever is alone waits for nobody');
    await writer.listener.stop();
    await inOwnTransaction(writer.caches, ['story:1']);
    t.pass('nor does one who cannot hear');
  });

  t.test('one who stays silent holds up one change, and is waited for again when it speaks', async (t) => {
    const others = createPurgeAcks();
    others.ear = 1;
    const silent = 2;
    const begin = () => others.begin() ?? '0.0';
    await others.heardBy(begin(), [silent]);
    await others.heardBy(begin(), [silent]);
    t.pass('its time was over');
    others.acknowledge(begin(), silent);
    const mark = begin();
    let isOver = false;
    const again = others.heardBy(mark, [silent]).then(() => (isOver = true));
    await Promise.resolve();
    t.notOk(isOver, 'it has spoken, so it is waited for');
    others.acknowledge(mark, silent);
    await again;
    const quick = begin();
    others.acknowledge(quick, silent);
    await others.heardBy(quick, [silent]);
    t.pass('an acknowledgement that comes before anybody waits for it counts');
  });

  t.test('a list of tags longer than a notice may be arrives in parts', async (t) => {
    const { heard, listener } = listen();
    await listener.ready;
    const tags = manyTags;
    await inOwnTransaction({ purge: () => undefined }, tags);
    await heard.until(tags.slice(100).join(' '));
    t.strictSame(heard.said.slice(1).join(' ').split(' '), tags);
    await listener.stop();
  });

  t.test('a terminated connection empties and disables the caches until it is back', async (t) => {
    const { heard, caches, listener } = listen();
    await listener.ready;
    keep(caches, 'a', ['story:1']);
    const early = caches.pictures.begin();
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tsuzuki-purges' and datname = current_database()`);
    await heard.until('lost');
    t.strictSame(heard.said, ['ready', 'lost']);
    t.equal(caches.pictures.get('a'), undefined);
    t.equal(keep(caches, 'a', ['story:1']), 'disabled');
    await heard.until('ready', 2);
    t.equal(caches.pictures.get('a'), undefined, 'it starts empty');
    const head = { bytes: 1, etag: '"x"', headers: {}, prepared: [], body: Buffer.from('x') };
    t.equal(caches.pictures.store(early, 'a', head, { bytes: 1, tags: ['story:1'] }), 'stale');
    t.equal(keep(caches, 'a', ['story:1']), 'stored');
    await inOwnTransaction({ purge: () => undefined }, ['story:1']);
    await heard.until('story:1');
    t.equal(caches.pictures.get('a'), undefined, 'and hears again');
    await listener.stop();
  });

  t.test('a connection that falls silent is given up', async (t) => {
    const target = new URL(database.url);
    const links: net.Socket[] = [];
    const proxy = net.createServer((near) => {
      const socketFolder = target.searchParams.get('host');
      const port = Number(target.port || 5432);
      const far = socketFolder
        ? net.connect(`${socketFolder}/.s.PGSQL.${port}`)
        : net.connect(port, target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
      links.push(near, far);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const through = new URL(database.url);
    through.searchParams.delete('host');
    through.hostname = '127.0.0.1';
    through.port = String((proxy.address() as net.AddressInfo).port);

    const { heard, caches, listener } = listen({ url: through.href, pingEveryMs: 20, pingTimeoutMs: 500 });
    await listener.ready;
    keep(caches, 'a', ['story:1']);
    // Simulates a pulled cable: nothing is closed, and nothing passes.
    for (const link of links) link.unpipe().pause();
    await heard.until('lost');
    t.equal(caches.pictures.get('a'), undefined);
    await heard.until('ready', 2);
    t.equal(caches.pictures.statistics().enabled, true, 'a new connection has been made');
    await listener.stop();
    for (const link of links) link.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });

  t.test('a listener can be stopped while there is no database', async (t) => {
    const { heard, listener, caches } = listen({ url: 'postgres://nobody@127.0.0.1:1/none' });
    t.equal(caches.pages.statistics().enabled, false);
    await listener.stop();
    await listener.ready;
    t.strictSame(heard.said, []);
  });

  t.test('no connection stays behind', async (t) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const count = async () =>
      (
        await client.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
          where application_name = 'tsuzuki-purges' and datname = current_database()`)
      ).rows[0]?.count;
    while ((await count()) !== 0) await new Promise(setImmediate);
    t.equal(await count(), 0);
    await client.end();
  });
});

t.test('a notice that cannot be understood purges all', async (t) => {
  const tags: PurgeTag[] = ['story:1', 'landing', 'landing:new', 'ads', 'episode:2', 'profile:a-b'];
  t.strictSame(parseNotice(tags.join(' ')), { mark: null, tags });
  t.strictSame(parseNotice(`@47.1 ${tags.join(' ')}`), { mark: '47.1', tags });
  t.strictSame(parseNotice('@47.1'), { mark: '47.1', tags: ['all'] });
  for (const payload of ['', 'story:', 'stories:1', 'landing  all', 'x', 'story:1 genre:drama']) {
    t.strictSame(parseNotice(payload).tags, ['all'], JSON.stringify(payload));
  }
});
