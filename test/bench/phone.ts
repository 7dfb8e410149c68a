/** A slow phone on a slow line, in Chromium: when the largest picture is there, and when a tap is answered. */
import type { Browser, CDPSession, Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { watchRequests } from './requests.ts';
import { atMost, figure, median, type Row } from './row.ts';
import type { BenchSite } from './site.ts';

const ROUNDS = 3;
const CPU_SLOWER = 4;
const LATENCY_MS = 400;
const BYTES_PER_SECOND = 400_000 / 8;
/** What comes after `load` may still be larger than what came before. */
const SETTLE_MS = 1500;

type Tap = { name: string; path: string; selector: string; answered: (page: Page) => Promise<unknown> };
type Paint = { first: number; largest: number; shift: number; moved: string[]; element: string; url: string };

declare global {
  interface Window {
    largest: { at: number; element: string; url: string };
    shift: number;
    moved: string[];
    seen(x: number, y: number): Promise<void>;
  }
}

export async function benchPhone(site: BenchSite): Promise<Row[]> {
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
  const { landing, story, reader } = site.paths;
  // As they are for everybody but the very first.
  for (const path of [landing, story, reader]) await site.app.inject({ url: path });
  try {
    return [
      ...(await measurePaint(browser, site, 'landing', landing)),
      ...(await measurePaint(browser, site, 'story', story)),
      ...(await measurePaint(browser, site, 'reader', reader)),
      ...(await measureTap(browser, site, {
        name: 'story: first tap, on "Read episode 1"',
        path: story,
        selector: `main a[href="${reader}"]`,
        answered: (page) => page.waitForURL(`**${reader}`, { waitUntil: 'commit' }),
      })),
      ...(await measureTap(browser, site, {
        name: 'reader: first tap, on the language menu',
        path: reader,
        selector: 'header details summary',
        answered: (page) => page.locator('header details[open]').first().waitFor(),
      })),
      ...(await measureTap(browser, site, {
        name: 'reader: first tap, on the page (bars)',
        path: reader,
        selector: '#page-1 img',
        answered: (page) => page.locator('#bars:checked').waitFor({ state: 'attached' }),
      })),
      ...(await measureTap(browser, site, {
        name: 'reader: first tap, on "Next page" (needs React)',
        path: reader,
        selector: 'footer [data-needs-js] button:not([disabled])',
        answered: (page) => page.waitForFunction(() => scrollY > 100),
      })),
    ];
  } finally {
    await browser.close();
  }
}

async function measurePaint(browser: Browser, site: BenchSite, name: string, path: string): Promise<Row[]> {
  const paints: Paint[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, line, close } = await openPhone(browser);
    const requests = watchRequests(line);
    await page.goto(site.origin + path, { waitUntil: 'load', timeout: 120_000 });
    await page.waitForTimeout(SETTLE_MS);
    const paint = await page.evaluate(() => ({
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      largest: window.largest.at,
      shift: window.shift,
      moved: window.moved,
      element: window.largest.element,
      url: window.largest.url,
    }));
    paints.push(paint);
    for (const line of paint.moved) process.stdout.write(`${name}, round ${round + 1}: moved at ${line}\n`);
    if (round === ROUNDS - 1) tellRequests(name, paint, requests);
    await close();
  }
  return [
    figure(
      `${name} on a slow phone: first paint with content`,
      median(paints.map(({ first }) => first)),
      'ms',
    ),
    figure(`${name} on a slow phone: LCP`, median(paints.map(({ largest }) => largest)), 'ms'),
    atMost(`${name} on a slow phone: CLS`, Math.max(...paints.map(({ shift }) => shift)), 0.01),
  ];
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

async function measureTap(browser: Browser, site: BenchSite, tap: Tap): Promise<Row[]> {
  const times: { seenMs: number; answerMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, line, close } = await openPhone(browser);
    const seen = Promise.withResolvers<{ seenMs: number; tappedAt: number }>();
    const startedAt = performance.now();
    await page.exposeFunction('seen', async (x: number, y: number) => {
      const tappedAt = performance.now();
      await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      seen.resolve({ seenMs: tappedAt - startedAt, tappedAt });
    });
    await page.addInitScript(tellWhenSeen, tap.selector);
    const answered = seen.promise.then(async (found) => {
      await tap.answered(page);
      return { seenMs: found.seenMs, answerMs: performance.now() - found.tappedAt };
    });
    // The page it leads to may come before the first one has been loaded.
    const gone = page.goto(site.origin + tap.path, { waitUntil: 'commit' }).catch(() => null);
    times.push(await answered);
    await gone;
    await close();
  }
  return [
    figure(`${tap.name}: can be seen after`, median(times.map(({ seenMs }) => seenMs)), 'ms'),
    figure(`${tap.name}: is answered within`, median(times.map(({ answerMs }) => answerMs)), 'ms'),
  ];
}

async function openPhone(
  browser: Browser,
): Promise<{ page: Page; line: CDPSession; close(): Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await line.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  await page.addInitScript(watchLargest);
  return { page, line, close: () => context.close() };
}

/** Runs in the page. */
function watchLargest(): void {
  window.largest = { at: Number.NaN, element: '', url: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element; url?: string })[]) {
      const { startTime: at, element, url = '' } = entry;
      window.largest = { at, element: element?.tagName.toLowerCase() ?? '', url };
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  window.shift = 0;
  window.moved = [];
  type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: Moved[] })[]) {
      window.shift += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.localName}.${element?.className} ${element?.textContent?.slice(0, 30)}`;
        const when = `${Math.round(entry.startTime)} ms by ${entry.value.toFixed(4)}`;
        window.moved.push(`${when}: ${name}, ${rect(previousRect)} to ${rect(currentRect)}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: tells where a tap lands, as soon as it would land on what is meant. */
function tellWhenSeen(selector: string): void {
  const look = () => {
    for (const element of document.querySelectorAll(selector)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + Math.min(height, 200) / 2];
      const hit = width > 0 && document.elementFromPoint(x, y);
      if (hit && (element.contains(hit) || hit.contains(element))) {
        void window.seen(x, y);
        return;
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
