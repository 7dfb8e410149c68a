import { join } from 'node:path';
import type { Browser, BrowserContext, LaunchOptions } from 'playwright';
import { findProgram } from './path.ts';

const SHELL = 'chromium-headless-shell';

/** Chromium without windows: opens a profile and a tab with a third of the work. */
export const findHeadlessShell = (): string => findProgram([SHELL], SHELL);

export const findChromium = (): string =>
  findProgram([SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], 'chromium');

/** Browsers see only our fonts, so texts have the same width on every machine. */
export const ownFaces = { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts/fonts.conf') };

/** `--no-sandbox`, since tests also run as root in containers. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  // Imported late: takes a second, which most test files do not need.
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
      // Otherwise a profile starts one renderer for its empty tab and, by our opener policy, another.
      '--renderer-process-limit=1',
      // With a renderer per document, a busy machine loses navigations (github.com/microsoft/playwright/issues/42068).
      '--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame',
      // Blocks all other hosts.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}

let shared: Promise<Browser> | null = null;
let isShared = false;

/** From now on, `borrowBrowser` shares one browser among all files of this process. */
export function shareBrowser(): void {
  isShared = true;
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
}

let tracesCount = 0;

/** Records a trace when the suite asks for it (`test/run.ts`). */
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

/** A browser for one file. Closing a shared one only closes the profiles that this file opened. */
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
