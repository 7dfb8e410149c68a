import t from 'tap';
import { chosen, crowds, shifts } from '../../islands/reading/notes/comic/layout.ts';
import { wherePart } from '../../islands/reading/notes/core/where.ts';

const box = (left: number, top: number) => ({ left, top, width: 100, height: 30 });

t.test('SOC-13 own notes always, of the others the latest, in their order', async (t) => {
  const notes = Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, own: at === 0 }));
  t.same(
    chosen(notes, 'few').map(({ id }) => id),
    ['0', '97', '98', '99'],
  );
  t.equal(chosen(notes, 'some').length, 12);
  t.equal(chosen(notes, 'all').length, 60);
});

t.test('SOC-13 notes that touch each other are one crowd', async (t) => {
  const all = crowds([box(0, 0), box(300, 0), box(90, 20), box(180, 40)]);
  t.same(
    all.map((group) => group.toSorted((a, b) => a - b)),
    [[0, 2, 3], [1]],
  );
  t.same(crowds([]), []);
});

t.test('SOC-13 a later note goes below an earlier one where the page has room', async (t) => {
  t.same(shifts([box(0, 0), box(10, 0)], 500), [0, 34]);
  t.same(shifts([box(0, 0), box(10, 0)], 40), [0, 0], 'else it stays');
});

t.test('a place is said in words', async (t) => {
  t.same([wherePart(0, 0), wherePart(0.5, 0.5), wherePart(1, 1)], ['topLeft', 'middle', 'bottomRight']);
});
