/**
 * Reads a book in a process of its own, which holds no secrets and cannot write but into its folder. It ends with its parent, and
 * after a time of the processor that no book needs: a busy machine is no reason to refuse one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { owned } from '../../../lib/streams.ts';
import type { Book } from './book.ts';
import { READING } from './limits.ts';
import { EpubRefused, type Refusal } from './refused.ts';

export type ReadingOptions = {
  /** Of the caller; what lies in it afterwards are the pictures of the book. */
  folder: string;
  signal?: AbortSignal;
  limits?: Partial<typeof READING>;
};

const CHILD = new URL('./child.ts', import.meta.url);
const ROOT = resolve(import.meta.dirname, '../../../..');
const SAID_MAX_LENGTH = 4000;

/** Throws `EpubRefused`, or the reason of the signal. */
export async function readEpubApart(path: string, { folder, signal, limits }: ReadingOptions): Promise<Book> {
  signal?.throwIfAborted();
  const { cpuSeconds, timeoutMs, heapMib } = { ...READING, ...limits };
  const [file, place] = await Promise.all([realpath(path), realpath(folder)]);
  const answer = join(place, 'book.json');
  const node = [
    `--max-old-space-size=${heapMib}`,
    '--max-semi-space-size=8',
    '--disable-warning=ExperimentalWarning',
    '--permission',
    ...[ROOT, file, place].map((each) => `--allow-fs-read=${each}`),
    `--allow-fs-write=${place}`,
    fileURLToPath(CHILD),
  ];
  const shell = `ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + 1}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', shell, process.execPath, ...node, file, place, answer], {
    env: {},
    cwd: place,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  try {
    const end = await ended(child, timeoutMs, signal);
    if (end.code === 0) return bookIn(await readFile(answer, 'utf8'));
    throw new EpubRefused({ reason: reasonOf(end) }, end.said);
  } finally {
    await rm(answer, { force: true });
  }
}

type End = { code: number | null; signal: NodeJS.Signals | null; isLate: boolean; said: string };

function ended(child: ChildProcess, timeoutMs: number, signal: AbortSignal | undefined): Promise<End> {
  return new Promise((resolve, reject) => {
    let said = '';
    let isLate = false;
    const end = (): boolean => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, timeoutMs);
    signal?.addEventListener('abort', end, { once: true });
    if (child.stderr !== null)
      owned(child.stderr)
        .setEncoding('utf8')
        .on('data', (text: string) => {
          said = `${said}${text}`.slice(-SAID_MAX_LENGTH);
        });
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      act();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code, killedBy) =>
      settle(() => {
        if (signal?.aborted) reject(signal.reason);
        else resolve({ code, signal: killedBy, isLate, said });
      }),
    );
  });
}

function reasonOf({ signal, isLate, said }: End): Refusal['reason'] {
  if (isLate || signal === 'SIGXCPU' || signal === 'SIGKILL') return 'too_slow';
  return signal === 'SIGABRT' || /heap out of memory|heap limit/i.test(said) ? 'too_much_memory' : 'failed';
}

function bookIn(answer: string): Book {
  const { book, refusal } = JSON.parse(answer) as { book?: Book; refusal?: Refusal };
  if (refusal !== undefined) throw new EpubRefused(refusal);
  if (book === undefined) throw new EpubRefused({ reason: 'failed' });
  return book;
}
