import t from 'tap';
import { keepFresh } from '../../islands/refreshing.ts';
import { handClock } from '../support/hand-clock.ts';

function open() {
  const clock = handClock();
  const gone = new AbortController();
  let looks: (() => void)[] = [];
  let isHidden = false;
  let calls = 0;
  let finish: (() => void) | null = null;
  let isSlow = false;
  keepFresh(
    async () => {
      calls += 1;
      if (isSlow) await new Promise<void>((resolve) => (finish = resolve));
    },
    {
      everyMs: 45_000,
      signal: gone.signal,
      clock,
      sight: {
        isHidden: () => isHidden,
        onChange(look, signal) {
          looks.push(look);
          signal.addEventListener('abort', () => (looks = []));
        },
      },
    },
  );
  return {
    clock,
    gone,
    get calls() {
      return calls;
    },
    async hide(is: boolean) {
      isHidden = is;
      for (const look of looks) look();
      await clock.pass(0);
    },
    slow: (is: boolean) => {
      isSlow = is;
    },
    finish: () => finish?.(),
  };
}

t.test('NOT-09 the count is asked for every 45,000 ms, and not before', async (t) => {
  const badge = open();
  await badge.clock.pass(44_999);
  t.equal(badge.calls, 0);
  await badge.clock.pass(1);
  t.equal(badge.calls, 1);
  await badge.clock.pass(90_000);
  t.equal(badge.calls, 3);
  badge.gone.abort();
  t.equal(badge.clock.planned, 0);
  await badge.hide(false);
  t.equal(badge.clock.planned, 0, 'a page that is gone plans nothing');
});

t.test('a hidden tab asks for nothing; on return it asks at once, and once, if it was due', async (t) => {
  const badge = open();
  await badge.clock.pass(10_000);
  await badge.hide(true);
  await badge.clock.pass(20_000);
  await badge.hide(false);
  t.equal(badge.calls, 0, 'back before it was due');
  await badge.clock.pass(14_999);
  t.equal(badge.calls, 0);
  await badge.clock.pass(1);
  t.equal(badge.calls, 1, 'as if nobody had been away');
  await badge.hide(true);
  await badge.clock.pass(10 * 45_000);
  t.equal(badge.calls, 1);
  await badge.hide(false);
  t.equal(badge.calls, 2, 'one for all that was missed');
  await badge.hide(true);
  await badge.hide(false);
  await badge.clock.pass(44_999);
  t.equal(badge.calls, 2);
});

t.test('a slow answer holds the next call up', async (t) => {
  const badge = open();
  badge.slow(true);
  await badge.clock.pass(200_000);
  t.equal(badge.calls, 1);
  badge.slow(false);
  badge.finish();
  await badge.clock.pass(0);
  t.equal(badge.calls, 2);
  t.equal(badge.clock.nextInMs, 45_000);
});
