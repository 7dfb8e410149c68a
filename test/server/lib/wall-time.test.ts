import { readFileSync } from 'node:fs';
import t from 'tap';
import { parseDate, parseTime, resolveWallTime, wallTimeAt } from '../../../server/lib/wall-time.ts';

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

/** What the corpus' rows come to, worked out by hand from the zones' rules. */
const EXPECTED: Record<string, { instant: string; adjusted: 'gap' | 'overlap' | null; shown?: string }> = {
  '2026-03-29T02:30:00 Europe/Berlin': {
    instant: '2026-03-29T01:30:00Z',
    adjusted: 'gap',
    shown: '2026-03-29T03:30:00',
  },
  '2026-10-25T02:30:00 Europe/Berlin': { instant: '2026-10-25T00:30:00Z', adjusted: 'overlap' },
  '2026-03-08T02:30:00 America/New_York': {
    instant: '2026-03-08T07:30:00Z',
    adjusted: 'gap',
    shown: '2026-03-08T03:30:00',
  },
  '2026-11-01T01:30:00 America/New_York': { instant: '2026-11-01T05:30:00Z', adjusted: 'overlap' },
  '2026-04-05T01:45:00 Australia/Lord_Howe': { instant: '2026-04-04T14:45:00Z', adjusted: 'overlap' },
  '2011-12-30T12:00:00 Pacific/Apia': {
    instant: '2011-12-30T22:00:00Z',
    adjusted: 'gap',
    shown: '2011-12-31T12:00:00',
  },
  '2026-12-31T23:59:59 Asia/Hong_Kong': { instant: '2026-12-31T15:59:59Z', adjusted: null },
  '2028-02-29T00:00:00 UTC': { instant: '2028-02-29T00:00:00Z', adjusted: null },
  '2026-06-01T00:00:00 Asia/Kolkata': { instant: '2026-05-31T18:30:00Z', adjusted: null },
  '2026-06-01T00:00:00 Asia/Kathmandu': { instant: '2026-05-31T18:15:00Z', adjusted: null },
};

t.test('EPI-26 every row of the zones: gaps move forward, overlaps take the earlier', async (t) => {
  const corpus = new URL('../../../../shared/corpus/text/schedule-timezones.json', import.meta.url);
  const rows = JSON.parse(readFileSync(corpus, 'utf8')) as [string, string, string][];
  t.equal(rows.length, Object.keys(EXPECTED).length);
  for (const [wallTime, zone, what] of rows) {
    const expected = EXPECTED[`${wallTime} ${zone}`];
    const { instant, adjusted, shown } = resolveWallTime(wallTime, zone);
    t.same(
      { instant, adjusted, shown },
      {
        instant: new Date(expected?.instant ?? Number.NaN),
        adjusted: expected?.adjusted,
        shown: expected?.shown ?? wallTime,
      },
      `${wallTime} ${zone}: ${what}`,
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
