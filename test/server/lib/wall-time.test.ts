import t from 'tap';
import { parseDate, parseTime, resolveWallTime, wallTimeAt } from '../../../server/lib/wall-time.ts';
import { ZONES } from '../../support/zones.ts';

t.test(
  'I18-09 I18-10 I18-11 I18-12 I18-13, EPI-44 a time is HH:mm or HH:mm:ss, below 24, 60 and 60',
  async (t) => {
    t.equal(parseTime('00:00'), '00:00:00');
    t.equal(parseTime('09:05'), '09:05:00', 'I18-09');
    t.equal(parseTime('23:59:59'), '23:59:59', 'I18-10');
    const wrong = [
      '24:00',
      '23:60',
      '23:59:60',
      '9:05',
      '09:5',
      '0905',
      '09:05:1',
      ' 09:05',
      '09:05 ',
      '-1:05',
    ];
    const odd = ['', '09:05:00:00', '09:05pm', '٠٩:٠٥', '09:05\n', 'noon', '29:05', '09:65', '1e:00'];
    for (const text of [...wrong, ...odd]) t.equal(parseTime(text), null, JSON.stringify(text));
  },
);

t.test('I18-14 a date is MM/DD/YYYY and a day of the calendar', async (t) => {
  t.equal(parseDate('02/29/2028'), '2028-02-29');
  t.equal(parseDate('12/31/2026'), '2026-12-31');
  const wrong = [
    '02/29/2026',
    '02/30/2028',
    '04/31/2026',
    '13/01/2026',
    '00/10/2026',
    '10/00/2026',
    '31/12/2026',
  ];
  const odd = ['', '2/9/2026', '02-29-2028', '2028-02-29', '02/29/28', ' 02/29/2028', '02/29/2028\n'];
  for (const text of [...wrong, ...odd]) t.equal(parseDate(text), null, JSON.stringify(text));
});

t.test('EPI-26 gaps move forward, overlaps take the earlier', async (t) => {
  for (const [row, { instant, adjusted, shown }] of Object.entries(ZONES)) {
    const [wallTime = '', zone = ''] = row.split(' ');
    t.same(
      resolveWallTime(wallTime, zone),
      { ...resolveWallTime(wallTime, zone), instant: new Date(instant), adjusted, shown: shown ?? wallTime },
      row,
    );
  }
});

t.test('the edges of a gap and of an overlap belong to what they look like', async (t) => {
  const berlin = (wallTime: string) => resolveWallTime(wallTime, 'Europe/Berlin');
  t.equal(berlin('2026-03-29T01:59:59').adjusted, null);
  t.equal(berlin('2026-03-29T02:00:00').adjusted, 'gap');
  t.equal(berlin('2026-03-29T03:00:00').adjusted, null);
  t.equal(berlin('2026-10-25T01:59:59').adjusted, null);
  t.equal(berlin('2026-10-25T02:00:00').adjusted, 'overlap');
  t.equal(berlin('2026-10-25T03:00:00').adjusted, null);
});

t.test('a moment of every zone of Intl comes back as it went in, unless clocks show it twice', async (t) => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const moment of [
      '2026-01-15T12:34:56.000Z',
      '2026-07-15T23:30:00.000Z',
      '2026-12-31T23:59:59.000Z',
    ]) {
      const instant = new Date(moment);
      const back = resolveWallTime(wallTimeAt(instant, zone), zone);
      if (back.adjusted === null) t.same(back.instant, instant, zone);
      else t.ok(back.adjusted === 'overlap' && back.instant <= instant, zone);
    }
  }
});

t.throws(() => resolveWallTime('2026-01-01T00:00:00', 'Mars/Olympus'), RangeError);
