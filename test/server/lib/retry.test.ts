import t from 'tap';
import { pauseAfter } from '../../../server/lib/retry.ts';

t.test('pauses grow twofold up to the longest, and never all the same', async (t) => {
  const pauses = { firstMs: 100, maxMs: 1500 };
  for (const [failures, longestMs] of [
    [1, 100],
    [2, 200],
    [4, 800],
    [5, 1500],
    [100_000, 1500],
  ] as const) {
    const drawn = Array.from({ length: 200 }, () => pauseAfter(failures, pauses));
    t.ok(drawn.every((ms) => ms >= longestMs / 2 && ms <= longestMs));
    t.ok(new Set(drawn).size > 1);
  }
});
