import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = 'node_modules/.cache/tests';
const modules = pathToFileURL(join(import.meta.dirname, 'quick-modules.ts'));

/** The folder of the heavy packages, named after what it is made from: the versions that are installed, and how. */
function packagesFolder(): string {
  const hash = createHash('sha256');
  for (const file of ['node_modules/.package-lock.json', 'test/support/quick-packages.ts'])
    hash.update(readFileSync(join(ROOT, file)));
  return `${CACHE}/packages-${hash.digest('hex').slice(0, 12)}`;
}

export const PACKAGES = packagesFolder();

const start = (options = '') => ({
  NODE_OPTIONS: `--import=${modules.href}?packages=${PACKAGES}${options}`,
  NODE_COMPILE_CACHE: join(ROOT, CACHE),
});

/** What makes a program of the product start in a third of the time and changes nothing else of it. */
export const quickStart = start('&lazy');

/** The same for a process that runs tests, with room for what is thrown away at once: it is collected half as often. */
export const quickLane = start('&lane');
