import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const compiled = join(import.meta.dirname, '../../node_modules/.cache/tests');

/** What makes a process of the product start in less than half the time and changes nothing else of it. */
export const quickStart = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'quick-modules.ts')).href}`,
  NODE_COMPILE_CACHE: compiled,
};
