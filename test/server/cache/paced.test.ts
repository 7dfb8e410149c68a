import t from 'tap';
import { createCaches } from '../../../server/cache/caches.ts';
import { createThrottle } from '../../../server/cache/throttle.ts';
import type { PurgeTag } from '../../../server/ports.ts';

/** A clock that moves only when the test says so. */
function clockwork() {
  let nowMs = 0;
  let waiting: { run: () => void; atMs: number }[] = [];
  return {
    nowMs: () => nowMs,
    later(run: () => void, afterMs: number) {
      const entry = { run, atMs: nowMs + afterMs };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
    pass(ms: number) {
      nowMs += ms;
      const due = waiting.filter(({ atMs }) => atMs <= nowMs);
      waiting = waiting.filter(({ atMs }) => atMs > nowMs);
      for (const { run } of due) run();
    },
    waiting: () => waiting.length,
  };
}

t.test('what is wished for is done at once, then at most once a pause, and never forgotten', async (t) => {
  const clock = clockwork();
  let done = 0;
  const paced = createThrottle(
    () => {
      done += 1;
    },
    { pauseMs: 5000, ...clock },
  );
  paced.wish();
  t.equal(done, 1, 'after a pause at once');
  for (let turn = 0; turn < 1000; turn += 1) paced.wish();
  t.same([done, clock.waiting()], [1, 1]);
  clock.pass(4999);
  t.equal(done, 1);
  clock.pass(1);
  t.equal(done, 2, 'the last wish came true');
  clock.pass(60_000);
  t.equal(done, 2, 'and no more than that');
  paced.wish();
  t.equal(done, 3);
  paced.wish();
  paced.settle();
  clock.pass(60_000);
  t.equal(done, 3, 'what came true otherwise is not done again');
});

t.test(
  'releases make the landing page stale once in five seconds, what hides something at once',
  async (t) => {
    const clock = clockwork();
    const caches = createCaches({ pageMib: 1, pictureMib: 1, pace: clock });
    caches.enable();
    const keep = () => {
      const tags: PurgeTag[] = ['landing'];
      caches.pages.store(caches.pages.begin(), '/', {} as never, { bytes: 100, tags });
    };
    const isKept = () => caches.pages.get('/') !== undefined;
    const release = (n: number) => caches.purge([`episode:${n}`, `story:${n}`, 'landing:new']);
    keep();
    release(1);
    t.notOk(isKept(), 'the first release is seen at once');
    keep();
    for (let n = 2; n < 200; n += 1) release(n);
    t.ok(isKept());
    clock.pass(5000);
    t.notOk(isKept(), 'the last one is seen after five seconds');
    keep();
    release(200);
    t.ok(isKept());
    caches.purge(['episode:1', 'landing']);
    t.notOk(isKept(), 'what is taken away goes at once');
    keep();
    clock.pass(60_000);
    t.ok(isKept(), 'and with it came what was new');
    caches.purge(['story:1']);
    t.ok(isKept());
  },
);
