/**
 * Readers, creators and jobs at once against a real installation: `MINUTES=30 npm run bench -- traffic`, by default two.
 * First readers alone, then readers while 200 pages are uploaded and made ready, then everything for the rest.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGES_MAX_COUNT } from '../../server/domains/publishing/rules.ts';
import { pageParts, type Work } from '../support/creator.ts';
import type { Member } from '../support/installation/member.ts';
import { publishedStory, storySlug } from '../support/many-stories.ts';
import { multipart } from '../support/multipart.ts';
import {
  type Ask,
  BROWSER,
  endConnections,
  run,
  type Stream,
  send,
  slopeOf,
  Times,
  type Told,
} from './arrivals.ts';
import { atMost, figure, type Row } from './row.ts';
import { firstEpisodeId, openTrafficSite, type TrafficSite } from './traffic-site.ts';

const MINUTES = Math.min(120, Math.max(1, Number(process.env.MINUTES ?? 2)));
const CACHED_P99_MS = 50;
const UNCACHED_P99_MS = 500;
/** What a process may have grown by in an hour and be taken to stay as it is; a short run knows nothing of hours. */
const SLOPE_MAX_MIB_AN_HOUR = 20;
const SLOPE_FROM_MINUTES = 20;
const UPLOADS = 200;
const UPLOADS_AT_ONCE = 3;
const SAMPLES = 24;

/** Every visitor has an address of their own, since limits count by it. */
const addressOf = (turn: number): Record<string, string> => ({
  'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
});

type Made = { streams: Stream[]; portOf(turn: number): number };

let asked = 0;
const next = (): number => {
  asked += 1;
  return asked;
};

