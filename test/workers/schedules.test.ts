import t from 'tap';
import type { Deps } from '../../server/deps.ts';
import type { Sweep } from '../../server/domains/define.ts';
import type { JobQueue } from '../../server/ports.ts';
import { startSchedules } from '../../workers/schedules.ts';
import { eventually } from '../support/eventually.ts';

const deps = { metrics: { swept() {} }, log: { warn() {} } } as unknown as Deps;
const queue = {} as JobQueue;
const punctual = (name: string, run: () => Promise<unknown>): Sweep => ({
  name,
  everyMs: 1,
  isPunctual: true,
  run,
});

function hanging() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const rounds = { begun: 0, ended: 0 };
  const sweep = punctual('hangs', async () => {
    rounds.begun += 1;
    await promise;
    rounds.ended += 1;
  });
  return { sweep, rounds, end: resolve };
}

t.test('OPS-01 a punctual round that hangs holds up neither the next one nor another sweep', async (t) => {
  const { sweep, rounds, end } = hanging();
  let others = 0;
  const other = punctual('another', async () => {
    others += 1;
    if (others % 2 === 0) throw new Error('a round that fails');
  });
  const schedules = startSchedules(deps, queue, [sweep, other], { tickMs: 1 });
  await eventually('the other one ran on', () => others > 50);
  t.equal(rounds.begun, 5, 'but no more than some of them wait for a database that is silent');
  let isClosed = false;
  const closing = schedules.close().then(() => {
    isClosed = true;
  });
  const seen = others;
  await new Promise((resolve) => setImmediate(resolve));
  t.notOk(isClosed, 'the end waits for those that are under way');
  end();
  await closing;
  t.equal(rounds.ended, 5);
  t.ok(others <= seen + 1, 'and begins no more');
});
