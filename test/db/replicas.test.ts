/**
 * Replicas serve reads once they have caught up with what readers may know. Replicas that lag, are gone or follow
 * another primary are skipped.
 */
import { sql } from 'drizzle-orm';
import t from 'tap';
import { logPosition } from '../../db/log-position.ts';
import { noReplicas, openReplicas, type Replicas } from '../../db/replicas.ts';
import { eventually } from '../support/eventually.ts';
import { openGate } from '../support/installation/gate.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ask, startReplicated } from '../support/replica.ts';

t.test('positions of the log are compared as numbers', async (t) => {
  t.equal(logPosition('0/0'), 0n);
  t.equal(logPosition('16/B374D848'), 0x16b374d848n);
  t.ok(logPosition('1/0') > logPosition('0/FFFFFFFF'));
  t.equal(logPosition('0/2000018'), logPosition('0/2000000'), 'behind the header of a page to come');
  for (const text of ['', '0', '0/', 'x/1', '0/123456789']) t.throws(() => logPosition(text), text);
});

t.test('without replicas the primary is read', async (t) => t.equal(await noReplicas.choose(), null));

t.test('replicas of a database', async (t) => {
  const pair = await startReplicated();
  const lines: string[] = [];
  const note = (_: object, text: string) => void lines.push(text);
  const open = (urls: string[], { maxLagMs = 60_000, patienceMs = 500 } = {}): Replicas =>
    openReplicas({
      urls,
      primaryUrl: pair.primary.url,
      size: 2,
      name: 'test',
      maxLagMs,
      everyMs: 20,
      patienceMs,
      log: { info: note, warn: note },
    });
  // The test counts log messages, so a slow machine must not look like a silent replica.
  const replicas = open([pair.replica.url], { patienceMs: 60_000 });
  t.teardown(async () => {
    await replicas.close();
    await pair.stop();
  });
  const chosen = () => eventually('a replica is chosen', () => replicas.choose());
  const state = (of = replicas) => of.report()[0]?.state;
  await ask(pair.primary.url, 'create table told (word text)');

  await t.test('nothing is read from one while purges cannot be heard', async (t) => {
    await eventually('it is looked at', () => state() === 'ok');
    t.equal(await replicas.choose(), null, 'not heard yet');
    replicas.enable();
    await chosen();
    replicas.disable();
    t.equal(await replicas.choose(), null);
    replicas.enable();
    await chosen();
  });

  await t.test('one that has not seen the change is passed over, and taken again once it has', async (t) => {
    await pair.caughtUp();
    await pair.pause();
    await ask(pair.primary.url, `insert into told values ('new')`);
    await chosen();
    t.pass('nobody was told of a change, so nobody can know of it');
    replicas.purge();
    t.equal(await replicas.choose(), null, 'it was told');
    t.equal(state(), 'ok', 'it does not lag for too long');
    await pair.resume();
    const replica = await chosen();
    const { rows } = await replica.db.execute<{ word: string }>(sql`select word from told`);
    t.same(rows, [{ word: 'new' }], 'what is chosen then holds it');
  });

  await t.test('one whose connections are all busy is not left for that', async (t) => {
    const replica = await chosen();
    const done = Promise.withResolvers<void>();
    const busy = [1, 2].map(() => replica.db.transaction(() => done.promise));
    const refusal = await replica.db.execute(sql`select 1`).catch((error: unknown) => error);
    t.type(refusal, Error);
    replica.failed(refusal);
    t.equal(state(), 'ok');
    done.resolve();
    await Promise.all(busy);
  });

  await t.test('many changes at once are asked for together', async (t) => {
    for (let at = 0; at < 1000; at += 1) replicas.purge();
    await chosen();
    t.pass();
  });

  await t.test('one that lags too far is passed over although nobody was told of anything', async (t) => {
    const strict = open([pair.replica.url], { maxLagMs: 100 });
    strict.enable();
    await eventually('it is read from', () => strict.choose());
    await pair.caughtUp();
    await pair.pause();
    await ask(pair.primary.url, `insert into told values ('later')`);
    await eventually('it lags', () => state(strict) === 'behind');
    t.equal(await strict.choose(), null);
    t.ok((strict.report()[0]?.lagSeconds ?? 0) >= 0.1);
    await pair.resume();
    await eventually('it is read from again', () => strict.choose());
    t.equal(strict.report()[0]?.lagSeconds, 0);
    await strict.close();
  });

  await t.test('one that is away is left, and comes back by itself', async (t) => {
    const [gone, back] = ['a replica is away: reading from the primary instead', 'reading from a replica'];
    lines.length = 0;
    await pair.replica.stop();
    await eventually('it is missed', () => state() === 'away');
    t.equal(await replicas.choose(), null);
    t.equal(replicas.report()[0]?.lagSeconds, null);
    await pair.replica.start();
    await chosen();
    t.same(lines, [gone, back]);
  });

  await t.test(
    'who reads from one that falls silent is sent away, and it is closed nevertheless',
    async (t) => {
      const address = new URL(pair.replica.url);
      const gate = await openGate({ port: Number(address.port), host: address.hostname });
      t.teardown(() => gate.close());
      [address.hostname, address.port] = [gate.host, `${gate.port}`];
      const far = open([address.href]);
      far.enable();
      const replica = await eventually('it is chosen', () => far.choose());
      await replica.db.execute(sql`select 1`);
      gate.set('silent');
      await t.rejects(replica.db.execute(sql`select 1`), 'nobody waits for ever');
      await eventually('it is missed', () => state(far) === 'away');
      await far.close();
    },
  );

  await t.test('of two the one that has seen it is read, and otherwise they take turns', async (t) => {
    const both = open([pair.replica.url, 'postgres://nobody@127.0.0.1:1/none']);
    both.enable();
    for (let at = 0; at < 4; at += 1) await eventually('the one there is chosen', () => both.choose());
    t.same(
      both.report().map(({ state }) => state),
      ['ok', 'away'],
    );
    await both.close();
  });

  await t.test('a server that follows nobody, or another database, is no replica', async (t) => {
    const { url, drop } = await createTestDatabase({ template: false });
    for (const other of [pair.primary.url, url]) {
      const wrong = open([other]);
      wrong.enable();
      lines.length = 0;
      await eventually('it is looked at', () => lines.length > 0);
      t.equal(await wrong.choose(), null);
      t.equal(state(wrong), 'away');
      await wrong.close();
    }
    await drop();
  });

  await t.test('what is reported names no password', async (t) => {
    const named = open(['postgres://user:hidden@127.0.0.1:1/none']);
    t.equal(named.report()[0]?.name, '127.0.0.1:1');
    await named.close();
  });
});
