/** The process that reads one book (`run.ts`). Writes its findings to a file and exits. */
import { writeFile } from 'node:fs/promises';
import { isOfSystem } from '#server/lib/errors.ts';
import type { Book } from './book.ts';
import { readEpub } from './read.ts';
import { isEpubRefused, type Refusal } from './refused.ts';

/** `cause`: stack of an error of ours. */
export type Answer = { book: Book } | { refusal: Refusal; cause?: string };

const [path = '', folder = '', answer = ''] = process.argv.slice(2);

// The parent has gone.
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
