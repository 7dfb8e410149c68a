import t from 'tap';
import { type Mark, marksOf, plotOf } from '../../../pages/creator/figures/plot.ts';

const points = (...values: number[]) =>
  values.map((value, index) => ({ date: `2026-11-${String(index + 1).padStart(2, '0')}`, value }));
const height = 200;

t.test('STO-31 the axis begins with 0 and ends above the highest day, in whole numbers', async (t) => {
  const ticks = (...values: number[]) =>
    plotOf(points(...values), [], { height }).ticks.map(({ value }) => value);
  t.same(ticks(820, 2310), [0, 500, 1000, 1500, 2000, 2500]);
  t.same(ticks(0, 0, 0), [0, 1, 2, 3, 4], 'of nothing too');
  t.ok(ticks(-3, 5).includes(-4) || ticks(-3, 5).includes(-5), 'those who left are below 0');
  t.ok(ticks(1, 2).every(Number.isInteger));
});

t.test('STO-31 days go across from the first to the last', async (t) => {
  const plot = plotOf(points(0, 4, 2), [], { height });
  t.equal(plot.path, 'M0,200L500,0L1000,100');
  t.same(plot.end, { date: '2026-11-03', value: 2, y: 100 });
  t.equal(plotOf(points(4), [], { height }).path, 'M0,0L1000,0', 'one day is a level line');
  t.equal(plotOf([], [], { height }).path, '');
});

t.test('STO-31 three days are named, fewer where there are few', async (t) => {
  const dates = (count: number) =>
    plotOf(points(...Array.from({ length: count }, () => 1)), [], { height }).dates.map(({ date }) => date);
  t.same(dates(28), ['2026-11-01', '2026-11-10', '2026-11-19']);
  t.same(dates(7), ['2026-11-01', '2026-11-03', '2026-11-05']);
  t.same(dates(3), ['2026-11-01']);
});

t.test('STO-31 episodes of one day share a mark; names never run into each other', async (t) => {
  const marks = marksOf([
    { number: 3, date: '2026-11-02' },
    { number: 2, date: '2026-11-02' },
    { number: 4, date: '2026-11-03' },
  ]);
  t.same(marks, [
    { date: '2026-11-02', first: 2, last: 3 },
    { date: '2026-11-03', first: 4, last: 4 },
  ]);
  const every = (count: number): Mark[] =>
    points(...Array.from({ length: count }, () => 1)).map(({ date }, index) => ({
      date,
      first: index,
      last: index,
    }));
  const labels = plotOf(points(...Array.from({ length: 28 }, () => 1)), every(28), { height }).marks;
  t.equal(labels.at(-1)?.label, 'always', 'the newest is named');
  const shown = (...kinds: string[]) => labels.filter(({ label }) => kinds.includes(label)).map(({ x }) => x);
  const gaps = (xs: number[]) => xs.slice(1).map((x, index) => x - (xs[index] ?? 0));
  t.ok(gaps(shown('always')).every((gap) => gap >= 24));
  t.ok(gaps(shown('always', 'wide')).every((gap) => gap >= 8));
  t.ok(shown('always', 'wide').length > shown('always').length);
  t.same(plotOf(points(1, 2), [{ date: '2020-01-01', first: 1, last: 1 }], { height }).marks, []);
  t.equal(labels.length, shown('always', 'wide').length, 'what has no room for a name has no mark');
  const beside = points(...Array.from({ length: 101 }, (_, index) => (index === 49 ? 4 : 1)));
  const [mark] = plotOf(beside, [{ date: beside[50]?.date ?? '', first: 1, last: 1 }], { height }).marks;
  t.match(mark, { x: 50, y: 150, top: 0 }, 'a name stands above the line beside it too');
});
