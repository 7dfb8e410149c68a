/** The script that recomputes a statement, as it stands beside the texts: whoever doubts it reads it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SCRIPT_NAME = 'recompute.mjs';

const bytes = readFileSync(join(import.meta.dirname, '../../../locales/content', SCRIPT_NAME));

export const sha256Of = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

export const script = { bytes, sha256: sha256Of(bytes) };
