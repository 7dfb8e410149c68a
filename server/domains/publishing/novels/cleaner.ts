/** Cleans chapters off the event loop, because hostile HTML may take a second. */

import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { service } from '../../../deps.ts';
import { type FieldErrors, unavailable, unprocessable } from '../../../lib/errors.ts';
import { CHAPTER_MAX_BYTES } from './rules.ts';
import type { CleanProse } from './sanitize.ts';

export type RawProse = { html: string } | { text: string };
export type CleanedProse = { clean: CleanProse } | { refused: FieldErrors };

export type ProseCleaner = {
  /** Throws 422 for invalid prose, 503 when overloaded. */
  clean(raw: RawProse): Promise<CleanProse>;
  close(): Promise<void>;
};

export type CleanerOptions = {
  file?: URL;
  waitingMaxCount?: number;
  /** Time limit for waiting and cleaning together. */
  patienceMs?: number;
  memoryMib?: number;
  onError?: (error: unknown) => void;
};

const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
const RETRY_SECONDS = 5;

/** Starts the threads with the first chapter, because most processes never clean one. */
export function createProseCleaner({
  file = new URL('./clean-thread.ts', import.meta.url),
  waitingMaxCount = 100,
  patienceMs = 20_000,
  memoryMib = 256,
  onError = () => {},
}: CleanerOptions = {}): ProseCleaner {
  let pool: Tinypool | null = null;
  const start = (): Tinypool => {
    const started = new Tinypool({
      filename: file.href,
      minThreads: THREADS,
      maxThreads: THREADS,
      maxQueue: waitingMaxCount,
      resourceLimits: { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    // Errors of a thread that died while idle. Another thread replaces it.
    started.on('error', onError);
    return started;
  };

  return {
    async clean(raw) {
      const sent = 'html' in raw ? raw.html : raw.text;
      // The thread counts bytes. Text with more characters than that need not be sent.
      if (sent.length > CHAPTER_MAX_BYTES) throw unprocessable({ html: ['too_long'] });
      pool ??= start();
      const cleaned = await run(pool, raw, patienceMs);
      if ('refused' in cleaned) throw unprocessable(cleaned.refused);
      return cleaned.clean;
    },
    async close() {
      await pool?.destroy();
      pool = null;
    },
  };
}

async function run(pool: Tinypool, raw: RawProse, patienceMs: number): Promise<CleanedProse> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  try {
    return await pool.run(raw, { signal: late.signal });
  } catch (error) {
    throw refusalOf(error);
  } finally {
    clearTimeout(timer);
  }
}

function refusalOf(error: unknown): unknown {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  // Out of memory: no valid chapter needs this much.
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return unprocessable({ html: ['too_tangled'] });
  if (name === 'AbortError' || /queue/.test(message ?? ''))
    return unavailable('service_unavailable', { retryAfterSeconds: RETRY_SECONDS });
  return error;
}

export const proseCleaner = service<ProseCleaner>('prose');
