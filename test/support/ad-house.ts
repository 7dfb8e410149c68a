import { houseAds } from '#db/schema/index.ts';
import { createViewCounter } from '#server/domains/reading/counts/counter.ts';
import { newId } from '#server/lib/ids.ts';
import { viewCounter } from '../../server/domains/reading/counts/view-counter.ts';
import { type Account, startTestApp } from './app.ts';
import { HOUR_MS, setClock } from './releases.ts';
import { openShelf } from './shelf.ts';

export const NOON = new Date('2026-11-20T12:00:00Z');
export const AD = {
  look: 'ink',
  link: '/ranking',
  target: 'all',
  weight: 10,
  title_en: 'Seven days',
  text_en: 'See the calendar',
  title_de: 'Sieben Tage',
  text_de: 'Sieh nach',
};

export async function openAdHouse() {
  const app = await startTestApp();
  viewCounter.provide(
    app.deps,
    createViewCounter(() => app.deps, app.caches.episodes, { flushMs: HOUR_MS }),
  );
  setClock(app, NOON);
  const [mei, tomas, reader] = [
    await app.signUp('Mei Tan'),
    await app.signUp('Tomás Reyes'),
    await app.signUp('Reader'),
  ];
  for (const administrator of [mei, tomas]) await app.makeAdministrator(administrator);
  const shelf = openShelf(app.deps);
  const author = await shelf.addAuthor();
  const story = await shelf.addStory(author, { genre: 'crime' });
  const { id: episodeId } = await shelf.addEpisode(story, 1, {}, { pages: 9 });

  const add = (body: object = {}, as: Account = mei) =>
    app.call('POST /admin/ads', { as, body: { ...AD, ...body } });
  const change = (id: string, body: object, as: Account = mei) =>
    app.call(`PATCH /admin/ads/${id}`, { as, body });
  const offered = async (language = 'en', as?: Account) =>
    (await app.call(`GET /episodes/${episodeId}/ad_slots?language=${language}`, { as })).json();
  const titles = async (language?: string, as?: Account): Promise<string[]> =>
    [
      ...new Set<string>((await offered(language, as)).ads.map(({ title }: { title: string }) => title)),
    ].sort();
  const clear = async () => {
    await app.deps.db.delete(houseAds);
    await app.deps.db
      .insert(houseAds)
      .values({ id: newId(), texts: {}, look: 'ink', link: '/', weight: 1, target: 'all', deletedAt: NOON });
  };
  const idOf = (reply: { json(): { ad: { id: string } } }) => reply.json().ad.id;
  return {
    app,
    mei,
    tomas,
    reader,
    shelf,
    author,
    story,
    episodeId,
    add,
    change,
    offered,
    titles,
    clear,
    idOf,
  };
}
