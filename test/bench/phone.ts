import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { figure, median, type Row } from './row.ts';
import { type BenchSite, keptForm } from './site.ts';
import { openPhone } from './slow-phone.ts';

const ROUNDS = 3;

type Tap = { name: string; path: string; selector: string; answered: (page: Page) => Promise<unknown> };

declare global {
  interface Window {
    seen(x: number, y: number): Promise<void>;
  }
}

export async function benchPhone(site: BenchSite): Promise<Row[]> {
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
  const { story, reader } = site.paths;
  // Compressed as for all visitors but the very first.
  for (const path of [story, reader]) await keptForm(site, path);
  try {
    return [
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
        selector: '#p1 img',
        answered: (page) => page.locator('#bars:checked').waitFor({ state: 'attached' }),
      })),
      ...(await measureTap(browser, site, {
        name: 'reader: first tap, on "Next page"',
        path: reader,
        selector: 'footer a[data-turn="1"]',
        answered: (page) => page.waitForFunction(() => location.hash === '#p2' || scrollY > 100),
      })),
    ];
  } finally {
    await browser.close();
  }
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
    // The next page may appear before the first one has finished loading.
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

/** Runs in the page: reports as soon as a tap would hit the intended element. */
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
