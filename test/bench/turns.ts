/** Turns pages on a slowed CPU: response time, layout shifts, and memory kept after hundreds of turns. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import type { Direction } from '../../islands/reading/stage/types.ts';
import { openShelf } from '../support/shelf.ts';
import { atMost, figure, median, type Row } from './row.ts';
import type { BenchSite } from './site.ts';
import { openPhone, UNLIMITED } from './slow-phone.ts';

const TURNS = 19;
const ANSWER_MAX_MS = 50;
const LONG_PAGES = 500;
const KEPT_FACTOR_MAX = 1.1;
const REST_MS = 300;

declare global {
  interface Window {
    answers: number[];
    shifted: number;
  }
}

export async function benchTurns(browser: Browser, site: BenchSite): Promise<Row[]> {
  const rows: Row[] = [];
  const modes: Record<string, { direction: Direction; pairs?: string }> = {
    'left to right': { direction: 'ltr' },
    'right to left': { direction: 'rtl' },
    downwards: { direction: 'down' },
    strip: { direction: 'strip' },
  };
  for (const [name, showing] of Object.entries(modes)) {
    const { answers, moved } = await turnAll(browser, site, showing);
    rows.push(
      atMost(`reader, ${name}: a turn is answered within (median)`, median(answers), ANSWER_MAX_MS, 'ms'),
      figure(`reader, ${name}: the slowest of ${answers.length} turns`, Math.max(...answers), 'ms'),
      atMost(`reader, ${name}: CLS over the episode`, moved, 0),
    );
  }
  const bare = await turnWithoutScripts(browser, site);
  rows.push(
    atMost('reader before its scripts: a turn is answered within', median(bare), ANSWER_MAX_MS, 'ms'),
  );
  return [...rows, ...(await readLong(browser, site))];
}

async function turnAll(browser: Browser, site: BenchSite, showing: object) {
  const { page, close } = await openPhone(browser, UNLIMITED);
  await page.addInitScript(watchAnswers);
  const slug = site.paths.story.split('/').at(-1) ?? '';
  const choice = { [slug]: { fit: null, pairs: 'off', saver: false, at: 1, ...showing } };
  await page.addInitScript((text) => localStorage.setItem('reading', text), JSON.stringify(choice));
  await page.goto(site.origin + site.paths.reader);
  await page.locator('[data-staged]').waitFor();
  const watch = await watchPlace(page);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.keyboard.press('j');
    await page.waitForTimeout(REST_MS);
    await watch.hasMoved(`turn ${turn + 1} of ${JSON.stringify(showing)}`);
  }
  const measured = await page.evaluate(() => ({ answers: window.answers, moved: window.shifted }));
  await close();
  return measured;
}

async function turnWithoutScripts(browser: Browser, site: BenchSite): Promise<number[]> {
  const { page, close } = await openPhone(browser, UNLIMITED);
  await page.addInitScript(watchAnswers);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(site.origin + site.paths.reader);
  const watch = await watchPlace(page);
  for (let number = 2; number < 5; number += 1) {
    // Every page has its own link to the next. The last match is the current page's.
    await page.locator(`a[data-turn="1"][href="#p${number}"]`).last().click();
    await page.waitForTimeout(REST_MS);
    await watch.hasMoved(`the link to page ${number}`);
  }
  const answers = await page.evaluate(() => window.answers);
  await close();
  return answers;
}

/** Pictures are stored per page, so that the browser cannot share one for all. */
async function readLong(browser: Browser, site: BenchSite): Promise<Row[]> {
  const shelf = openShelf(site.deps);
  const story = await shelf.addStory(await shelf.addAuthor(), { format: 'page_ltr' });
  await shelf.addEpisode(story, 1, { readMode: 'page_flip' }, { pages: LONG_PAGES });
  const picture = await firstPicture(site);
  const { page, line, close } = await openPhone(browser, UNLIMITED);
  await page.route(/\/media\//, (route) => route.fulfill({ contentType: picture.type, body: picture.body }));
  await page.goto(`${site.origin}/stories/${story.slug}/1`);
  await page.locator('[data-staged]').waitFor();
  await line.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await line.send('Performance.enable');
  const kept: { heapMib: number; nodes: number; residentMib: number }[] = [];
  const watch = await watchPlace(page);
  for (let turn = 1; turn < LONG_PAGES; turn += 1) {
    await page.keyboard.press('j');
    await page.waitForTimeout(60);
    if (turn % 100 !== 99) continue;
    await watch.hasMoved(`a hundred turns up to ${turn}`);
    kept.push(await heldBy(browser, page));
  }
  await close();
  const [early, late] = [kept[1], kept.at(-1)];
  if (!early || !late) throw new Error('Nothing was measured');
  const label = `reader after ${LONG_PAGES} pages`;
  return [
    figure(`${label}: heap of scripts`, late.heapMib, 'MiB'),
    atMost(`${label}: heap / after 200 pages`, late.heapMib / early.heapMib, KEPT_FACTOR_MAX),
    figure(`${label}: memory of the tab`, late.residentMib, 'MiB'),
    atMost(`${label}: memory / after 200 pages`, late.residentMib / early.residentMib, KEPT_FACTOR_MAX),
    atMost(`${label}: nodes / after 200 pages`, late.nodes / early.nodes, KEPT_FACTOR_MAX),
  ];
}

/** Throws when a turn moves nothing, since that would count as a fast turn. */
async function watchPlace(page: Page) {
  const place = (): Promise<string> =>
    page.evaluate(() => {
      const stage = document.querySelector('[data-stage]');
      return [scrollX, scrollY, stage?.scrollLeft, stage?.scrollTop, location.hash].join(' ');
    });
  let last = await place();
  return {
    async hasMoved(by: string): Promise<void> {
      const now = await place();
      if (now === last) throw new Error(`Nothing has moved: ${by}`);
      last = now;
    },
  };
}

async function firstPicture(site: BenchSite): Promise<{ type: string; body: Buffer }> {
  const { body: html } = await site.app.inject({ url: site.paths.reader });
  const path = /id="p1".*?<source[^>]+type="image\/webp"[^>]+srcset="[^"]*?(\/media\/[^" ]+) 1080w/is.exec(
    html,
  )?.[1];
  const reply = await site.app.inject({ url: (path ?? '').replaceAll('&amp;', '&') });
  if (reply.statusCode !== 200) throw new Error(`The first picture answers ${reply.statusCode}`);
  return { type: String(reply.headers['content-type']), body: reply.rawPayload };
}

async function heldBy(browser: Browser, page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  await cdp.detach();
  return {
    heapMib: metric('JSHeapUsedSize') / 2 ** 20,
    nodes: metric('Nodes'),
    residentMib: await largestTabMib(browser),
  };
}

/** The tab of the reader is by far the largest. */
async function largestTabMib(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
    });
  return Math.max(...(await Promise.all(sizes)));
}

/** Runs in the page. Records times from key or click to the next frame, and unexpected layout shifts (CLS). */
function watchAnswers(): void {
  window.answers = [];
  window.shifted = 0;
  const asked = new Set(['keydown', 'click']);
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (asked.has(name)) window.answers.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}
