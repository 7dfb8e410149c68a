import t from 'tap';
import { createLive, type OpenStream, type Topic } from '../../islands/notifications/live.ts';
import { handClock } from '../support/hand-clock.ts';

type Told = Parameters<OpenStream>[1];

const ONE: Topic = 'episode_comments:1';
const TWO: Topic = 'story_comments:2';

function start() {
  const clock = handClock();
  let looks: (() => void)[] = [];
  let isHidden = false;
  const open: { address: string; told: Told }[] = [];
  let opened = 0;
  const live = createLive(
    (address, told) => {
      const stream = { address, told };
      open.push(stream);
      opened += 1;
      return () => {
        const at = open.indexOf(stream);
        if (at >= 0) open.splice(at, 1);
      };
    },
    {
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
    live,
    clock,
    open,
    get opened() {
      return opened;
    },
    get watchers() {
      return looks.length;
    },
    see(is: boolean) {
      isHidden = !is;
      for (const look of looks) look();
    },
  };
}

const addressOf = (...topics: Topic[]) =>
  `/api/events?topics=${topics.map((topic) => encodeURIComponent(topic)).join('%2C')}`;

t.test('all islands of a tab share one connection', async (t) => {
  const tab = start();
  const heard: string[] = [];
  const leave = [
    tab.live.listenTo(ONE, () => heard.push('one')),
    tab.live.listenTo(ONE, () => heard.push('one too')),
    tab.live.listenTo(TWO, () => heard.push('two')),
  ];
  await tab.clock.pass(0);
  t.same(
    tab.open.map(({ address }) => address),
    [addressOf(ONE, TWO)],
  );
  t.notOk(tab.live.isHeard(ONE), 'nothing is heard before the server says so');
  tab.open[0]?.told.onHeard([ONE, TWO]);
  t.ok(tab.live.isHeard(TWO));
  t.same(heard.splice(0), ['one', 'one too', 'two'], 'what came before it is looked for');
  tab.open[0]?.told.onNews([ONE]);
  t.same(heard.splice(0), ['one', 'one too']);
  leave[0]?.();
  leave[0]?.();
  await tab.clock.pass(0);
  t.equal(tab.opened, 1, 'another still listens to the same');
  leave[1]?.();
  await tab.clock.pass(0);
  t.same(
    tab.open.map(({ address }) => address),
    [addressOf(TWO)],
  );
  leave[2]?.();
  t.same([tab.open.length, tab.clock.planned, tab.watchers], [0, 0, 0]);
});

t.test('a hidden tab has none, and looks again when it is seen', async (t) => {
  const tab = start();
  let looks = 0;
  tab.live.listenTo(ONE, () => (looks += 1));
  await tab.clock.pass(0);
  tab.open[0]?.told.onHeard([ONE]);
  tab.see(false);
  t.equal(tab.open.length, 0);
  t.notOk(tab.live.isHeard(ONE));
  await tab.clock.pass(3_600_000);
  t.equal(tab.opened, 1);
  tab.see(true);
  tab.open[0]?.told.onHeard([ONE]);
  t.equal(looks, 2);
});

t.test('one that fails comes back later each time, and others ask meanwhile', async (t) => {
  const tab = start();
  tab.live.listenTo(ONE, () => undefined);
  await tab.clock.pass(0);
  tab.open[0]?.told.onHeard([ONE]);
  tab.open[0]?.told.onEnd();
  t.notOk(tab.live.isHeard(ONE));
  t.equal(tab.open.length, 0);
  await tab.clock.pass(2_000);
  t.equal(tab.opened, 2);
  for (let failure = 0; failure < 20; failure += 1) {
    tab.open[0]?.told.onEnd();
    await tab.clock.pass(300_000);
  }
  t.equal(tab.opened, 22, 'it is never given up');
  tab.open[0]?.told.onEnd();
  await tab.clock.pass(100_000);
  t.equal(tab.opened, 22, 'and never hurried');
  t.equal(tab.clock.planned, 1);
});

t.test('no more topics are asked for than the server takes', async (t) => {
  const tab = start();
  for (let n = 0; n < 9; n += 1) tab.live.listenTo(`episode_comments:${n}`, () => undefined);
  await tab.clock.pass(0);
  t.equal(tab.open[0]?.address.split('%2C').length, 6);
});

t.test('5,000 comings and goings leave nothing', async (t) => {
  const tab = start();
  for (let visit = 0; visit < 5_000; visit += 1) {
    const leave = tab.live.listenTo(visit % 2 === 0 ? ONE : TWO, () => undefined);
    await tab.clock.pass(0);
    tab.open[0]?.told.onHeard([ONE]);
    leave();
  }
  t.same([tab.open.length, tab.clock.planned, tab.watchers], [0, 0, 0]);
});
