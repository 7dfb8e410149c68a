/** The system's Chromium, driven by Playwright. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a browser on PATH; tests are not skipped in silence, so its absence is an error with the remedy. */
export function findChromium(path = process.env.PATH ?? ''): string {
  for (const folder of path.split(delimiter)) {
    for (const name of NAMES) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The next folder may have it.
      }
    }
  }
  throw new Error('Chromium is not on PATH: install it, on Debian by `apt-get install chromium`');
}

/** `--no-sandbox`, since tests also run as root in containers. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}
