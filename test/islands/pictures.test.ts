import t from 'tap';
import { placeOf } from '../../islands/media/pictures/gaps.ts';
import { PAUSES_MS, triesOf } from '../../islands/media/pictures/tries.ts';
import { handClock } from '../support/hand-clock.ts';

function lose() {
  const clock = handClock();
  let asked = 0;
  let isLost = false;
  let isOnline = true;
  const tries = triesOf({
    ask: () => {
      asked += 1;
    },
    show: (is) => {
      isLost = is;
    },
    isOnline: () => isOnline,
    later: clock.later,
  });
  return {
    clock,
    tries,
    get asked() {
      return asked;
    },
    get isLost() {
      return isLost;
    },
    connect: (is: boolean) => {
      isOnline = is;
      if (is) tries.afresh();
    },
  };
}

async function failAll(picture: ReturnType<typeof lose>): Promise<void> {
  picture.tries.failed();
  for (const pauseMs of PAUSES_MS) {
    await picture.clock.pass(pauseMs);
    picture.tries.failed();
  }
}

t.test('RDR-01 a picture that failed is asked for after 0.5, 2 and 8 s, then it says so', async (t) => {
  const picture = lose();
  picture.tries.failed();
  for (const [at, pauseMs] of [500, 2000, 8000].entries()) {
    await picture.clock.pass(pauseMs - 1);
    t.equal(picture.asked, at);
    await picture.clock.pass(1);
    t.equal(picture.asked, at + 1);
    t.notOk(picture.isLost);
    picture.tries.failed();
  }
  t.ok(picture.isLost);
  t.equal(picture.clock.planned, 0, 'it rests');
});

t.test('RDR-01 a picture that comes takes back the words, and has all its tries again', async (t) => {
  const picture = lose();
  await failAll(picture);
  picture.tries.now();
  t.ok(picture.isLost, 'the words stay until it is there');
  picture.tries.came();
  t.notOk(picture.isLost);
  const { asked } = picture;
  picture.tries.failed();
  t.equal(picture.clock.nextInMs, 500);
  await picture.clock.pass(500);
  t.equal(picture.asked, asked + 1);
  picture.tries.came();
  t.equal(picture.clock.planned, 0);
});

t.test('RDR-01 who turns to a picture or presses the button asks at once, and once', async (t) => {
  const picture = lose();
  picture.tries.failed();
  picture.tries.now();
  picture.tries.now();
  t.equal(picture.asked, 1, 'an answer is awaited');
  t.equal(picture.clock.planned, 0, 'instead of the pause');
  picture.tries.failed();
  t.equal(picture.clock.nextInMs, 2000, 'the next pause follows');
  await picture.clock.pass(2000);
  picture.tries.failed();
  await picture.clock.pass(8000);
  picture.tries.failed();
  t.ok(picture.isLost);
  picture.tries.now();
  picture.tries.failed();
  t.ok(picture.isLost);
  t.equal(picture.clock.planned, 0);
});

t.test('RDR-01 without a network it says so at once, and begins again with the network', async (t) => {
  const picture = lose();
  picture.connect(false);
  picture.tries.failed();
  t.ok(picture.isLost);
  t.equal(picture.clock.planned, 0);
  picture.connect(true);
  t.equal(picture.asked, 1);
  picture.tries.failed();
  t.equal(picture.clock.nextInMs, 500, 'the browser says so before the network is really there');
});

t.test('RDR-01 the words about a piece of a strip stand in its place', async (t) => {
  const piece = { width: 800, height: 1200 };
  t.same(placeOf(0, [piece]), { from: 0, size: 1 });
  t.same(placeOf(2, [piece, piece, { width: 800, height: 2400 }]), { from: 0.5, size: 0.5 });
  t.same(placeOf(0, [{ width: 0, height: 0 }]), { from: 0, size: 0 });
});
