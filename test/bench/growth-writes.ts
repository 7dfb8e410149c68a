/** Cost of unpublishing and publishing an episode, and of notifying a thousand subscribers, beside many stories. */

import { createSession } from '../../server/domains/accounts/sessions/service.ts';
import { notifySubscribers } from '../../server/domains/notifications/notifications/fan-out.ts';
import { EPISODES_EACH, numberedId, STORIES_A_CREATOR } from '../support/many-stories.ts';
import { cpuMeter } from './cpu.ts';
import type { Site } from './growth.ts';
import { atMost, figure, median, type Row } from './row.ts';

const ROUNDS = 8;
const PUBLISHED_A_ROUND = 10;
const SUBSCRIBERS = 1_000;

type Deed = { name: string; unit: string; prepare(site: Site): Promise<(round: number) => Promise<void>> };

const ACTIONS: Deed[] = [
  {
    name: 'taking an episode back and publishing it',
    unit: 'ms/episode',
    async prepare({ deps, app, size }) {
      // Stories of one creator in the middle of the range: only published ones whose first episode has pages.
      const first = Math.floor(size / 2 / STORIES_A_CREATOR) * STORIES_A_CREATOR + 1;
      const creator = numberedId('user', (first - 1) / STORIES_A_CREATOR + 1);
      const token = await createSession(deps, creator, 'bench');
      const stories = Array.from({ length: STORIES_A_CREATOR - 1 }, (_, at) => first + at)
        .filter((n) => n % 10 < 8 && n % 20 !== 0)
        .slice(0, PUBLISHED_A_ROUND);
      return async () => {
        for (const story of stories)
          for (const deed of ['unpublish', 'publish']) {
            const id = numberedId('episode', (story - 1) * EPISODES_EACH + 1);
            const reply = await app.inject({
              ...{ method: 'POST', url: `/api/creator/episodes/${id}/${deed}`, payload: {} },
              headers: { authorization: `Bearer ${token}` },
            });
            if (reply.statusCode !== 200) throw new Error(`${deed}: ${reply.body}`);
          }
      };
    },
  },
  {
    name: `telling ${SUBSCRIBERS} subscribers`,
    unit: 'ms/reader',
    async prepare({ deps, size }) {
      const stories = [3, 4].map((n) => Math.floor(size / 2) + n);
      await deps.pool.query(
        `insert into users (id, email, email_confirmed_at, slug, display_name, date_of_birth)
         select gen_random_uuid(), 'told' || n || '@many.example', now(), 'told-' || n, 'Told ' || n, '1990-01-01'
         from generate_series(1, $1::int) n`,
        [SUBSCRIBERS],
      );
      for (const story of stories)
        await deps.pool.query(
          `insert into subscriptions (story_id, reader_id) select $1, id from users where slug like 'told-%'`,
          [numberedId('story', story)],
        );
      await deps.pool.query('analyze users, subscriptions');
      return async (round) => {
        const story = stories[round % 2] ?? 0;
        await notifySubscribers(deps, numberedId('episode', (story - 1) * EPISODES_EACH + 1 + (round >> 1)));
      };
    },
  },
];

export async function publishRows(sites: readonly Site[], factorMax: number): Promise<Row[]> {
  const rows: Row[] = [];
  const [some] = sites;
  if (some === undefined) return rows;
  const cpuOf = await cpuMeter(some);
  for (const { name, unit, prepare } of ACTIONS) {
    const each = unit === 'ms/reader' ? SUBSCRIBERS : PUBLISHED_A_ROUND;
    const works = new Map<Site, (round: number) => Promise<void>>();
    for (const site of sites) works.set(site, await prepare(site));
    const costs = new Map<Site, number[]>(sites.map((site) => [site, []]));
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const turn of sites.keys()) {
        // The sites take turns, so that the database's pending writes affect all of them.
        const site = sites[(turn + round) % sites.length] as Site;
        const cost = await cpuOf(async () => works.get(site)?.(round));
        // The first round is warm-up.
        if (round > 0) costs.get(site)?.push(cost / each);
      }
    let before: number | null = null;
    for (const [{ size }, measured] of costs) {
      const label = `${name}, ${size.toLocaleString('en-US')} stories`;
      const cost = median(measured);
      rows.push(figure(`${label}: CPU`, cost, unit));
      if (before !== null) rows.push(atMost(`${label}: growth`, cost / before, factorMax, 'times'));
      before = cost;
    }
  }
  return rows;
}
