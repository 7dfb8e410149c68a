import t from 'tap';
import { addMonths, daysOf, isMonth, lastDayOf, listMonths, monthName, monthOf } from '#server/lib/months.ts';

t.test('REV-07 REV-19 months and their days', async (t) => {
  t.equal(lastDayOf('2026-02'), '2026-02-28');
  t.equal(lastDayOf('2028-02'), '2028-02-29');
  t.equal(lastDayOf('2026-12'), '2026-12-31');
  t.equal(addMonths('2027-01', -1), '2026-12');
  t.equal(addMonths('2026-12', 1), '2027-01');
  t.equal(addMonths('2026-03', -15), '2024-12');
  t.equal(monthOf(new Date('2026-10-31T23:59:59Z')), '2026-10');
  t.same(listMonths('2026-11', '2027-01'), ['2026-11', '2026-12', '2027-01']);
  t.same(listMonths('2027-01', '2026-12'), []);
  t.equal(daysOf('2028-02').length, 29);
  t.same([daysOf('2026-11')[0], daysOf('2026-11').at(-1)], ['2026-11-01', '2026-11-30']);
  t.same(['2026-10', '2026-00', '0026-10', '2026-1', '2026-10\n'].map(isMonth), [
    true,
    false,
    false,
    false,
    false,
  ]);
});

t.test('I18-19 months by name', async (t) => {
  t.equal(monthName('2026-10', 'en'), 'October 2026');
  t.equal(monthName('2026-10', 'de', { year: false }), 'Oktober');
  t.equal(monthName('2026-10', 'en', { short: true }), 'Oct');
  t.equal(monthName('', 'en'), '');
});
