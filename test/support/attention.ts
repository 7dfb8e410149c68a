import { createViewCounter } from '../../server/domains/reading/counts/counter.ts';
import { viewCounter } from '../../server/domains/reading/counts/view-counter.ts';
import { type Account, startTestApp } from './app.ts';
import { HOUR_MS, MINUTE_MS, setClock } from './releases.ts';
import { openShelf } from './shelf.ts';

export async function openAttention(noon: Date) {
  const app = await startTestApp({
    environment: {
      COUNTRY_HEADER: 'x-country',
      TRUST_PROXY: '127.0.0.1',
      AD_FRAME_URL: 'https://ads.example/slot',
    },
  });
  const { deps } = app;
  viewCounter.provide(
    deps,
    createViewCounter(() => deps, app.caches.episodes, { flushMs: HOUR_MS }),
  );
  const shelf = openShelf(deps);
  const hana = await shelf.addAuthor('Hana Lindqvist');
  let now = noon;
  const at = (moment: Date) => {
    now = moment;
    setClock(app, moment);
  };
  let readers = 0;
  return {
    app,
    deps,
    shelf,
    hana,
    at,
    later: (minutes: number) => at(new Date(now.getTime() + minutes * MINUTE_MS)),
    newReader(moment = noon): Promise<Account> {
      at(moment);
      readers += 1;
      return app.signUp(`Reader ${readers}`);
    },
    async addEpisode(author = hana, title = 'Two Umbrellas') {
      const story = await shelf.addStory(author, { title });
      const { id } = await shelf.addEpisode(story, 1, {}, { pages: 9 });
      return { story, id };
    },
    async tell(as: Account, episodeId: string, seconds: number | undefined) {
      const body = { item: 1, furthest_item: 1, seconds };
      const reply = await app.call(`PUT /episodes/${episodeId}/progress`, { as, body });
      if (reply.statusCode !== 204) throw new Error(reply.body);
    },
    see: async (as: Account, query = '') => (await app.call(`GET /user/attention${query}`, { as })).json(),
    choose: (as: Account, counted: boolean) => app.call('PUT /user/attention', { as, body: { counted } }),
  };
}
