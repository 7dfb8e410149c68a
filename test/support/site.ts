/** The whole product with built pages on a port and an empty database. The browser starts with the first tab. */
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import type { Deps } from '../../server/deps.ts';
import { createPages, type Pages } from '../../server/rendering/plugin.ts';
import { type Account, startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { borrowBrowser } from './browser.ts';
import { ready, runsNoScript } from './hand.ts';

// Otherwise react and react-dom would come from different builds.
process.env.NODE_ENV = 'production';

/** The smallest supported screen, and a desktop. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
export const wide = { viewport: { width: 1280, height: 900 } };

export type Site = TestApp & {
  origin: string;
  port: number;
  pages: Pages;
  open(options?: OpenOptions): Promise<Tab>;
};

export type OpenOptions = BrowserContextOptions & {
  /** Signs in by setting the session cookies. */
  as?: Account;
};

export type Tab = {
  page: Page;
  context: BrowserContext;
  /** Dialogs, uncaught and console errors (also policy violations), missing files, requests to other hosts. */
  faults: string[];
  /** Returns the page's status once the page is ready. */
  goto(path: string): Promise<number>;
};

/** Needs `dist/`, which `npm test` builds first. A process can serve only one build, and a file needs only one site. */
export async function startSite({
  port: wished = 0,
  prepare,
  ...options
}: TestAppOptions & { port?: number; prepare?(deps: Deps): Promise<void> } = {}): Promise<Site> {
  let pages: Pages | undefined;
  const app = await startTestApp({
    ...options,
    app: async (deps) => {
      await prepare?.(deps);
      pages = await createPages(deps, { mode: 'production' });
      return { pages };
    },
  });
  await app.app.listen({ port: wished, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let browser: Promise<Browser> | null = null;
  return {
    ...app,
    origin,
    port,
    pages: pages as Pages,
    async open(wishes = {}) {
      browser ??= borrowBrowser();
      return openTab(await browser, origin, wishes);
    },
    async close() {
      await (await browser)?.close();
      await app.close();
    },
  };
}

async function openTab(browser: Browser, origin: string, { as, ...wishes }: OpenOptions): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    // Most tests do not need a service worker. Its own tests allow it.
    serviceWorkers: 'block',
    ...wishes,
  });
  // Long enough for a busy machine, so that only missing events fail.
  context.setDefaultTimeout(60_000);
  const faults: string[] = [];
  // Some tests use another name of this machine.
  const home = wishes.baseURL ?? origin;
  // Requests to other hosts are faults. The resolver rules block them. A route would disable the cache.
  const isForeign = (url: URL) =>
    url.origin !== home && ['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol);
  context.on('request', (request) => {
    if (isForeign(new URL(request.url()))) faults.push(`request to another host: ${request.url()}`);
  });
  if (as !== undefined) {
    const cookie = { url: home, sameSite: 'Lax' as const };
    await context.addCookies([
      { ...cookie, name: 'auth_token', value: as.token, httpOnly: true },
      { ...cookie, name: 'signed_in', value: '1' },
    ]);
  }
  const page = await context.newPage();
  if (wishes.javaScriptEnabled === false) runsNoScript(page);
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    // Fails harmlessly if the test has closed the dialog.
    dialog.dismiss().catch(() => {});
  });
  page.on('pageerror', (error) => {
    // Chromium reports this about its own view transition when a redirect interrupts it.
    if (!error.message.startsWith('Transition was aborted')) faults.push(`uncaught: ${error.message}`);
  });
  page.on('console', (message) => {
    // Chromium repeats the page's own status here. Tests check it where it matters.
    const isOwnStatus =
      /^Failed to load resource/.test(message.text()) && message.location().url === page.url();
    // A trace fetches pictures of the page, which its policy refuses (`blob:`).
    const isOfTrace = process.env.TEST_TRACES !== undefined && /^Connecting to 'blob:/.test(message.text());
    if (message.type() === 'error' && !isOwnStatus && !isOfTrace) faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    const isPage = response.request().resourceType() === 'document';
    if (response.status() >= (isPage ? 500 : 400)) faults.push(`${response.status()}: ${response.url()}`);
  });
  page.on('popup', (popup) => void faults.push(`popup: ${popup.url()}`));
  return {
    page,
    context,
    faults,
    async goto(path) {
      const response = await page.goto(path);
      await ready(page);
      return response?.status() ?? 0;
    },
  };
}
