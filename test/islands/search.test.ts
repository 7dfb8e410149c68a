import t from 'tap';
import { type Asked, createAsking, type Question } from '../../islands/discovery/search/asking.ts';
import { markedParts } from '../../islands/discovery/search/marks.ts';
import { handClock } from '../support/hand-clock.ts';

function open() {
  const clock = handClock();
  const sent: string[] = [];
  const states: string[] = [];
  const answers: ((answer: string | Error) => void)[] = [];
  const signals: AbortSignal[] = [];
  const asking = createAsking<string>({
    clock,
    ask({ phrase, tab }: Question, signal) {
      sent.push(`${tab} ${phrase}`);
      signals.push(signal);
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      });
    },
    onState(state: Asked<string>) {
      const answer = 'answer' in state ? ` ${state.answer}` : '';
      states.push(state.kind + answer);
    },
  });
  const answer = async (at: number, text: string | Error) => {
    answers[at]?.(text);
    await clock.pass(0);
  };
  return { asking, clock, sent, states, signals, answer };
}

t.test('SRC-15 every change of the phrase restarts a wait of 300 ms', async (t) => {
  const { asking, clock, sent } = open();
  asking.change({ phrase: 'l', tab: 'comics' });
  await clock.pass(299);
  asking.change({ phrase: 'la', tab: 'comics' });
  await clock.pass(299);
  t.same(sent, []);
  await clock.pass(1);
  t.same(sent, ['comics la']);
});

t.test('SRC-16 every change of the tab restarts a wait of 300 ms', async (t) => {
  const { asking, clock, sent } = open();
  asking.change({ phrase: 'la', tab: 'comics' });
  await clock.pass(299);
  asking.change({ phrase: 'la', tab: 'novel' });
  await clock.pass(299);
  t.same(sent, []);
  await clock.pass(1);
  t.same(sent, ['novel la']);
});

t.test('SRC-18 many changes lead to one search, with the last phrase and tab', async (t) => {
  const { asking, clock, sent } = open();
  for (const phrase of ['l', 'la', 'lam', 'lamp']) {
    asking.change({ phrase, tab: 'comics' });
    await clock.pass(100);
  }
  asking.change({ phrase: 'lamp', tab: 'creators' });
  await clock.pass(1000);
  t.same(sent, ['creators lamp']);
  t.equal(clock.planned, 0);
});

t.test('SRC-17 SRC-19 a change waits in sight, and another tab begins with nothing', async (t) => {
  const { asking, clock, states, answer } = open();
  asking.change({ phrase: 'la', tab: 'comics' });
  await clock.pass(300);
  await answer(0, 'lamps');
  asking.change({ phrase: 'lan', tab: 'comics' });
  asking.change({ phrase: 'lan', tab: 'indie' });
  t.same(states, ['waiting null', 'answered lamps', 'waiting lamps', 'waiting null']);
});

t.test('an answer to what is no longer asked is never shown, nor is its failure', async (t) => {
  const { asking, clock, states, signals, answer } = open();
  asking.change({ phrase: 'la', tab: 'comics' });
  await clock.pass(300);
  asking.change({ phrase: 'lam', tab: 'comics' });
  t.ok(signals[0]?.aborted, 'the call is given up');
  await answer(0, 'late');
  await clock.pass(300);
  await answer(1, 'lamps');
  asking.change({ phrase: 'lamp', tab: 'comics' });
  await clock.pass(300);
  asking.change({ phrase: '', tab: 'comics' });
  await answer(2, new Error('late'));
  t.same(states, ['waiting null', 'waiting null', 'answered lamps', 'waiting lamps', 'nothing']);
  t.equal(clock.planned, 0, 'for an emptied field nothing is asked');
});

t.test('what has failed is asked again at once', async (t) => {
  const { asking, clock, sent, states, answer } = open();
  asking.again();
  await clock.pass(0);
  t.same(sent, [], 'nothing to ask');
  asking.change({ phrase: 'la', tab: 'novel' });
  await clock.pass(300);
  await answer(0, new Error('no line'));
  asking.again();
  await clock.pass(0);
  await answer(1, 'lamps');
  t.same(sent, ['novel la', 'novel la']);
  t.same(states, ['waiting null', 'failed', 'waiting null', 'answered lamps']);
});

t.test('a name shows what of it was met: beginnings of words, without capitals and accents', async (t) => {
  const shown = (text: string, phrase: string) =>
    markedParts(text, phrase)
      .map((part) => (part.isMet ? `[${part.text}]` : part.text))
      .join('');
  t.equal(shown('The Road to Lagos', 'la'), 'The Road to [La]gos');
  t.equal(shown('Salar', 'la'), 'Salar');
  t.equal(shown('Brûlée, Ærø', 'brule'), '[Brûlé]e, Ærø');
  t.equal(shown('Cafe\u0301 Noir', 'café'), '[Cafe\u0301] Noir');
  t.equal(shown('two Umbrellas', 'umb TWO'), '[two] [Umb]rellas');
  t.equal(shown('la la land', 'lan la'), '[la] [la] [lan]d');
  t.equal(shown('東京物語', '物語'), '東京[物語]');
  t.equal(shown('🦊 fox ﬁn', 'fin'), '🦊 fox [ﬁn]');
  t.equal(shown('Ash Street', '?!'), 'Ash Street');
  t.same(markedParts('', 'x'), []);
});
