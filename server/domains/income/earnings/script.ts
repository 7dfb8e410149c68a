/** The script that recomputes a statement. Anybody who doubts a statement can read it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const SCRIPT_NAME = 'recompute.mjs';

/** The built pages, which state the script's hash, lie deeper than the sources. */
function pathFrom(folder: string): string {
  const path = join(folder, 'locales/content', SCRIPT_NAME);
  return existsSync(path) || folder === dirname(folder) ? path : pathFrom(dirname(folder));
}

const bytes = readFileSync(pathFrom(import.meta.dirname));

export const sha256Of = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

export const script = { bytes, sha256: sha256Of(bytes) };
