import t from 'tap';
import { isAppError } from '../../../server/lib/errors.ts';
import { type Breath, createGate } from '../../../server/limits/gate.ts';
import { eventually } from '../../support/eventually.ts';

const calm: Breath = { lagMs: 1, heap: 0.3, memory: 0 };

function gateOf(maxCount: number) {
  let breath = calm;
  let looks = 0;
  const gate = createGate({
    maxCount,
    lookEveryMs: 1,
    measure: {
      look: () => {
        looks += 1;
        return breath;
      },
      close() {},
    },
  });
  const change = async (to: Breath) => {
    breath = to;
    const since = looks;
    await eventually('it was looked at', () => looks > since + 2);
  };
  return { gate, change };
}

const overloaded = (error: unknown): boolean =>
  isAppError(error) &&
  error.status === 503 &&
  error.code === 'overloaded' &&
  error.options.retryAfterSeconds !== 0;

t.test(
  'so many are let in, the next is told when to come again, and whoever leaves makes room once',
  async (t) => {
    const { gate } = gateOf(2);
    t.teardown(() => gate.close());
    const leave = gate.enter();
    gate.enter();
    try {
      gate.enter();
      t.fail('there was no room');
    } catch (error) {
      t.ok(overloaded(error));
      t.match(error, { options: { retryAfterSeconds: Number } });
    }
    leave();
    leave();
    t.equal(gate.atWork(), 1);
    await t.rejects(
      gate.run(async () => {
        throw new Error('broken');
      }),
      /broken/,
    );
    t.equal(gate.atWork(), 1, 'what breaks leaves too');
  },
);

for (const [what, breath] of [
  ['late', { ...calm, lagMs: 2_000 }],
  ['nearly out of heap', { ...calm, heap: 0.95 }],
  ['nearly out of memory', { ...calm, memory: 0.95 }],
] as const) {
  t.test(`a process that is ${what} takes a tenth, never nothing, until it has breath again`, async (t) => {
    const { gate, change } = gateOf(20);
    t.teardown(() => gate.close());
    await change(breath);
    gate.enter();
    gate.enter();
    t.throws(() => gate.enter());
    await change(calm);
    t.doesNotThrow(() => gate.enter());
  });
}
