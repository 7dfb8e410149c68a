/** Every row of the corpus's zones, asked of the call that a dialog asks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { startTestApp } from '../../support/app.ts';
import { corpus } from '../../support/pictures.ts';
import { type EpisodeView, readyEpisode, setClock, startRelease } from '../../support/releases.ts';

/** The moment meant and what the reply says of it; written out by hand. */
const MEANT: Record<string, [instant: string, adjusted: 'gap' | 'overlap' | null]> = {
  '2026-03-29T02:30:00 Europe/Berlin': ['2026-03-29T01:30:00.000Z', 'gap'],
  '2026-10-25T02:30:00 Europe/Berlin': ['2026-10-25T00:30:00.000Z', 'overlap'],
  '2026-03-08T02:30:00 America/New_York': ['2026-03-08T07:30:00.000Z', 'gap'],
  '2026-11-01T01:30:00 America/New_York': ['2026-11-01T05:30:00.000Z', 'overlap'],
  '2026-04-05T01:45:00 Australia/Lord_Howe': ['2026-04-04T14:45:00.000Z', 'overlap'],
  '2011-12-30T12:00:00 Pacific/Apia': ['2011-12-30T22:00:00.000Z', 'gap'],
  '2026-12-31T23:59:59 Asia/Hong_Kong': ['2026-12-31T15:59:59.000Z', null],
  '2028-02-29T00:00:00 UTC': ['2028-02-29T00:00:00.000Z', null],
  '2026-06-01T00:00:00 Asia/Kolkata': ['2026-05-31T18:30:00.000Z', null],
  '2026-06-01T00:00:00 Asia/Kathmandu': ['2026-05-31T18:15:00.000Z', null],
};
const DAYS_BEFORE_MS = 5 * 86_400_000;

t.test('EPI-26 EPI-44 every row of the zones by the call, five days ahead of it', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const rows = JSON.parse(await readFile(join(corpus, 'text/schedule-timezones.json'), 'utf8')) as string[][];
  t.equal(rows.length, Object.keys(MEANT).length);
  for (const [wallTime = '', zone = ''] of rows) {
    const key = `${wallTime} ${zone}`;
    const [instant, adjusted] = MEANT[key] ?? [];
    t.ok(instant, key);
    setClock(app, new Date(Date.parse(`${wallTime}Z`) - DAYS_BEFORE_MS));
    // A sign-in of that day, since tokens last for a week.
    const owner = await app.signUp('Noor');
    const id = await readyEpisode(app, owner, await startRelease(app, owner));
    const [date = '', time = ''] = wallTime.split('T');
    const [year, month, day] = date.split('-');
    const reply = await app.call(`POST /creator/episodes/${id}/schedule`, {
      as: owner,
      body: { date: `${month}/${day}/${year}`, time, zone_name: zone },
    });
    t.equal(reply.statusCode, 200, key);
    const answer = reply.json<{ episode: EpisodeView; adjusted: string | null }>();
    t.match(answer.episode, { publish_at: instant, publish_wall_time: wallTime, publish_zone: zone }, key);
    t.equal(answer.adjusted, adjusted, key);
  }
});
