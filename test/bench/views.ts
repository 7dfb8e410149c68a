import Fastify from 'fastify';
import { viewCounter } from '../../server/domains/reading/counts/view-counter.ts';
import { countViews } from '../../server/domains/reading/counts/views.ts';
import { startTestApp } from '../support/app.ts';
import { publishStory } from '../support/console.ts';
import { compare, listen, rateRows } from './load.ts';
import { figure, median, type Row } from './row.ts';

const BATCH = 1_000;
const BATCHES = 20;

export async function benchViews(): Promise<Row[]> {
  const app = await startTestApp();
  const bare = Fastify();
  bare.post('/', async (_, reply) => reply.code(202).send());
  try {
    const creator = await app.signUp();
    const { episode } = await publishStory(app, creator);
    const path = `/api/episodes/${episode.id}/views`;
    const [mark] = (await app.call(`POST ${path.slice(4)}`)).cookies;
    // The load comes from one network, which would soon reach its limit.
    viewCounter.provide(app.deps, { ...viewCounter.of(app.deps), views: { take: () => 0 } });
    const port = await listen(app.app);
    const headers = { 'content-length': '0', cookie: `view_mark=${mark?.value}` };
    const { ours, other, ratio } = await compare(
      { port, path, method: 'POST', headers },
      { port: await listen(bare), path: '/', method: 'POST', headers },
    );
    const times: number[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const views = Array.from({ length: BATCH }, (_, index) => ({
        episodeId: episode.id,
        reader: `${batch}-${index}`,
        userId: null,
        country: null,
        seenAt: new Date(),
      }));
      const startedAt = performance.now();
      await countViews(app.deps, views);
      times.push(performance.now() - startedAt);
    }
    return [
      ...rateRows('a view is noted', ours),
      ...rateRows('a route that does nothing', other),
      figure('views: share of the bare route', ratio, ''),
      figure(`a batch of ${BATCH} new views is counted`, median(times), 'ms'),
    ];
  } finally {
    await bare.close();
    await app.close();
  }
}
