/** The comics reader in Chromium: first picture beside a bare page with the same one, bytes loaded, cost of turning. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { openedBy } from './bare-pages.ts';
import { watchRequests } from './requests.ts';
import { atMost, figure, median, type Row } from './row.ts';
import { type BenchSite, keptForm } from './site.ts';
import { FAST_LINE, type Line, openPhone, SLOW_LINE } from './slow-phone.ts';
import { benchTurns } from './turns.ts';
import { watchLargest } from './watch-largest.ts';

const ROUNDS = 3;
/** More rounds, since one frame is a tenth of the whole on a fast machine. */
const DESKTOP_ROUNDS = 9;
const SETTLE_MS = 2500;
const LCP_FACTOR_MAX = 1.1;
const FIRST_SCRIPTS_MAX_BYTES = 8 * 1024;
const SCRIPTS_MAX_BYTES = 60 * 1024;

type Opened = { lcp: number; scriptsBefore: number; scripts: number };

export async function benchReader(site: BenchSite): Promise<Row[]> {
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
  try {
    const { html } = await keptForm(site, site.paths.reader);
    const bare = await servePicture(site, html);
    const rows: Row[] = [];
    const lines = { '400 kbit/s': SLOW_LINE, '1.6 Mbit/s': FAST_LINE, 'the desktop': null };
    for (const [name, line] of Object.entries(lines)) {
      const [ours, peers]: [Opened[], Opened[]] = [[], []];
      for (let round = 0; round < (line === null ? DESKTOP_ROUNDS : ROUNDS); round += 1) {
        ours.push(await open(browser, site.origin + site.paths.reader, line));
        peers.push(await open(browser, bare.origin, line));
      }
      const lcp = (of: Opened[]) => median(of.map((one) => one.lcp));
      const most = (of: Opened[], key: 'scripts' | 'scriptsBefore') => Math.max(...of.map((one) => one[key]));
      const label = `reader at ${name}`;
      rows.push(
        figure(`${label}: LCP`, lcp(ours), 'ms'),
        figure(`${label}: LCP of a bare page with the same picture`, lcp(peers), 'ms'),
        atMost(`${label}: LCP / bare page`, lcp(ours) / lcp(peers), LCP_FACTOR_MAX),
        atMost(`${label}: scripts before LCP`, most(ours, 'scriptsBefore'), FIRST_SCRIPTS_MAX_BYTES, 'B'),
        atMost(`${label}: scripts after idle`, most(ours, 'scripts'), SCRIPTS_MAX_BYTES, 'B'),
      );
    }
    await bare.close();
    return [...rows, ...(await benchTurns(browser, site))];
  } finally {
    await browser.close();
  }
}

async function open(browser: Browser, address: string, line: Line | null): Promise<Opened> {
  const { page, line: cdp, close } = await openPhone(browser, line);
  const requests = watchRequests(cdp);
  await page.addInitScript(watchLargest);
  await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
  await page.waitForTimeout(SETTLE_MS);
  const lcp = await page.evaluate(() => window.largest.at);
  const scripts = requests.list().filter(({ path }) => path.endsWith('.js'));
  const before = scripts.filter(({ endMs }) => endMs < lcp);
  const sum = (of: typeof scripts) => of.reduce((total, { bytes }) => total + bytes, 0);
  await close();
  return { lcp, scripts: sum(scripts), scriptsBefore: sum(before) };
}

/**
 * Serves the first page's `<picture>` alone, at the size of a paged stage and with the reader's headers. An opener
 * policy alone costs a process. A picture that fills the screen would not count as largest paint.
 */
async function servePicture(
  site: BenchSite,
  html: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const picture = /id="p1".*?(<picture.*?<\/picture>)/s.exec(html)?.[1];
  if (picture === undefined) throw new Error('The reader shows no first picture');
  const { headers } = await site.app.inject({ url: site.paths.reader });
  const head = '<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title>';
  // Inline attributes, which the policy allows.
  const whole = 'style="max-width:100%;max-height:calc(100vh - 7rem);width:auto;height:auto;';
  const body = `${head}<body style="margin:0">${picture.replace('style="', whole)}`;
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { ...openedBy(headers), 'content-type': 'text/html; charset=utf-8' }).end(body);
      return;
    }
    const { accept = '*/*' } = request.headers;
    const reply = await site.app.inject({ url: request.url ?? '/', headers: { accept } });
    response.writeHead(reply.statusCode, { 'content-type': String(reply.headers['content-type']) });
    response.end(reply.rawPayload);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
