/** First and largest paint on a slow phone, for first and returning visitors, beside the page's bare HTML. */
import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { sampleProse } from '../support/sample-prose.ts';
import { openShelf } from '../support/shelf.ts';
import { serveBare } from './bare-pages.ts';
import { benchHeavyChapters } from './heavy-chapter.ts';
import { watchRequests } from './requests.ts';
import { atMost, figure, median, type Row } from './row.ts';
import { type BenchSite, keptForm } from './site.ts';
import { openPhone } from './slow-phone.ts';
import { watchLargest } from './watch-largest.ts';

const ROUNDS = 3;
/** After `load`, a larger paint may still follow. */
const SETTLE_MS = 1500;
const CHAPTER_WORDS = 5000;
const LARGEST_FACTOR_MAX = 1.1;
const BARE_FACTOR_MAX = 1.15;

type Paint = { first: number; largest: number; shift: number; moved: string[]; element: string; url: string };

export async function benchPaint(site: BenchSite): Promise<Row[]> {
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
  const { landing, story, reader, novel } = site.paths;
  const rows: Row[] = [];
  const chapter = await addChapter(site);
  const pages = { landing, story, reader, novel, chapter };
  try {
    // Compressed as for all visitors but the very first.
    for (const path of Object.values(pages)) await keptForm(site, path);
    for (const [name, path] of Object.entries(pages))
      rows.push(...(await measurePaint(browser, site, name, path)));
    rows.push(...(await benchHeavyChapters(site, browser)));
    return rows;
  } finally {
    await browser.close();
  }
}

async function addChapter({ deps }: BenchSite): Promise<string> {
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const story = await addStory(await addAuthor(), { publicationType: 'novel' });
  await addEpisode(story, 1, {}, { pages: 0, chapters: [sampleProse(CHAPTER_WORDS, 5)] });
  return `/stories/${story.slug}/1`;
}

async function measurePaint(browser: Browser, site: BenchSite, name: string, path: string): Promise<Row[]> {
  const visits: Record<'bare' | 'first' | 'later', Paint[]> = { bare: [], first: [], later: [] };
  const bare = await serveBare(await site.app.inject({ url: path }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const isLast = round === ROUNDS - 1;
    visits.bare.push(await visit(browser, bare.origin));
    visits.first.push(
      await visit(browser, site.origin + path, { tell: isLast ? `${name}, first visit` : null }),
    );
    const comesFrom = site.origin + (path === site.paths.landing ? site.paths.story : site.paths.landing);
    visits.later.push(
      await visit(browser, site.origin + path, { comesFrom, tell: isLast ? `${name}, later visit` : null }),
    );
  }
  await bare.close();
  const first = (of: Paint[]) => median(of.map(({ first }) => first));
  const largest = (of: Paint[]) => median(of.map(({ largest }) => largest));
  const label = `${name} on a slow phone`;
  const rows = [figure(`${label}: first paint of bare HTML`, first(visits.bare), 'ms')];
  for (const kind of ['first', 'later'] as const) {
    const paints = visits[kind];
    for (const line of paints.flatMap(({ moved }) => moved))
      process.stdout.write(`${name}, ${kind} visit: moved at ${line}\n`);
    const ratio = first(paints) / first(visits.bare);
    rows.push(
      figure(`${label}, ${kind} visit: first paint with content`, first(paints), 'ms'),
      atMost(`${label}, ${kind} visit: first paint / bare HTML`, ratio, BARE_FACTOR_MAX),
      figure(`${label}, ${kind} visit: LCP`, largest(paints), 'ms'),
      ...(name === 'chapter' && kind === 'first'
        ? [atMost(`${label}: LCP / bare HTML`, largest(paints) / largest(visits.bare), LARGEST_FACTOR_MAX)]
        : []),
      atMost(`${label}, ${kind} visit: CLS`, Math.max(...paints.map(({ shift }) => shift)), 0.01),
    );
  }
  return rows;
}

type Visit = {
  /** A page visited before, whose files the browser has cached. */
  comesFrom?: string;
  tell?: string | null;
};

async function visit(
  browser: Browser,
  address: string,
  { comesFrom, tell = null }: Visit = {},
): Promise<Paint> {
  const { page, line, setSlow, close } = await openPhone(browser);
  await page.addInitScript(watchLargest);
  if (comesFrom !== undefined) {
    await setSlow(false);
    await page.goto(comesFrom);
    await page.waitForFunction(() => document.cookie.includes('styles='));
    await page.goto('about:blank');
    await setSlow(true);
  }
  const requests = watchRequests(line);
  const paint = await paintOf(page, address);
  if (tell !== null) tellRequests(tell, paint, requests);
  await close();
  return paint;
}

async function paintOf(page: Page, address: string): Promise<Paint> {
  await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largest: window.largest.at,
    shift: window.shift,
    moved: window.moved,
    element: window.largest.element,
    url: window.largest.url,
  }));
}

function tellRequests(name: string, paint: Paint, requests: ReturnType<typeof watchRequests>): void {
  const lines = requests
    .list()
    .filter(({ startMs }) => startMs < paint.largest + 500)
    .map(({ startMs, endMs, bytes, priority, path }) => {
      const when = `${startMs < paint.largest ? ' ' : '+'}${Math.round(startMs)}–${Math.round(endMs)} ms`;
      return `  ${when.padEnd(16)} ${String(bytes).padStart(7)} B  ${priority.padEnd(9)} ${path}`;
    });
  const what = `${paint.element} ${new URL(paint.url || 'about:blank', 'http://x').pathname}`;
  process.stdout.write(`Requests of the ${name} until LCP at ${Math.round(paint.largest)} ms (${what})\n`);
  process.stdout.write(`${lines.join('\n')}\n`);
}
