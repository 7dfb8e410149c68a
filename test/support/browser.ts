/** The system's Chromium, driven by Playwright. */
import { type Browser, chromium } from 'playwright';
import { findProgram } from './path.ts';

export const findChromium = (): string =>
  findProgram(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], 'chromium');

/** `--no-sandbox`, since tests also run as root in containers. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
  });
}
