/** The system's Chromium, driven by Playwright. */
import { join } from 'node:path';
import type { Browser, BrowserContext, LaunchOptions } from 'playwright';
import { findProgram } from './path.ts';

const SHELL = 'chromium-headless-shell';

/** The same without its windows: it opens a profile and a tab with a third of the work. */
export const findHeadlessShell = (): string => findProgram([SHELL], SHELL);

export const findChromium = (): string =>
  findProgram([SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], 'chromium');

/** Texts are as wide on every machine: browsers see our faces alone, whatever is installed. */
export const ownFaces = { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts/fonts.conf') };

/** `--no-sandbox`, since tests also run as root in containers. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  // Takes a second, which most test files can do without.
  const { chromium } = await import('playwright');
  return chromium.launch({
    ...options,
    executablePath: findChromium(),
    env: { ...process.env, ...ownFaces },
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      // A profile would start one for its empty tab and, as our pages ask for an opener policy, another for the first page.
      '--renderer-process-limit=1',
      // With a renderer for each document a busy machine loses a navigation (github.com/microsoft/playwright/issues/42068).
      '--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame',
      // Nothing leaves this machine: there is no other.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}

let shared: Promise<Browser> | null = null;
let isShared = false;

/** From now on `borrowBrowser` lends the same one to all files of this process. */
export function shareBrowser(): void {
  isShared = true;
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
}

let tracesCount = 0;

/** Keeps what happens in it in a file, where the suite asks for that (`test/run.ts`). */
async function traced(context: BrowserContext): Promise<BrowserContext> {
  const folder = process.env.TEST_TRACES;
  if (folder === undefined) return context;
  const path = join(folder, `${process.pid}-${++tracesCount}.zip`);
  await context.tracing.start({ screenshots: true, snapshots: true });
  const close = context.close.bind(context);
  context.close = async (...options) => {
    await context.tracing.stop({ path }).catch(() => {});
    await close(...options);
  };
  return context;
}

/** A browser for one file, which closes it: of a shared one that ends the profiles that were opened by it. */
export async function borrowBrowser(): Promise<Browser> {
  if (!isShared) return launchBrowser();
  shared ??= launchBrowser();
  const browser = await shared;
  const contexts = new Set<BrowserContext>();
  return new Proxy(browser, {
    get(target, name) {
      if (name === 'close') {
        return () => Promise.all([...contexts].map((context) => context.close()));
      }
      if (name === 'newContext') {
        return async (...options: Parameters<Browser['newContext']>) => {
          const context = await traced(await target.newContext(...options));
          contexts.add(context);
          context.once('close', () => contexts.delete(context));
          return context;
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
