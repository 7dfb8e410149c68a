import t from 'tap';
import type { Note } from '#islands/reading/notes/core/types.ts';
import { piles, stack } from '#islands/reading/notes/novel/piles.ts';
import { thinOut } from '#islands/reading/notes/novel/thin.ts';
import { nextSentence } from '#islands/reading/notes/novel/write.ts';

const LINE = 30;
const HIGH = 26;
const at = (...lines: number[]) => lines.map((line) => ({ top: line * LINE, line: LINE, high: HIGH }));
const runs = (...lines: number[]) => piles(at(...lines), null).map(({ from, to }) => to - from);

t.test('SOC-13 notes of one place stand below each other, four become one', async (t) => {
  t.same(runs(), []);
  t.same(runs(0, 4, 8), [1, 1, 1]);
  t.same(runs(0, 0, 0), [3]);
  t.same(runs(0, 0, 0, 0), [4]);
  t.same(runs(0, 1, 2, 9), [3, 1], 'each pushes the next one down');
  const crowded = runs(...Array.from({ length: 30 }, (_, line) => line));
  t.ok(crowded.length > 3, 'a crowd stands for some lines only');
  t.equal(
    crowded.reduce((sum, count) => sum + count, 0),
    30,
    'and none is lost',
  );
});

t.test('SOC-13 each stands at its line or close below it, and on its page', async (t) => {
  t.same(stack(at(1, 1, 2), null), [30, 64, 98]);
  const low = stack(at(9, 9), 300);
  t.ok((low.at(-1) ?? 0) + HIGH <= 300, 'nothing hangs over the foot');
});

t.test('SOC-13 few, some or all notes are shown, own ones always', async (t) => {
  const notes = Array.from(
    { length: 40 },
    (_, at) => ({ id: `${at}`, offset: at * 80, own: at === 39 }) as unknown as Note,
  );
  const counts = (['few', 'some', 'all'] as const).map((density) => thinOut(notes, density).length);
  t.same(counts, [3, 17, 40]);
  t.ok(thinOut(notes, 'few').some(({ own }) => own));
});

t.test('SOC-19 an arrow key leads to the next sentence, however long this one is', async (t) => {
  for (const lengths of [[1], [3, 1, 2], [601, 40, 5000], [70_000, 1]]) {
    const starts = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, each) => sum + each, 0));
    const length = lengths.reduce((sum, each) => sum + each, 0);
    let asked = 0;
    const sentenceAt = (at: number): number => {
      asked += 1;
      return starts.findLast((start) => start <= at) ?? 0;
    };
    for (const [index, start] of starts.entries()) {
      const end = start + (lengths[index] ?? 0) - 1;
      for (const from of [start, Math.floor((start + end) / 2), end])
        t.equal(nextSentence({ length, sentenceAt }, from), starts[index + 1] ?? from, `${lengths} ${from}`);
    }
    t.ok(asked < 50 * 3 * lengths.length, 'few characters are asked');
  }
});
