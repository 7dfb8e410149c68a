import t, { type Test } from 'tap';
import { openDatabase } from '../../db/client.ts';
import { watchHeartbeat } from '../../db/heartbeat.ts';
import { eventually } from '../support/eventually.ts';
import { openGate } from '../support/installation/gate.ts';
import { createTestDatabase } from '../support/postgres.ts';

async function watched(t: Test, { patienceMs = 200 } = {}) {
  const real = await createTestDatabase({ template: false });
  const address = new URL(real.url);
  const gate = await openGate({ port: Number(address.port) });
  address.port = `${gate.port}`;
  const database = openDatabase(address.href, { size: 2, name: 'test', onError: () => {} });
  const hungUp: number[] = [];
  let beats = 0;
  const pulse = watchHeartbeat(database.pool, {
    everyMs: 20,
    patienceMs,
    onBeat() {
      beats += 1;
    },
    onSilent: (count) => void hungUp.push(count),
  });
  t.teardown(async () => {
    await pulse.stop();
    await database.close();
    await gate.close();
    await real.drop();
  });
  return {
    gate,
    pulse,
    hungUp,
    beats: () => beats,
    pool: database.pool,
    ask: () => database.pool.query('select 1'),
  };
}

t.test('OPS-12 what waits for a silent database fails, and new connections take its place', async (t) => {
  const { gate, pulse, hungUp, pool, ask } = await watched(t);
  pulse.begin();
  await ask();

  gate.set('silent');
  await t.rejects(ask(), /Connection terminated/, 'nobody waits for ever');
  t.ok(hungUp.length > 0);

  gate.set('open');
  await eventually('it answers again', () =>
    ask().then(
      () => true,
      () => false,
    ),
  );
  const before = hungUp.length;
  // A slow transaction is no reason to close its connection.
  await pool.query('select pg_sleep(0.5)');
  t.equal(hungUp.length, before, 'a slow statement is let be');
});

t.test(
  'OPS-12 a connection is hung up, too, that the pulse has not seen while the database spoke',
  async (t) => {
    const { gate, pulse, hungUp, ask } = await watched(t);
    await ask();
    gate.set('silent');
    const waits = ask();
    pulse.begin();
    await t.rejects(waits, /Connection terminated/);
    t.ok(hungUp.length > 0);
  },
);

t.test('OPS-12 a process that stood still itself holds nothing against the database', async (t) => {
  const { gate, pulse, hungUp, beats, ask } = await watched(t, { patienceMs: 1_000 });
  await ask();
  pulse.begin();
  await eventually('it beats', () => beats() > 0);
  gate.set({ delayMs: 1_500 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  // The answer is late by wall-clock time, but this process was blocked itself.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
  const before = beats();
  await eventually('it is answered', () => beats() > before);
  t.same(hungUp, []);
});

t.test('a pulse ends at once, whatever it waits for', async (t) => {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', {
    size: 1,
    name: 'test',
    onError: () => {},
  });
  const pulse = watchHeartbeat(database.pool, { onSilent: () => t.fail('a refusal is no silence') });
  pulse.begin();
  await pulse.stop();
  await database.close();
});
