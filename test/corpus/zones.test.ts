import t from 'tap';
import { resolveWallTime } from '../../server/lib/wall-time.ts';
import { corpusText } from '../support/corpus.ts';
import { ZONES } from '../support/zones.ts';

t.test('EPI-26 every row of the zones is one whose moment is known, and comes to it', async (t) => {
  const rows = await corpusText<[wallTime: string, zone: string, what: string]>('schedule-timezones');
  t.same(rows.map(([wallTime, zone]) => `${wallTime} ${zone}`).sort(), Object.keys(ZONES).sort());
  for (const [wallTime, zone, what] of rows) {
    const { instant, adjusted, shown = wallTime } = ZONES[`${wallTime} ${zone}`] ?? { instant: '' };
    const meant = { instant: new Date(instant), adjusted, shown };
    t.match(resolveWallTime(wallTime, zone), meant, `${wallTime} ${zone}: ${what}`);
  }
});
