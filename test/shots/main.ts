/**
 * `npm run shots [part of a name …]`: photographs the screens into shots/, at three widths, in both themes and
 * languages. Uses its own small server, or with SHOTS_URL a running one with the demo.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { LOCALES } from '../../server/lib/locale.ts';
import { launchBrowser } from '../support/browser.ts';
import { runAlone } from '../support/house.ts';
import { takeScreen } from './camera.ts';
import { screens } from './screens.ts';
import { makeWorld, visitWorld, type World } from './world.ts';

const parts = process.argv.slice(2);
const wanted = screens.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
if (wanted.length === 0) {
  process.stderr.write(`no screen is called so; there are ${screens.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}

const folder = join(import.meta.dirname, '../../shots');
await mkdir(folder, { recursive: true });
const { SHOTS_URL } = process.env;
const warnings: string[] = [];
let taken = 0;
let world: World | undefined;
let browser: Browser | undefined;
await runAlone(
  async () => {
    world = SHOTS_URL ? await visitWorld(new URL(SHOTS_URL).origin) : await makeWorld();
    browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
    for (const screen of wanted) {
      for (const locale of LOCALES) {
        const tell = (warning: string) => warnings.push(`${screen.name} (${locale}): ${warning}`);
        taken += await takeScreen(browser, world, { screen, locale, folder, tell });
      }
      process.stdout.write(`${screen.name}\n`);
    }
  },
  async () => {
    await browser?.close();
    await world?.close();
    process.stdout.write(`${taken} pictures in shots/\n`);
    for (const warning of new Set(warnings)) process.stdout.write(`warning: ${warning}\n`);
  },
);
