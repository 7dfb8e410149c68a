/** Memory of the whole sitemap, and cost of other machine-readable documents uncached, beside 100,000 stories. */
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp } from '../support/app.ts';
import { addManyStories, creatorSlug, numberedId, storySlug } from '../support/many-stories.ts';
import { atMost, figure, median, type Row } from './row.ts';

const STORIES = 100_000;
const MEMORY_MAX_MIB = 150;
const ROUNDS = 40;
const SAMPLE_MS = 20;
const MIB = 1024 * 1024;

export async function benchMachines(): Promise<Row[]> {
  const app = await startTestApp();
  try {
    await addManyStories(app.databaseUrl, { to: STORIES });
    app.caches.disable();
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    // Reads without keeping anything, so that only the server's memory is measured.
    const open: Open = (path) =>
      new Promise((resolve, reject) => {
        get(`http://127.0.0.1:${port}${path}`, resolve).on('error', reject);
      });
    const read = async (path: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    return [...(await measureSitemap(read, open)), ...(await measureDocuments(read))];
  } finally {
    await app.close();
  }
}

type Read = (path: string) => Promise<string>;
type Open = (path: string) => Promise<AsyncIterable<Buffer>>;

async function measureSitemap(read: Read, open: Open): Promise<Row[]> {
  const indexAt = performance.now();
  const index = await read('/sitemap.xml');
  const indexMs = performance.now() - indexAt;
  const paths = [...index.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path = '']) => path);
  globalThis.gc?.();
  await sleep(500);
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const startedAt = performance.now();
  let urls = 0;
  let largest = 0;
  for (const path of paths) {
    let length = 0;
    for await (const chunk of await open(path)) {
      length += chunk.length;
      for (let at = chunk.indexOf('<url>'); at >= 0; at = chunk.indexOf('<url>', at + 1)) urls += 1;
    }
    largest = Math.max(largest, length);
  }
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    figure('sitemap: index of its parts', indexMs, 'ms'),
    figure('sitemap: addresses', urls, ''),
    figure('sitemap: all parts read in', seconds, 's'),
    atMost('sitemap: largest part', largest / MIB, 50, 'MiB'),
    atMost('sitemap: memory that it takes', (most - before) / MIB, MEMORY_MAX_MIB, 'MiB'),
  ];
}

async function measureDocuments(read: Read): Promise<Row[]> {
  const cursor = numberedId('story', 50_001);
  const documents: Record<string, (turn: number) => string> = {
    'feed of a story': (turn) => `/stories/${storySlug(turn * 2001 + 1)}/feed.xml`,
    'feed of a creator': (turn) => `/profile/${creatorSlug(turn * 101 + 1)}/feed.xml`,
    'OPDS, newest': () => '/opds/v2/newest',
    'OPDS, newest, far behind': () => `/opds/v2/newest?after=${cursor}`,
    'OPDS, read most': () => '/opds/v2/popular',
    'OPDS, read most, far behind': () => `/opds/v2/popular?after=${cursor}`,
    'OPDS, of a genre and a language': () => '/opds/v2/popular?genre=crime&language=de',
    'OPDS, a story': (turn) => `/opds/v2/stories/${storySlug(turn * 2001 + 1)}`,
    'OPDS, a search': () => '/opds/v2/search?query=lamp',
  };
  const rows: Row[] = [];
  for (const [name, pathOf] of Object.entries(documents)) {
    const times: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const at = performance.now();
      await read(pathOf(turn));
      times.push(performance.now() - at);
    }
    rows.push(figure(`${name}: made anew in (median)`, median(times), 'ms'));
  }
  return rows;
}