function readersOf(site: TrafficSite): Made {
  const ports = site.servers.map(({ port }) => port);
  const portOf = (turn: number): number => ports[turn % ports.length] as number;
  const hot = [
    '/',
    `/stories/${site.work.slug}`,
    `/stories/${site.work.slug}/1`,
    '/genres/drama',
    '/ranking',
  ];
  /** Each page is asked for once. Of some the later episodes cost coins: a page as dear. */
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
        ...{ name: 'cached pages', perSecond: 40, statuses: [200] },
        ask: (turn) => ask(turn, hot[turn % hot.length] as string),
      },
      {
        ...{ name: 'uncached pages', perSecond: 6, statuses: [200, 402] },
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

/** What creators do all along: a page, a change of a title, an episode taken back and published again. */
function creatorsOf(site: TrafficSite, portOf: Made['portOf']): Stream[] {
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

/** One page after the other, several at a time, as the browser of a creator does it. */
async function upload(
  site: TrafficSite,
  { draft, portOf, count, until }: { draft: Work; portOf: Made['portOf']; count: number; until: number },
): Promise<Told> {
  const told: Told = { times: new Times(), errors: new Map(), left: 0 };
  let at = 0;
  const work = async (): Promise<void> => {
    while (at < count && performance.now() < until) {
      at += 1;
      const { payload, headers } = multipart(pageParts(draft, [`${Date.now()}-${at}.jpg`], site.page));
      const sentAt = performance.now();
      const why = await send({
        ...{ port: portOf(at), method: 'POST', path: '/api/creator/pages', body: payload },
        headers: { ...headers, authorization: site.creator.authorization },
      }).then(
        ({ status }) => (status === 202 ? null : `${status}`),
        (error: Error) => error.message,
      );
      if (why === null) told.times.add(performance.now() - sentAt);
      else told.errors.set(why, (told.errors.get(why) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
  return told;
}

async function waiting(site: TrafficSite): Promise<number> {
  const [row] = await site.query<{ n: number }>(
    `select count(*)::int as n from media where processed_at is null and purpose = 'page'`,
  );
  return row?.n ?? 0;
}

export async function benchTraffic(): Promise<Row[]> {
  const site = await openTrafficSite();
  const rows: Row[] = [];
  try {
    const { streams, portOf } = readersOf(site);
    const totalMs = MINUTES * 60_000;
    const phase = async (share: number, more: readonly Stream[] = []) => {
      const until = performance.now() + totalMs * share;
      return {
        until,
        all: Promise.all(
          [...streams, ...more].map(async (one) => [one.name, await run(one, until)] as const),
        ),
      };
    };
    process.stderr.write('  warming up\n');
    await (await phase(0.08)).all;

    process.stderr.write('  readers alone\n');
    rows.push(...rowsOf('alone', await (await phase(0.22)).all));

    process.stderr.write(`  readers beside ${UPLOADS} uploads\n`);
    const draft = await site.addDraft();
    const beside = await phase(0.3);
    const sent = await upload(site, { draft, portOf, count: UPLOADS, until: beside.until });
    const leftAtEnd = beside.all.then(() => waiting(site));
    rows.push(...rowsOf(`beside ${UPLOADS} uploads`, await beside.all));
    rows.push(
      ...rowsOf('of them', [['uploads', sent]]),
      figure('pages still to be made ready at the end of it', await leftAtEnd, ''),
    );

    process.stderr.write('  everything\n');
    const mixed = await phase(0.4, creatorsOf(site, portOf));
    const memory = watchMemory([...site.servers, ...site.workers], mixed.until);
    const uploads = trickle(site, portOf, mixed.until);
    rows.push(
      ...rowsOf('mix', [...(await mixed.all), ['uploads', await uploads] as const]),
      ...(await memory),
    );
  } finally {
    endConnections();
    await site.close();
  }
  return rows;
}

/** A page every few seconds, for all the time; a new episode when one holds as many as it may. */
async function trickle(site: TrafficSite, portOf: Made['portOf'], until: number): Promise<Told> {
  const told: Told = { times: new Times(), errors: new Map(), left: 0 };
  let draft = await site.addDraft();
  for (let turn = 1; performance.now() < until; turn += 1) {
    if (turn % PAGES_MAX_COUNT === 0) draft = await site.addDraft();
    const one = await upload(site, { draft, portOf, count: 1, until });
    if (one.times.count > 0) told.times.add(one.times.worst);
    for (const [why, count] of one.errors) told.errors.set(why, (told.errors.get(why) ?? 0) + count);
    await sleep(4_000);
  }
  return told;
}

function rowsOf(phase: string, told: readonly (readonly [string, Told])[]): Row[] {
  return told.flatMap(([name, { times, errors, left }]) => {
    const label = `${phase}: ${name}`;
    const p99 = times.quantile(0.99);
    const wanted =
      name === 'cached pages' ? CACHED_P99_MS : name === 'uncached pages' ? UNCACHED_P99_MS : null;
    const failed = [...errors.values()].reduce((sum, count) => sum + count, left);
    for (const [why, count] of errors) process.stderr.write(`  ${label}: ${count} × ${why}\n`);
    return [
      figure(`${label}: p50 of ${times.count}`, times.quantile(0.5), 'ms'),
      wanted === null ? figure(`${label}: p99`, p99, 'ms') : atMost(`${label}: p99`, p99, wanted, 'ms'),
      ...(failed > 0 ? [atMost(`${label}: errors`, failed, 0)] : []),
    ];
  });
}

/** Resident memory at intervals; the slope is that of the second half, after caches have filled. */
async function watchMemory(members: readonly Member[], until: number): Promise<Row[]> {
  const begun = performance.now();
  const everyMs = (until - begun) / SAMPLES;
  const known = new Map<string, { x: number; y: number }[]>(members.map(({ name }) => [name, []]));
  for (let turn = 0; turn <= SAMPLES; turn += 1) {
    await sleep(Math.max(0, begun + turn * everyMs - performance.now()));
    for (const member of members)
      known.get(member.name)?.push({ x: (performance.now() - begun) / 3_600_000, y: member.memoryMib() });
  }
  return members.flatMap(({ name }) => {
    const points = known.get(name) ?? [];
    const half = points.slice(points.length >> 1);
    const at = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      Math.round(points[Math.floor((points.length - 1) * share)]?.y ?? 0),
    );
    const slope = slopeOf(half);
    const label = `memory of ${name} (${at.join(', ')} MiB): slope of the second half`;
    return [
      MINUTES >= SLOPE_FROM_MINUTES
        ? atMost(label, slope, SLOPE_MAX_MIB_AN_HOUR, 'MiB/h')
        : figure(label, slope, 'MiB/h'),
    ];
  });
}
