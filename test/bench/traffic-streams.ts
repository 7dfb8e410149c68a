import { publishedStory, storySlug } from '../support/many-stories.ts';
import { type Ask, BROWSER, type Stream } from './arrivals.ts';
import { firstEpisodeId, type TrafficSite } from './traffic-site.ts';

/** Every visitor has an address of their own, since limits count by it. */
const addressOf = (turn: number): Record<string, string> => ({
  'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
});

export const KEPT = 'cached pages';
export const CHANGED = 'pages that creators change';
export const UNCACHED = 'uncached pages';

export type Made = { streams: Stream[]; portOf(turn: number): number };

let asked = 0;
const next = (): number => {
  asked += 1;
  return asked;
};

export function readersOf(site: TrafficSite): Made {
  const ports = site.servers.map(({ port }) => port);
  const portOf = (turn: number): number => ports[turn % ports.length] as number;
  /** Nobody changes these pages. Their counts are refreshed every ten minutes. */
  const kept = [
    '/about',
    `/stories/${storySlug(1)}`,
    `/stories/${storySlug(1)}/1`,
    `/stories/${storySlug(2)}`,
    `/stories/${storySlug(2)}/1`,
  ];
  /** Each change of the creators' story evicts all of them from the cache. */
  const changed = [
    '/',
    `/stories/${site.work.slug}`,
    `/stories/${site.work.slug}/1`,
    '/genres/drama',
    '/ranking',
  ];
  /** Each page is asked for once. Later episodes may cost coins. Their page is as expensive. */
  const storyOf = (n: number): number => publishedStory(n, site.stories);
  const ask = (turn: number, path: string, more: Partial<Ask> = {}): Ask => ({
    ...{ port: portOf(turn), path, ...more },
    headers: { ...BROWSER, ...addressOf(next()), ...more.headers },
  });
  const reader = (turn: number) => ({
    authorization: `Bearer ${site.readers[turn % site.readers.length]?.token}`,
  });
  const json = { 'content-type': 'application/json' };
  return {
    portOf,
    streams: [
      {
        ...{ name: KEPT, perSecond: 20, statuses: [200] },
        ask: (turn) => ask(turn, kept[turn % kept.length] as string),
      },
      {
        ...{ name: CHANGED, perSecond: 20, statuses: [200] },
        ask: (turn) => ask(turn, changed[turn % changed.length] as string),
      },
      {
        ...{ name: UNCACHED, perSecond: 6, statuses: [200, 402] },
        ask: () => {
          const n = next();
          const language = ['', '/de'][n % 2];
          return ask(
            n,
            `${language}/stories/${storySlug(storyOf(n))}${n % 3 === 0 ? '' : `/${1 + (n % 9)}`}`,
          );
        },
      },
      {
        ...{ name: 'pages of signed-in readers', perSecond: 2, statuses: [200] },
        ask: (turn) =>
          ask(turn, turn % 2 === 0 ? '/library' : '/notifications', {
            headers: { cookie: `auth_token=${site.readers[turn % site.readers.length]?.token}` },
          }),
      },
      {
        ...{ name: 'pictures', perSecond: 30, statuses: [200] },
        ask: (turn) => ask(turn, site.pictures[turn % site.pictures.length] as string),
      },
      {
        ...{ name: 'live search', perSecond: 4, statuses: [200] },
        ask: (turn) =>
          ask(
            turn,
            `/api/stories/search?publication_type=comics&per_page=3&q=${['l', 'la', 'lam', 'lamp', 'the'][turn % 5]}`,
          ),
      },
      {
        ...{ name: 'views', perSecond: 6, statuses: [202] },
        ask: (turn) =>
          ask(turn, `/api/episodes/${firstEpisodeId(storyOf(next()))}/views`, { method: 'POST' }),
      },
      {
        ...{ name: 'places', perSecond: 4, statuses: [204] },
        ask: (turn) =>
          ask(turn, `/api/episodes/${site.work.episodeId}/progress`, {
            ...{
              method: 'PUT',
              body: JSON.stringify({ item: 1 + (turn % 12), furthest_item: 1 + (turn % 12) }),
            },
            headers: { ...reader(turn), ...json },
          }),
      },
      {
        ...{ name: 'likes', perSecond: 2, statuses: [200] },
        ask: (turn) =>
          ask(turn, `/api/episodes/${firstEpisodeId(storyOf(turn))}/like`, {
            ...{ method: turn % 4 === 3 ? 'DELETE' : 'PUT' },
            headers: reader(turn),
          }),
      },
    ],
  };
}

/** Continuous work of creators: uploading a page, changing a title, unpublishing and publishing an episode. */
export function creatorsOf(site: TrafficSite, portOf: Made['portOf']): Stream[] {
  const { authorization } = site.creator;
  const json = { authorization, 'content-type': 'application/json' };
  return [
    {
      ...{ name: 'changes of a story', perSecond: 0.5, statuses: [200] },
      ask: (turn) => ({
        ...{ port: portOf(turn), method: 'PATCH', path: `/api/creator/stories/${site.work.storyId}` },
        ...{ headers: json, body: JSON.stringify({ description: `Told anew, for the ${turn}th time.` }) },
      }),
    },
    {
      ...{ name: 'publishing', perSecond: 0.1, statuses: [200] },
      ask: (turn) => ({
        ...{ port: portOf(turn), method: 'POST', headers: json, body: '{}' },
        path: `/api/creator/episodes/${site.passing.episodeId}/${turn % 2 === 0 ? 'unpublish' : 'publish'}`,
      }),
    },
  ];
}
