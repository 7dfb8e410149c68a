import t from 'tap';
import {
  believe,
  type Counted,
  DAY_MAX_SECONDS,
  firstDayKept,
  firstMonthKept,
  REPORT_MAX_SECONDS,
} from '#server/domains/reading/reading-time/rules.ts';

const NOON = new Date('2026-10-17T12:00:00Z');
const DAY = '2026-10-17';
const NOBODY: Counted = { countedUntil: null, day: null, daySeconds: 0 };
const ago = (seconds: number): Date => new Date(NOON.getTime() - seconds * 1000);
const told = (before: Counted, seconds: number, day = DAY) => believe(before, { seconds, now: NOON, day });

t.test('no more is counted than the clock has shown', async (t) => {
  t.equal(told(NOBODY, 60).seconds, 60);
  t.equal(told(NOBODY, 100_000).seconds, 180, 'of a stranger three minutes');
  const known = { countedUntil: ago(40), day: DAY, daySeconds: 100 };
  t.equal(told(known, 30).seconds, 30);
  t.equal(told(known, 400).seconds, 40);
  const long = { ...known, countedUntil: ago(50_000) };
  t.equal(told(long, 50_000).seconds, REPORT_MAX_SECONDS);
  t.equal(told({ ...known, countedUntil: ago(-5) }, 10).seconds, 0, 'a clock that went back');
  for (const seconds of [0, -5]) t.equal(told(known, seconds).seconds, 0);
});

t.test('two devices that read at once share the time', async (t) => {
  const first = told({ countedUntil: ago(60), day: DAY, daySeconds: 0 }, 45);
  t.equal(first.seconds, 45);
  t.equal(told(first.after, 45).seconds, 15);
});

t.test('a day has 24 hours, and a new one begins at nothing', async (t) => {
  const full = { countedUntil: ago(300), day: DAY, daySeconds: DAY_MAX_SECONDS - 10 };
  t.equal(told(full, 200).seconds, 10);
  t.same(told(full, 200).after.daySeconds, DAY_MAX_SECONDS);
  t.match(told(full, 200, '2026-10-18'), { seconds: 200, after: { day: '2026-10-18', daySeconds: 200 } });
});

t.test('months', async (t) => {
  t.equal(firstMonthKept('2026-11'), '2025-11');
  t.equal(firstDayKept('2026-11-25'), '2025-11-01');
  t.equal(firstDayKept('2026-11-01'), '2025-10-01', 'somewhere it is still October');
});
