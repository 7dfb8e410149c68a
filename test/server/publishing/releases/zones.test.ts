/** Wall times at the edges of time zones, sent like the dialog does. */
import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { type EpisodeView, readyEpisode, setClock, startRelease } from '../../../support/releases.ts';
import { ZONES } from '../../../support/zones.ts';

const DAYS_BEFORE_MS = 5 * 86_400_000;

t.test('EPI-26 EPI-44 every row of the zones by the call, five days ahead of it', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  for (const [key, { instant, adjusted }] of Object.entries(ZONES)) {
    const [wallTime = '', zone = ''] = key.split(' ');
    setClock(app, new Date(Date.parse(`${wallTime}Z`) - DAYS_BEFORE_MS));
    // Signs up on that day, since tokens expire after a week.
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
    t.match(
      answer.episode,
      { publish_at: new Date(instant).toISOString(), publish_wall_time: wallTime, publish_zone: zone },
      key,
    );
    t.equal(answer.adjusted, adjusted, key);
  }
});
