/**
 * Cost of a search beside 10,000 and 100,000 stories: live search and results page, for easy phrases and the worst. The
 * stories have no episodes, since search ignores them.
 */
import { countFound, findStories } from '../../server/domains/discovery/search/queries.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { countQueries } from '../support/shelf.ts';
import { addManyTitles } from './many-titles.ts';
import { atMost, figure, median, type Row } from './row.ts';

const SIZES = [10_000, 100_000];
const ROUNDS = 40;
const LIVE_P99_MAX_MS = 30;
const PAGE_P99_MAX_MS = 60;
const QUERIES_MAX_COUNT = 2;
const ANSWER_MAX_BYTES = 2_000;
const FACTOR_MAX = 1.2;

/** Words from `addManyTitles`: "letugige" is the most frequent one, "lamp" occurs in 30 of 100 titles. */
const PHRASES = [
  'l',
  'w',
  'la',
  'let',
  'letu',
  'lamp',
  'the',
  'favapimu',
  'lokigo',
  'lamp s',
  'lamp letugige',
  'l a s d f g h j',
  'lamp letugige nosiro tuwa zoge bima kiti hoho popobi wemefi',
  'qqqqqqq',
  'letugugie',
  'helahohhi',
  'lampp letugigge nossiro',
  'の',
  'ナル',
  '一',
  '가',
  '🔥',
  '!!!---',
  'kxqvzjwpfhgbtdmnlrscyaeiouqxzvjkwphfgbtdmnlrscyaeiouqxzvjkwq',
  'kx qv zj wp fh gb td mn lr sc ya ei',
];

export type Sized = { size: number; app: TestApp };

export const searchEnvironment = { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' };

export async function benchSearch(): Promise<Row[]> {
  const rows: Row[] = [];
  const houses: Sized[] = [];
  try {
    for (const size of SIZES) {
      const app = await startTestApp({ environment: searchEnvironment });
      houses.push({ size, app });
      const begun = performance.now();
      await addManyTitles(app.databaseUrl, { to: size });
      const seconds = (performance.now() - begun) / 1000;
      rows.push(figure(`search among ${named(size)}: generated in`, seconds, 's'));
    }
    return [...rows, ...(await measureSearch(houses))];
  } finally {
    for (const { app } of houses) await app.close();
  }
}

const named = (size: number): string => `${size.toLocaleString('en-US')} stories`;

type Kind = {
  name: string;
  mostMs: number;
  ask(app: TestApp, phrase: string, turn: number): Promise<number>;
};

let asked = 0;

const KINDS: Kind[] = [
  {
    name: 'live search',
    mostMs: LIVE_P99_MAX_MS,
    ask: async (app, phrase, turn) => {
      asked += 1;
      const path = turn % 4 === 3 ? '/users/search?' : `/stories/search?publication_type=comics&`;
      const reply = await app.call(`GET ${path}per_page=3&q=${encodeURIComponent(phrase)}`, {
        headers: { 'x-country': 'DE' },
        // No address reaches its rate limit.
        address: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      });
      if (reply.statusCode !== 200) throw new Error(`${phrase}: ${reply.statusCode}`);
      return reply.rawPayload.length;
    },
  },
  {
    name: 'results page',
    mostMs: PAGE_P99_MAX_MS,
    ask: async ({ deps }, phrase, turn) => {
      const filters = turn % 2 === 0 ? {} : { genre: 'educational', language: 'de' };
      const wish = { phrase, country: 'DE', ...filters };
      await Promise.all([
        countFound(deps, wish),
        findStories(deps, { ...wish, type: 'comics', page: 1, perPage: 24 }),
      ]);
      return 0;
    },
  },
];

export async function measureSearch(houses: readonly Sized[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of KINDS) {
    let before: Map<string, number> | undefined;
    for (const { size, app } of houses) {
      const label = `${kind.name}, ${named(size)}`;
      const { times, bytes } = await timesOf(kind, app);
      const all = [...times.values()].flat().toSorted((one, other) => one - other);
      const medians = new Map([...times].map(([phrase, each]) => [phrase, median(each)]));
      const [slowest = ['', 0]] = [...medians].toSorted(([, one], [, other]) => other - one);
      rows.push(
        figure(`${label}: median`, median(all), 'ms'),
        atMost(`${label}: p99 of all phrases`, all[Math.floor(all.length * 0.99)] ?? 0, kind.mostMs, 'ms'),
        figure(`${label}: median of the slowest, "${slowest[0].slice(0, 24)}"`, slowest[1], 'ms'),
      );
      if (bytes > 0) rows.push(atMost(`${label}: longest answer`, bytes, ANSWER_MAX_BYTES, 'bytes'));
      if (before !== undefined)
        rows.push(atMost(`${label}: growth of all phrases`, sum(medians) / sum(before), FACTOR_MAX, 'times'));
      before = medians;
    }
  }
  return [...rows, ...(await queriesOf(houses))];
}

const sum = (values: Map<string, number>): number =>
  [...values.values()].reduce((all, value) => all + value, 0);

async function timesOf(kind: Kind, app: TestApp): Promise<{ times: Map<string, number[]>; bytes: number }> {
  const times = new Map<string, number[]>(PHRASES.map((phrase) => [phrase, []]));
  let bytes = 0;
  for (let turn = 0; turn < ROUNDS + 8; turn += 1) {
    for (const phrase of PHRASES) {
      const begun = performance.now();
      bytes = Math.max(bytes, await kind.ask(app, phrase, turn));
      // The first rounds are warm-up: each connection prepares its plans.
      if (turn >= 8) times.get(phrase)?.push(performance.now() - begun);
    }
  }
  return { times, bytes };
}

async function queriesOf(houses: readonly Sized[]): Promise<Row[]> {
  let most = 0;
  const app = houses.at(-1)?.app;
  if (app === undefined) return [];
  for (const phrase of PHRASES) {
    const wish = { phrase, type: 'comics', country: 'DE', page: 1, perPage: 3 } as const;
    most = Math.max(most, await countQueries(app.deps, () => findStories(app.deps, wish)));
  }
  return [atMost('live search: queries that find', most, QUERIES_MAX_COUNT)];
}
