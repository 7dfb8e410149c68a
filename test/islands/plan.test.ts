import t from 'tap';
import { firstWish, readWish, sentForm } from '../../islands/publishing/releases/plan.ts';

const now = new Date('2026-11-21T20:00:00Z');
const planned = { publish_wall_time: '2026-11-25T23:04:41', publish_zone: 'Asia/Tokyo', is_announced: true };
const unplanned = { publish_wall_time: null, publish_zone: null, is_announced: false };

t.test('I18-09 a plan is shown to the minute, and begins tomorrow evening at home', async (t) => {
  t.same(firstWish(planned, 'Europe/Berlin', now), {
    date: '11/25/2026',
    time: '23:04',
    zone_name: 'Asia/Tokyo',
    is_announced: true,
  });
  t.same(firstWish(unplanned, 'Europe/Berlin', now), {
    date: '11/22/2026',
    time: '18:00',
    zone_name: 'Europe/Berlin',
    is_announced: false,
  });
});

t.test('EPI-24 what nobody touches keeps its seconds, what is typed is sent as typed', async (t) => {
  const wish = firstWish(planned, 'Europe/Berlin', now);
  const cases: [Partial<typeof wish>, string][] = [
    [{}, '23:04:41'],
    [{ date: '11/26/2026' }, '23:04:41'],
    [{ time: ' 23:05 ' }, '23:05'],
    [{ time: '23:04:00' }, '23:04:00'],
    [{ time: '' }, ''],
  ];
  for (const [change, time] of cases) {
    t.equal(sentForm({ ...wish, ...change }, planned.publish_wall_time).time, time);
  }
  t.equal(sentForm({ ...wish, date: ' 11/26/2026 ' }, null).date, '11/26/2026');
  t.equal(sentForm(wish, null).time, '23:04', 'nothing is planned yet');
});

t.test('EPI-24 the clocks show the moment that is sent', async (t) => {
  const wish = firstWish(planned, 'Europe/Berlin', now);
  const reading = readWish(sentForm(wish, planned.publish_wall_time), now);
  t.match(reading, { state: 'fine', instant: new Date('2026-11-25T14:04:41Z') });
});
