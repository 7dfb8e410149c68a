import t from 'tap';
import { FOR_THE_LINE, FOR_THE_SERVER, longerWait, waitAfter } from '../../islands/publishing/comic/waits.ts';

const setback = { tries: 1, isOnline: true, isAnswered: false, retryAfterMs: null, nowMs: 1_000_000 };

t.test('what the server asks for is waited for, whatever the line does', async (t) => {
  for (const isOnline of [true, false])
    t.same(waitAfter({ ...setback, isOnline, retryAfterMs: 30_000 }), { untilMs: 1_030_000 });
});

t.test('for hours nobody is kept waiting, and no file is tried for ever', async (t) => {
  t.equal(waitAfter({ ...setback, retryAfterMs: 3_600_000 }), null);
  t.equal(waitAfter({ ...setback, tries: 8, retryAfterMs: 1000 }), null);
  t.equal(waitAfter({ ...setback, tries: 8 }), null);
});

t.test('without an answer the line is waited for, as long as it is gone', async (t) => {
  t.equal(waitAfter(setback), FOR_THE_LINE);
  t.equal(waitAfter({ ...setback, isOnline: false, tries: 100 }), FOR_THE_LINE);
});

t.test('a server in trouble is not called a line that is gone', async (t) => {
  t.equal(waitAfter({ ...setback, isAnswered: true }), FOR_THE_SERVER);
  t.equal(waitAfter({ ...setback, isAnswered: true, tries: 8 }), null);
});

t.test('of several waits the longest holds', async (t) => {
  const [short, long] = [{ untilMs: 10 }, { untilMs: 20 }];
  t.equal(longerWait(null, short), short);
  t.equal(longerWait(short, long), long);
  t.equal(longerWait(long, short), long);
  t.equal(longerWait(long, FOR_THE_LINE), long, 'a line that fails meanwhile changes nothing');
  t.equal(longerWait(FOR_THE_LINE, short), short);
});
