/** Cost of recording an ad impression: the call itself, and the batches of the web process. */

import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { houseAds } from '../../db/schema/index.ts';
import { takeImpression } from '../../server/domains/income/interstitials/service.ts';
import { newMark } from '../../server/domains/reading/counts/marks.ts';
import { type View, viewCounter } from '../../server/domains/reading/counts/view-counter.ts';
import { countViews } from '../../server/domains/reading/counts/views.ts';
import { newId } from '../../server/lib/ids.ts';
import { networksOf } from '../../server/limits/networks.ts';
import { startTestApp } from '../support/app.ts';
import { openShelf } from '../support/shelf.ts';
import { compare, listen, rateRows } from './load.ts';
import { atLeast, atMost, median, type Row } from './row.ts';

const BATCH = 1_000;
const BATCHES = 30;
const EPISODES = 20;

export async function benchImpressions(): Promise<Row[]> {
  const app = await startTestApp();
  const bare = Fastify();
  bare.post('/', async (_, reply) => reply.code(204).send());
  try {
    const shelf = openShelf(app.deps);
    const author = await shelf.addAuthor();
    const episodeIds: string[] = [];
    for (let number = 0; number < EPISODES; number += 1) {
      const story = await shelf.addStory(author);
      episodeIds.push((await shelf.addEpisode(story, 1, {}, { pages: 9 })).id);
    }
    const texts = { en: { title: 'Seven days', text: 'See the calendar' } };
    const adIds = Array.from({ length: 5 }, () => newId());
    await app.deps.db.insert(houseAds).values(
      adIds.map((id) => ({
        id,
        texts,
        look: 'ink' as const,
        link: '/',
        weight: 10,
        target: 'all' as const,
      })),
    );
    const of = (at: number) => ({
      episodeId: episodeIds[at % EPISODES] ?? '',
      slot: 4 * (1 + (at % 2)),
      adId: adIds[at % 5] ?? '',
    });
    // The load comes from one network, which would soon reach its limit.
    const unbounded = { impressions: { take: () => 0 }, visitors: { take: () => 0 } };
    const noted: View[] = [];
    const views = {
      ...viewCounter.of(app.deps),
      ...unbounded,
      add: (view: View) => void noted.push(view),
    };
    const deps = { ...app.deps, services: new Map(app.deps.services) };
    viewCounter.provide(deps, views);
    const marks = Array.from({ length: 200 }, () => newMark(deps.signingKey));
    const take = async (count: number) => {
      for (let at = 0; at < count; at += 1)
        await takeImpression(deps, of(at), {
          viewer: null,
          country: 'DE',
          networks: networksOf('203.0.113.7'),
          isCrawler: false,
          mark: marks[at % marks.length],
        });
    };
    await take(2_000);
    const begun = process.cpuUsage();
    await take(10_000);
    const spent = process.cpuUsage(begun);
    const noteMs = (spent.user + spent.system) / 1000 / 10_000;

    const [rates, costs]: [number[], number[]] = [[], []];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const seen = Array.from({ length: BATCH }, (_, at): View => {
        const reader = randomBytes(16).toString('base64url');
        return { ...of(at), reader, userId: null, country: null, seenAt: new Date() };
      });
      const [startedAt, before] = [performance.now(), process.cpuUsage()];
      await countViews(app.deps, seen);
      const { user, system } = process.cpuUsage(before);
      rates.push((BATCH / (performance.now() - startedAt)) * 1000);
      costs.push((user + system) / 1000 / BATCH);
    }
    viewCounter.provide(app.deps, { ...viewCounter.of(app.deps), ...unbounded });
    const body = JSON.stringify({ episode_id: episodeIds[0], slot: 4, ad_id: adIds[0] });
    const headers = { 'content-type': 'application/json', cookie: `view_mark=${marks[0]}` };
    const { ours, other } = await compare(
      { port: await listen(app.app), path: '/api/ad_impressions', method: 'POST', headers, body },
      { port: await listen(bare), path: '/', method: 'POST', headers, body },
    );
    return [
      atLeast('impressions: counted in batches of 1,000', median(rates), 5_000, '/s'),
      atMost(
        'impressions: CPU of the web process for noting and counting one',
        noteMs + median(costs),
        0.05,
        'ms',
      ),
      ...rateRows('an impression arrives over HTTP', ours),
      ...rateRows('a route that does nothing', other),
    ];
  } finally {
    await bare.close();
    await app.close();
  }
}
