import t from 'tap';
import { createAutosave, type Saving } from '../../islands/autosave/autosave.ts';
import { handClock } from '../support/hand-clock.ts';

type Text = string;
const LOST = new Error('no answer');
const WRONG = new Error('refused');
const STALE = new Error('somebody was quicker');

/** A server with one text, whose next response the test chooses. */
function open(settings: { longestMs?: number } = {}) {
  const clock = handClock();
  const states: string[] = [];
  const sent: Text[] = [];
  const server = { text: 'a', next: [] as (Error | (() => void))[] };
  let kept: Text | null = null;
  let answer: (() => void) | null = null;
  let isSlow = false;
  const autosave = createAutosave<Text, Text, unknown, Text>({
    base: 'a',
    waitMs: 1000,
    ...settings,
    clock,
    due: ({ base, mine }) => (base === mine ? null : mine),
    async send(text) {
      sent.push(text);
      if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
      const next = server.next.shift();
      if (next instanceof Error) throw next;
      next?.();
      server.text = text.trim();
      return { base: server.text, mine: server.text };
    },
    isConflict: (error) => error === STALE,
    fetch: async () => server.text,
    merge: (theirs, { base, mine }) => ({ mine, dispute: theirs === base ? null : theirs }),
    judge: (error) => ({ kind: error === LOST ? 'lost' : 'refused', why: error }),
    keep: (text) => {
      kept = text;
    },
    onState: (state: Saving<unknown, Text>) => states.push(state.kind),
  });
  return {
    autosave,
    clock,
    states,
    sent,
    server,
    get kept() {
      return kept;
    },
    slow: () => {
      isSlow = true;
    },
    answer: async () => {
      answer?.();
      await clock.pass(0);
    },
  };
}

t.test('it waits for a pause in what is written, then says when it was saved', async (t) => {
  const { autosave, clock, sent, states, server } = open();
  autosave.change('ab');
  await clock.pass(900);
  autosave.change('abc');
  await clock.pass(900);
  t.same(sent, []);
  await clock.pass(100);
  t.same(sent, ['abc']);
  t.equal(server.text, 'abc');
  t.same(states, ['waiting', 'waiting', 'saving', 'saved']);
  t.same(autosave.state, { kind: 'saved', at: new Date(clock.now()) });
});

t.test('who never pauses is saved after the longest wait', async (t) => {
  const { autosave, clock, sent } = open({ longestMs: 3000 });
  for (let text = 'ab'; text.length < 7; text += 'b') {
    autosave.change(text);
    await clock.pass(700);
  }
  t.same(sent, ['abbbbb'], 'three seconds after the first letter');
});

t.test('what is taken back needs no call', async (t) => {
  const run = open();
  run.autosave.change('ab');
  t.equal(run.kept, 'ab');
  run.autosave.change('a');
  t.equal(run.kept, null);
  t.equal(run.clock.planned, 0);
  t.same(run.states, ['waiting', 'clean']);
});

t.test('one call at a time: what is written meanwhile follows it', async (t) => {
  const run = open();
  run.slow();
  run.autosave.change('ab');
  await run.clock.pass(1000);
  run.autosave.change('abc');
  await run.clock.pass(5000);
  t.same(run.sent, ['ab']);
  await run.answer();
  t.same(run.sent, ['ab', 'abc']);
  t.equal(run.kept, 'abc', 'kept until the server has it');
  await run.answer();
  t.equal(run.kept, null);
  t.equal(run.autosave.state.kind, 'saved');
});

t.test('what the server made of it is what was meant, unless more was written', async (t) => {
  const run = open();
  run.autosave.change('ab ');
  await run.autosave.save();
  t.equal(run.autosave.both.mine, 'ab');
  run.slow();
  run.autosave.change('abc ');
  void run.autosave.save();
  run.autosave.change('abc d');
  await run.answer();
  t.equal(run.autosave.both.mine, 'abc d');
});

t.test('a call that got lost is made again, later each time, and the copy stays', async (t) => {
  const run = open();
  run.server.next.push(LOST, LOST, LOST);
  run.autosave.change('ab');
  await run.clock.pass(1000);
  t.same(run.autosave.state, { kind: 'lost', why: LOST });
  t.equal(run.kept, 'ab');
  const first = run.clock.nextInMs ?? 0;
  t.ok(first >= 1500 && first <= 3000);
  await run.clock.pass(first);
  t.equal(run.sent.length, 2);
  const second = run.clock.nextInMs ?? 0;
  t.ok(second >= 3000 && second <= 6000, 'the second pause is longer');
  await run.clock.pass(60_000);
  t.equal(run.server.text, 'ab');
  t.equal(run.kept, null);
  t.equal(run.clock.planned, 0);
});

t.test('a refusal waits for a change', async (t) => {
  const run = open();
  run.server.next.push(WRONG);
  run.autosave.change('ab');
  await t.rejects(run.autosave.settle(), WRONG);
  t.same(run.autosave.state, { kind: 'refused', why: WRONG });
  await run.clock.pass(100_000);
  t.equal(run.sent.length, 1);
  run.autosave.change('abc');
  await run.autosave.settle();
  t.equal(run.server.text, 'abc');
});

t.test('a version that changed though the text did not is no conflict', async (t) => {
  const run = open();
  run.server.next.push(STALE);
  run.autosave.change('ab');
  await run.autosave.settle();
  t.same(run.sent, ['ab', 'ab']);
});

t.test('conflicts without end are told, and not followed for ever', async (t) => {
  const run = open();
  run.server.next.push(...Array<Error>(20).fill(STALE));
  run.autosave.change('ab');
  await run.autosave.save();
  t.same(run.autosave.state, { kind: 'refused', why: STALE });
  t.equal(run.sent.length, 6);
});

t.test('what somebody else wrote is not overwritten before somebody decides', async (t) => {
  for (const [choice, text] of [
    ['mine', 'ab!'],
    ['theirs', 'z'],
  ]) {
    const run = open();
    run.server.next.push(STALE);
    run.server.text = 'z';
    run.autosave.change('ab');
    await t.rejects(run.autosave.settle(), STALE);
    t.same(run.autosave.state, { kind: 'disputed', dispute: 'z' });
    run.autosave.change('ab!');
    t.equal(run.kept, 'ab!', 'what is written on is kept here');
    await run.clock.pass(100_000);
    t.same(run.sent, ['ab']);
    const { base, mine } = run.autosave.both;
    await run.autosave.decide(choice === 'mine' ? mine : base);
    t.equal(run.server.text, text);
    t.equal(run.autosave.state.kind, 'saved');
    t.equal(run.kept, null);
  }
});

t.test('a copy that was kept on another ground is disputed from the beginning', async (t) => {
  const run = open();
  run.autosave.dispute('ab', 'a');
  await t.rejects(run.autosave.settle());
  t.same([run.sent, run.kept], [[], 'ab']);
});

t.test('once stopped it plans nothing and tells nothing, but ends what it began', async (t) => {
  const run = open();
  run.server.next.push(LOST);
  run.autosave.change('ab');
  const saved = run.autosave.save();
  run.autosave.stop();
  await saved;
  t.same([run.sent, run.kept, run.clock.planned], [['ab'], 'ab', 0]);
  t.same(run.states, ['waiting', 'saving']);
});
