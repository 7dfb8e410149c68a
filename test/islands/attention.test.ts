import t, { type Test } from 'tap';
import { ALIVE_MS, watchReading } from '../../islands/reading/stage/attention.ts';
import type { Followed } from '../../islands/reading/stage/types.ts';
import { ALIVE_MS as BELIEVED_MS } from '../../server/domains/reading/reading-time/rules.ts';

type Listener = () => void;

function openPage(t: Test) {
  const listeners = new Map<string, Listener[]>();
  const addEventListener = (name: string, listener: Listener) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  const page = { visibilityState: 'visible', addEventListener };
  let nowMs = 5_000;
  const before = { document: globalThis.document, addEventListener: globalThis.addEventListener };
  const now = performance.now;
  Object.assign(globalThis, { document: page, addEventListener });
  performance.now = () => nowMs;
  t.teardown(() => {
    Object.assign(globalThis, before);
    performance.now = now;
  });
  const turns: Listener[] = [];
  const stage = { onSeen: (listener: Listener) => void turns.push(listener) } as unknown as Followed;
  const left = new AbortController();
  const say = (name: string) => listeners.get(name)?.forEach((listener) => void listener());
  return {
    time: watchReading(stage, left.signal),
    left,
    turn: () => turns.forEach((listener) => void listener()),
    say,
    pass(seconds: number) {
      nowMs += seconds * 1000;
    },
    show(visibilityState: 'visible' | 'hidden') {
      page.visibilityState = visibilityState;
      say('visibilitychange');
    },
  };
}

t.test('time counts between signs of life, three minutes of each at most', async (t) => {
  t.equal(ALIVE_MS, BELIEVED_MS, 'as the server counts');
  const { time, turn, say, pass } = openPage(t);
  pass(20);
  t.equal(time.take(1), undefined, 'nobody has done anything yet');
  turn();
  t.equal(time.take(30), undefined, 'less than is asked for');
  t.equal(time.take(15), 20);
  t.equal(time.take(1), undefined, 'taken once');
  pass(170);
  say('scroll');
  pass(4_000);
  say('pointerdown');
  t.equal(time.take(1), 170 + 180);
  time.putBack(350);
  time.putBack(undefined);
  t.equal(time.take(1), 350);
});

t.test('a page that is not seen counts nothing', async (t) => {
  const { time, show, pass, say, left } = openPage(t);
  pass(10);
  show('hidden');
  t.equal(time.take(1), 10);
  pass(100);
  say('keydown');
  show('visible');
  t.equal(time.take(1), undefined);
  pass(7);
  left.abort();
  t.equal(time.take(1), 7, 'who goes on to the next episode has read until then');
});
