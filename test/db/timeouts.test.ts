import t from 'tap';
import { openDatabase } from '../../db/client.ts';
import { createWaitLimit } from '../../db/timeouts.ts';
import { isAway } from '../../server/lib/away.ts';
import { createTestDatabase } from '../support/postgres.ts';

t.test('waits add up for each by themselves, and those side by side count once', async (t) => {
  let at = 0;
  let who: object | undefined = {};
  const patience = createWaitLimit({ whom: () => who, mostMs: 100, now: () => at });
  const [one, two] = [patience.begin(), patience.begin()];
  t.equal(one?.leftMs, 100);
  at = 30;
  one?.end();
  at = 40;
  two?.end();
  at = 1_000;
  t.equal(patience.begin()?.leftMs, 60, 'time between is nobody’s wait');
  at = 100_000;
  t.equal(patience.begin()?.leftMs, 100, 'what a request has left running is no request any more');
  who = {};
  t.equal(patience.begin()?.leftMs, 100, 'somebody else has not waited');
  who = undefined;
  t.equal(patience.begin(), null, 'nobody waits for this');
});

t.test('whoever has waited long enough is told to come again, and others get their turn', async (t) => {
  const { url, drop } = await createTestDatabase({ template: false });
  const worn = { leftMs: 1, end() {} };
  let isWorn = false;
  const { pool, db, close } = openDatabase(url, {
    size: 1,
    name: 'test',
    onError: () => {},
    patience: { begin: () => (isWorn ? worn : null) },
  });
  const held = await pool.connect();
  let isHeld = true;
  const letGo = (): void => {
    if (isHeld) held.release();
    isHeld = false;
  };
  t.teardown(async () => {
    letGo();
    await close();
    await drop();
  });
  const patient = pool.query('select 1 as one');
  isWorn = true;
  for (const ask of [
    () => pool.query('select 1'),
    () => db.transaction(async () => {}),
    () => pool.connect(),
  ]) {
    const error = await ask().then(
      () => null,
      (error) => error,
    );
    t.ok(isAway(error), String(error));
  }
  letGo();
  t.same((await patient).rows, [{ one: 1 }]);
});
