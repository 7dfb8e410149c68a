import t from 'tap';
import {
  fillDays,
  growth,
  lastDays,
  rangeBefore,
  readRange,
  sumDays,
} from '#server/domains/reading/counts/rules.ts';
import { toCsv } from '#server/lib/csv.ts';
import { addDays, countDays, isDay, listDays } from '#server/lib/days.ts';

const TODAY = '2026-11-20';

t.test('STO-31 days of the calendar', async (t) => {
  for (const day of ['2026-11-20', '2024-02-29', '1000-01-01', '9999-12-31']) t.ok(isDay(day), day);
  for (const day of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '11/20/2026',
    '0000-01-01',
    '2026-11-20T00:00',
  ])
    t.notOk(isDay(day), day);
  t.equal(addDays('2026-02-28', 1), '2026-03-01');
  t.equal(addDays('2026-01-01', -1), '2025-12-31');
  t.equal(countDays('2024-01-01', '2024-12-31'), 366);
  t.same(listDays('2026-10-24', '2026-10-26'), ['2026-10-24', '2026-10-25', '2026-10-26']);
});

t.test('STO-31 the range that is asked for', async (t) => {
  const range = (from: string, to: string) => ({ range: { from, to } });
  t.same(readRange({}, TODAY), range('2026-10-24', TODAY), 'the last 28 days');
  t.same(readRange({ from: '2026-11-01' }, TODAY), range('2026-11-01', TODAY));
  t.same(readRange({ to: '2026-11-10' }, TODAY), range('2026-10-14', '2026-11-10'));
  t.same(readRange({ from: TODAY, to: TODAY }, TODAY), range(TODAY, TODAY));
  t.same(readRange({ from: '2026-11-21' }, TODAY), range('2026-11-21', '2026-11-21'), 'tomorrow, somewhere');
  t.same(readRange({ from: '2024-01-01', to: '2024-12-31' }, TODAY), range('2024-01-01', '2024-12-31'));
  t.same(readRange({ from: '2023-12-31', to: '2024-12-31' }, TODAY), { fields: { to: ['range_too_long'] } });
  t.same(readRange({ from: '2000-01-01' }, TODAY), { fields: { to: ['range_too_long'] } });
  t.same(readRange({ from: '2026-11-02', to: '2026-11-01' }, TODAY), { fields: { from: ['after_end'] } });
  t.same(readRange({ from: 'x', to: '2026-02-30' }, TODAY), {
    fields: { from: ['invalid'], to: ['invalid'] },
  });
});

t.test('STO-31 a range is compared with as many days right before', async (t) => {
  t.same(lastDays(TODAY, 7), { from: '2026-11-14', to: TODAY });
  t.same(rangeBefore({ from: '2026-11-14', to: TODAY }), { from: '2026-11-07', to: '2026-11-13' });
  t.same(rangeBefore({ from: TODAY, to: TODAY }), { from: '2026-11-19', to: '2026-11-19' });
  t.equal(growth(118, 100), 18);
  t.equal(growth(50, 100), -50);
  t.equal(growth(5, 5), 0);
  t.equal(growth(5, 0), null);
  t.equal(growth(5, -1), null);
});

t.test('STO-31 days without an event are zeros', async (t) => {
  const sold = { unlocks: 5, coins: 150 };
  const day = {
    date: '2026-11-19',
    views: 3,
    likes: -1,
    comments: 1,
    subscribers: 2,
    impressions: 4,
    ...sold,
  };
  const none = { views: 0, likes: 0, comments: 0, subscribers: 0, impressions: 0, unlocks: 0, coins: 0 };
  const days = fillDays({ from: '2026-11-18', to: TODAY }, [day]);
  t.same(days, [{ date: '2026-11-18', ...none }, day, { date: TODAY, ...none }]);
  const { date: _, ...figures } = day;
  t.same(sumDays(days), figures);
});

t.test('STO-31 tables are RFC 4180, and no cell is a formula', async (t) => {
  const table = (...cells: (string | number)[]) => toCsv(['a'], [cells], { mark: false });
  t.equal(toCsv(['a', 'b'], [['x', 1]], { mark: false }), 'a,b\r\nx,1\r\n');
  t.equal(toCsv(['a'], [], { mark: true }), '\ufeffa\r\n');
  t.equal(table('one, two'), 'a\r\n"one, two"\r\n');
  t.equal(table('a "b"'), 'a\r\n"a ""b"""\r\n');
  t.equal(table('a\r\nb'), 'a\r\n"a\r\nb"\r\n');
  t.equal(table(-3), 'a\r\n-3\r\n', 'a number of ours is a number');
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '\u200b=1', '|x', '＝1'])
    t.equal(table(text), `a\r\n'${text}\r\n`, text);
  t.equal(table('\t=1'), "a\r\n'\t=1\r\n");
  t.equal(table('=HYPERLINK("x","y")'), `a\r\n"'=HYPERLINK(""x"",""y"")"\r\n`);
  t.equal(table('١٢ و=1'), 'a\r\n١٢ و=1\r\n', 'only the beginning matters');
});
