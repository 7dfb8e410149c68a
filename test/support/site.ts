/**
 * The whole product with its built pages on a port, a database of its own and nothing in it. The browser is there when
 * the first tab is opened.
 */
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import type { Deps } from '../../server/deps.ts';
import { createPages, type Pages } from '../../server/rendering/plugin.ts';
import { type Account, startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { borrowBrowser } from './browser.ts';
import { ready, runsNoScript } from './hand.ts';

// Else react and react-dom would be of different builds.
process.env.NODE_ENV = 'production';

/** The smallest screen that is drawn for, and a desk. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
export const wide = { viewport: { width: 1280, height: 900 } };

export type Site = TestApp & {
  origin: string;
  port: number;
  pages: Pages;
  /** A tab in a profile of its own; what goes wrong in it is kept. */
  open(options?: OpenOptions): Promise<Tab>;
};

export type OpenOptions = BrowserContextOptions & {
  /** Signed in, by the cookies that a sign-in sets. */
  as?: Account;
};

export type Tab = {
  page: Page;
  context: BrowserContext;
  /** Dialogs, uncaught errors, console errors (policy violations among them), what was not found, other hosts. */
  faults: string[];
  /** Answers the status of the page, once that can be used. */
  goto(path: string): Promise<number>;
};

/** Needs `dist/`, which `npm test` builds first. A process can serve one build only, and one site is enough for a file. */
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
    // A worker behind every tab would be work for nothing; who tests it allows it.
    serviceWorkers: 'block',
    ...wishes,
  });
  // Only what never comes fails, on a machine that is busy too.
  context.setDefaultTimeout(60_000);
  const faults: string[] = [];
  // Some go by another name of this machine.
  const home = wishes.baseURL ?? origin;
  // What a page asks of another host is a fault. The rules of the browser's resolver stop it, and leave it its cache.
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
    // Unless the test closes it.
    dialog.dismiss().catch(() => {});
  });
  page.on('pageerror', (error) => {
    // Said by Chromium of its own transition between pages, when a redirect comes in between and nobody listens.
    if (!error.message.startsWith('Transition was aborted')) faults.push(`uncaught: ${error.message}`);
  });
  page.on('console', (message) => {
    // Chromium repeats here the status of the page itself, which tests look at where it matters.
    const isOwnStatus =
      /^Failed to load resource/.test(message.text()) && message.location().url === page.url();
    if (message.type() === 'error' && !isOwnStatus) faults.push(`console: ${message.text()}`);
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
