import t from 'tap';
import { createHouseClock } from '../../../server/process/house-clock.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

function open(machineAheadMs: number) {
  const time = { ms: 0, aheadMs: machineAheadMs };
  const moved: number[] = [];
  const clock = createHouseClock({
    wall: () => NOON + time.ms + time.aheadMs,
    steady: () => time.ms,
    onMoved: (aheadMs) => void moved.push(aheadMs),
  });
  const hear = (tookMs = 0) => clock.hear(new Date(NOON + time.ms - tookMs / 2), tookMs);
  const offBy = () => clock.now().getTime() - (NOON + time.ms);
  return { time, moved, hear, offBy };
}

t.test('OPS-01 a machine whose clock is wrong takes the time of the database', async (t) => {
  for (const aheadMs of [180_000, -180_000]) {
    const { hear, offBy, moved } = open(aheadMs);
    t.equal(offBy(), aheadMs, 'until it has heard of it');
    hear(20);
    t.equal(offBy(), 0);
    t.same(moved, [aheadMs]);
    hear();
    t.equal(moved.length, 1, 'once');
  }
});

t.test('a clock that is set while the process runs changes nothing', async (t) => {
  const { time, hear, offBy } = open(0);
  hear();
  time.aheadMs = 3_600_000;
  time.ms += 1_000;
  t.equal(offBy(), 0);
});

t.test('a slow answer and a small difference move nothing', async (t) => {
  const { hear, offBy, moved } = open(400);
  hear();
  t.equal(offBy(), 400);
  hear(3_000);
  t.same(moved, []);
});
