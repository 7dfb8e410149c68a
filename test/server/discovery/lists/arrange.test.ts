import t from 'tap';
import { arrangeWeek, nothingTwice } from '#server/domains/discovery/lists/arrange.ts';

const week = ['16', '17', '18', '19', '20', '21', '22'];
/** `a21` is an episode of story a on the 21st. Latest first. */
const released = (text: string) => text.split(' ').map((one) => ({ id: one.slice(0, 1), day: one.slice(1) }));
const arrange = (text: string, wished?: string, featuredId = 'x', most = 12) => {
  const { day, rows, counts } = arrangeWeek(text === '' ? [] : released(text), {
    week,
    wished,
    featuredId,
    most,
  });
  return { day, stories: rows.map(({ id }) => id).join(''), counts: counts.join('') };
};

t.test('the calendar opens today, or the last day that has something', async (t) => {
  t.same(arrange('a22 b22 a22 c21'), { day: '22', stories: 'ab', counts: '0000013' });
  t.same(arrange('c21 d21 a19'), { day: '21', stories: 'cd', counts: '0001020' });
  t.same(
    arrange('b14 a13 b12'),
    { day: null, stories: 'ba', counts: '0000000' },
    'not this week: the latest',
  );
  t.same(arrange(''), { day: null, stories: '', counts: '0000000' });
});

t.test('a day that was asked for is shown, even with nothing', async (t) => {
  t.same(arrange('a22 b19', '19').stories, 'b');
  t.same(arrange('a22 b19', '18'), { day: '18', stories: '', counts: '0001001' });
});

t.test('the story at the top does not stand below again, unless it is all that a day has', async (t) => {
  t.same(arrange('x22 a22 b21').stories, 'a');
  t.same(arrange('x22 b21'), { day: '21', stories: 'b', counts: '0000011' });
  t.same(arrange('x22 b21', '22').stories, 'x', 'asked for');
  t.same(arrange('x22').stories, '', 'a house with one story shows it once');
});

t.test('a day holds so many', async (t) => {
  t.same(arrange('a22 b22 c22', undefined, 'x', 2), { day: '22', stories: 'ab', counts: '0000003' });
});

t.test('no story stands in two lists', async (t) => {
  const rest = nothingTwice(['a']);
  const rows = (text: string) => [...text].map((id) => ({ id }));
  t.same(rest(rows('abc')), rows('bc'));
  t.same(rest(rows('cde')), rows('de'));
  t.same(rest(rows('ae')), []);
});
