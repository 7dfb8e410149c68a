/**
 * The process has no secrets, reads only our code and the book, and writes only to its folder. It ends with its parent,
 * or after more CPU time than any book needs. A busy machine is no reason to refuse a book.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, realpath, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { owned } from '#server/lib/streams.ts';
import type { Book } from './book.ts';
import type { Answer } from './child.ts';
import { READING } from './limits.ts';
import { EpubRefused, type Refusal } from './refused.ts';

export type ReadingOptions = {
  folder: string;
  signal?: AbortSignal;
  limits?: Partial<typeof READING>;
};

const CHILD = new URL('./child.ts', import.meta.url);
const ROOT = resolve(import.meta.dirname, '../../..', '../..');
const CODE = ['package.json', 'node_modules', 'server/lib', 'server/domains/publishing/novels'];
const SAID_MAX_LENGTH = 4000;

/** Any error but `EpubRefused` and the signal's reason is the machine's fault. The book may be read later. */
export async function readEpubApart(path: string, { folder, signal, limits }: ReadingOptions): Promise<Book> {
  signal?.throwIfAborted();
  const { cpuSeconds, timeoutMs, heapMib, answerMaxBytes } = { ...READING, ...limits };
  const [file, place] = await Promise.all([realpath(path), realpath(folder)]);
  const answer = join(place, 'book.json');
  const readable = [...CODE.map((name) => join(ROOT, name)), file, place];
  const node = [
    `--max-old-space-size=${heapMib}`,
    '--max-semi-space-size=8',
    '--disable-warning=ExperimentalWarning',
    '--permission',
    ...readable.map((each) => `--allow-fs-read=${each}`),
    `--allow-fs-write=${place}`,
    fileURLToPath(CHILD),
  ];
  const shell = `ulimit -c 0; ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + 1}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', shell, process.execPath, ...node, file, place, answer], {
    env: {},
    cwd: place,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(signal !== undefined && { signal }),
  });
  try {
    const end = await ended(child);
    signal?.throwIfAborted();
    const reason = reasonOf(end);
    if (reason !== null) throw new EpubRefused({ reason }, end.said);
    if (end.code !== 0)
      throw new Error(`the reader of a book ended by ${end.signal ?? end.code}: ${end.said}`);
    if ((await stat(answer)).size > answerMaxBytes) throw new EpubRefused({ reason: 'too_large' });
    return bookIn(await readFile(answer, 'utf8'));
  } finally {
    await rm(answer, { force: true });
  }
}

type End = { code: number | null; signal: NodeJS.Signals | null; isLate: boolean; said: string };

/** Rejects when the process could not start. Once it resolves, the process is gone. */
function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    if (child.stderr !== null)
      owned(child.stderr)
        .setEncoding('utf8')
        .on('data', (text: string) => {
          said = `${said}${text}`.slice(-SAID_MAX_LENGTH);
        });
    // We kill it on timeout or when the caller gives up.
    child.once('close', (code, signal) => resolve({ code, signal, isLate: child.killed, said }));
  });
}

/** Null unless only the book can be at fault. */
function reasonOf({ signal, isLate, said }: End): Refusal['reason'] | null {
  if (isLate || signal === 'SIGXCPU') return 'too_slow';
  return /heap out of memory|heap limit/i.test(said) ? 'too_much_memory' : null;
}

function bookIn(text: string): Book {
  const answer = JSON.parse(text) as Answer;
  if ('refusal' in answer) throw new EpubRefused(answer.refusal, answer.cause);
  return answer.book;
}
