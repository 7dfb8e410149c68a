/** The process that reads one book (`run.ts`): says what it found in a file and ends. */
import { writeFile } from 'node:fs/promises';
import { isOfSystem } from '#server/lib/errors.ts';
import type { Book } from './book.ts';
import { readEpub } from './read.ts';
import { isEpubRefused, type Refusal } from './refused.ts';

/** `cause`: of a mistake of ours. */
export type Answer = { book: Book } | { refusal: Refusal; cause?: string };

const [path = '', folder = '', answer = ''] = process.argv.slice(2);

// Nobody waits any more.
process.on('disconnect', () => process.exit(1));

async function read(): Promise<Answer> {
  try {
    return { book: await readEpub(path, { folder }) };
  } catch (error) {
    if (isEpubRefused(error)) return { refusal: error.refusal };
    if (isOfSystem(error)) throw error;
    return { refusal: { reason: 'failed' }, cause: error instanceof Error ? error.stack : String(error) };
  }
}

await writeFile(answer, JSON.stringify(await read()));
process.exit(0);
