/** The system's Chromium, driven by Playwright. */
import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { findProgram } from './path.ts';

export const findChromium = (): string =>
  findProgram(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], 'chromium');

/** `--no-sandbox`, since tests also run as root in containers. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
  });
}
