import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = 'node_modules/.cache/tests';
const modules = pathToFileURL(join(import.meta.dirname, 'quick-modules.ts'));

/** Folder of the heavy packages, named by a hash of the installed versions and the build script. */
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

/** Makes a program of the product start in a third of the time, without other changes. */
export const quickStart = start('&lazy');

/** The same for a process that runs tests. */
export const quickLane = start('&lane');
